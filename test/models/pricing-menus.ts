/** Small menus with round prices, for baskets whose totals are worked out by hand. */
import type { BasketItem, BasketModifier } from "../../src/pricing/basket.ts";
import { arrangeMenu, type OrderableMenu } from "../../src/menus/read/orderable-menu.ts";
import { isRefusal } from "../../src/kernel/refusal.ts";
import { parseMenu } from "../../src/menus/document/parse-menu.ts";
import { priceBasket, type PricingRequest } from "../../src/pricing/price-basket.ts";
import type { PricingResult } from "../../src/pricing/priced-basket.ts";

export type Json = Record<string, unknown>;
export const money = (amountMinor: number) => ({ amountMinor, currency: "USD" });
export const price = (amountMinor: number, more: Json = {}) => ({ amount: money(amountMinor), ...more });
export const option = (id: string, amount?: number, more: Json = {}): Json => ({
  externalId: id,
  name: id,
  ...(amount === undefined ? {} : { price: price(amount) }),
  ...more,
});
export const group = (id: string, options: Json[], more: Json = {}): Json => ({
  externalId: id,
  name: id,
  options,
  ...more,
});
/** An item with one variation of the same externalId. */
export const item = (id: string, amount: number | Json, more: Json = {}): Json => ({
  externalId: id,
  name: id,
  variations: [{ externalId: id, name: "One", price: typeof amount === "number" ? price(amount) : amount }],
  ...more,
});
export const menuOf = (items: Json[], more: Json = {}): OrderableMenu => {
  const parsed = parseMenu({ currency: "USD", categories: [{ externalId: "c", name: "C", items }], ...more });
  if (isRefusal(parsed)) throw new Error(JSON.stringify(parsed.issues));
  return arrangeMenu(parsed.document);
};

export const toppings = group(
  "toppings",
  [option("egg", 150), option("ham", 200, { maxQuantity: 2 }), option("herbs")],
  {
    maxSelections: 4,
  },
);
export const sauces = group("sauces", [option("mayo", 50), option("aioli", 80), option("truffle", 300)], {
  freeSelectionCount: 2,
});
export const plain = menuOf([
  item("soup", 500),
  item("bread", 199),
  item("gift", 0),
  item("omelette", 900, { modifierGroups: [toppings] }),
  item("fries", 400, { modifierGroups: [sauces] }),
  item("chips", 400, { modifierGroups: [{ groupId: "sauces", freeSelectionCount: 1 }] }),
  item("combo", 1000, {
    modifierGroups: [
      group(
        "main",
        [
          option("steak", 300, {
            modifierGroups: [{ groupId: "sauces", freeSelectionCount: 0 }, { groupId: "toppings" }],
          }),
          option("pasta"),
        ],
        { minSelections: 1, maxSelections: 1 },
      ),
    ],
  }),
  item("water", {
    ...price(300),
    bulkTiers: [
      { minQuantity: 12, unitPrice: money(200) },
      { minQuantity: 6, unitPrice: money(250) },
    ],
  }),
  item("crate", 1000, {
    modifierGroups: [
      group("bottles", [
        option("cola", 0, { price: { ...price(300), bulkTiers: [{ minQuantity: 6, unitPrice: money(250) }] } }),
      ]),
    ],
  }),
]);

export const rate = (id: string, more: Json): Json => ({ externalId: id, name: id, ...more });
export const food = {
  taxCategories: [
    { externalId: "food", name: "Food" },
    { externalId: "wine", name: "Wine" },
  ],
};
export const goods = [
  item("meal", 1000, { taxCategoryId: "food" }),
  item("snack", 333, { taxCategoryId: "food" }),
  item("wine", 2000, { taxCategoryId: "wine" }),
  item("book", 1500),
  item("gross", { ...price(1100), taxInclusive: true }, { taxCategoryId: "food" }),
  item(
    "mixed",
    { ...price(1100), taxInclusive: true },
    {
      taxCategoryId: "food",
      modifierGroups: [
        group("extras", [option("inherits", 110), option("net", 100, { price: price(100, { taxInclusive: false }) })]),
      ],
    },
  ),
];
export const taxed = (...taxRates: Json[]) => menuOf(goods, { ...food, taxRates });
export const foodTax = rate("food-10", { taxCategoryId: "food", percentage: "10" });
export const cityTax = taxed(rate("city", { percentage: "8.875" }));
export const foodAndWine = taxed(foodTax, rate("wine-20", { taxCategoryId: "wine", percentage: 20 }));
export const stacked = taxed(
  rate("gst", { percentage: "5" }),
  rate("pst", { percentage: "9.975", compoundOnTaxRateIds: ["gst"] }),
);
export const reversed = taxed(
  rate("pst", { percentage: "9.975", compoundOnTaxRateIds: ["gst"] }),
  rate("gst", { percentage: "5" }),
);
export const deposit = taxed(
  rate("deposit", { taxCategoryId: "wine", flatAmount: money(25) }),
  rate("vat", { percentage: "10", compoundOnTaxRateIds: ["deposit"] }),
);
export const eatIn = taxed(
  rate("pickup", { percentage: "5", fulfillmentTypes: ["pickup"] }),
  rate("delivery", { percentage: "20", fulfillmentTypes: ["delivery"] }),
);

export const fee = (id: string, calculation: Json, more: Json = {}): Json => ({
  externalId: id,
  name: id,
  calculation,
  ...more,
});
export const charged = (fees: Json[], more: Json = {}) => menuOf(goods, { ...food, fees, ...more });
export const wineSet = {
  productSets: [
    { externalId: "wines", itemIdsAny: ["wine"] },
    { externalId: "menu", categoryIdsAny: ["c"] },
    { externalId: "all", allProducts: true },
  ],
};
export const service3 = charged([fee("service", { percentage: "3", minimum: money(50), maximum: money(90) })]);

export const one = (id: string, quantity = 1, modifiers?: BasketModifier[]): BasketItem => ({
  menu_entity_id: id,
  quantity,
  ...(modifiers === undefined ? {} : { modifiers }),
});
export const choose = (id: string, quantity?: number, modifiers?: BasketModifier[]): BasketModifier => ({
  menu_entity_id: id,
  ...(quantity === undefined ? {} : { quantity }),
  ...(modifiers === undefined ? {} : { modifiers }),
});

export const noon = Date.parse("2026-01-05T12:00:00Z");
export type Extra = Partial<Omit<PricingRequest, "basket" | "menu">> & { tip?: number; coupon_codes?: string[] };
export function priced(
  menu: OrderableMenu,
  items: BasketItem[],
  { tip, coupon_codes, currency, ...more }: Extra = {},
): PricingResult {
  const basket = {
    items,
    ...(tip === undefined ? {} : { tip }),
    ...(coupon_codes === undefined ? {} : { coupon_codes }),
    ...(currency === undefined ? {} : { currency }),
  };
  return priceBasket({
    menu,
    basket,
    at: noon,
    timeZone: "UTC",
    outOfStock: new Set(),
    fulfillmentType: "pickup",
    ...more,
  });
}
