/** A small menu with round prices under any discounts, for baskets whose totals are worked out by hand. */
import { option, group, item, menuOf, money, price, rate, type Json } from "./pricing-menus.ts";

const category = (id: string, items: Json[]): Json => ({ externalId: id, name: id, items });
const inEuro = (amountMinor: number): Json => ({
  currencyPrices: [{ amount: { amountMinor, currency: "EUR" } }],
});

/** Mains 12.00, 9.00, 10.00 and 11.00 (tax inside); drinks 3.00 and 2.50; sweets 6.00 and nothing. */
const categories = [
  category("mains", [
    item("pizza", { ...price(1200), ...inEuro(1100) }, { taxCategoryId: "food" }),
    item("pasta", 900),
    item("burger", 1000, {
      modifierGroups: [group("extras", [option("cheese", 150), option("bacon", 200)])],
    }),
    item(
      "gross",
      { ...price(1100), taxInclusive: true },
      {
        taxCategoryId: "food",
        modifierGroups: [group("net", [option("net-side", 100, { price: price(100, { taxInclusive: false }) })])],
      },
    ),
  ]),
  category("drinks", [item("cola", { ...price(300), ...inEuro(275) }), item("water", 250)]),
  category("sweets", [item("cake", 600), item("gift", 0)]),
];

const sets = {
  taxCategories: [{ externalId: "food", name: "Food" }],
  productSets: [
    { externalId: "all", allProducts: true },
    { externalId: "mains", categoryIdsAny: ["mains"] },
    { externalId: "drinks", categoryIdsAny: ["drinks"] },
    { externalId: "sweets", categoryIdsAny: ["sweets"] },
    { externalId: "pizza", itemIdsAny: ["pizza"] },
    { externalId: "cake", itemIdsAny: ["cake"] },
  ],
};

export interface Offer {
  readonly discount: Json;
  readonly promotion?: Json;
  /** Makes it a coupon promotion with these codes. */
  readonly codes?: readonly string[];
  readonly coupon?: Json;
}

/** The menu with these offers, named "promotion 1" and so on in the order given. */
export function offering(offers: readonly Offer[], more: Json = {}) {
  const numbered = offers.map((offer, index) => ({ ...offer, id: String(index + 1) }));
  return menuOf([], {
    ...sets,
    categories,
    discounts: numbered.map(({ id, discount }) => ({ externalId: `d${id}`, name: `discount ${id}`, ...discount })),
    promotions: numbered.map(({ id, promotion, codes }) => ({
      externalId: `p${id}`,
      name: `promotion ${id}`,
      discountId: `d${id}`,
      applicationMode: codes === undefined ? "automatic" : "coupon",
      ...promotion,
    })),
    coupons: numbered.flatMap(({ id, codes = [], coupon }) =>
      codes.map((code) => ({ externalId: `c-${code}`, code, promotionId: `p${id}`, ...coupon })),
    ),
    ...more,
  });
}

export const percent = (percentage: string | number, target = "all"): Json => ({
  benefitType: "percentage",
  percentage,
  benefitTargetProductSetId: target,
});
export const off = (amountMinor: number, target = "all"): Json => ({
  benefitType: "amount",
  amount: money(amountMinor),
  benefitTargetProductSetId: target,
});
export const setTo = (amountMinor: number, target: string): Json => ({
  benefitType: "set_price",
  setPrice: money(amountMinor),
  benefitTargetProductSetId: target,
});
export const free = (target: string, freeQuantity?: number): Json => ({
  benefitType: "free_item",
  benefitTargetProductSetId: target,
  ...(freeQuantity === undefined ? {} : { freeQuantity }),
});
export const buyGet = (buyQuantity: number, getQuantity: number, target: string, more: Json = {}): Json => ({
  benefitType: "bxgy",
  buyQuantity,
  getQuantity,
  benefitTargetProductSetId: target,
  ...more,
});
export const foodTax10 = { taxRates: [rate("food", { taxCategoryId: "food", percentage: "10" })] };
