import { isRefusal } from "../kernel/refusal.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  money,
  plain,
  rate,
  taxed,
  foodTax,
  cityTax,
  foodAndWine,
  stacked,
  reversed,
  deposit,
  eatIn,
  fee,
  charged,
  wineSet,
  service3,
  one,
  choose,
  type Extra,
  priced,
} from "../../test/models/pricing-menus.ts";
import type { OrderableMenu } from "../menus/read/orderable-menu.ts";
import type { FulfillmentType } from "../menus/document/menu-document.ts";
import type { BasketItem } from "./basket.ts";
import type { OrderTotals } from "./priced-basket.ts";

/** Totals that are not named are 0; the arithmetic stands beside each. */
// oxfmt-ignore
const pricedCases: [name: string, menu: OrderableMenu, items: BasketItem[], totals: Partial<OrderTotals>, extra?: Extra][] = [
  ["one thing", plain, [one("soup")], { subtotal: 500, total: 500 }],
  ["3 x 1.99", plain, [one("bread", 3)], { subtotal: 597, total: 597 }],
  ["two lines: 5.00 + 2 x 1.99", plain, [one("soup"), one("bread", 2)], { subtotal: 898, total: 898 }],
  ["the same thing on two lines", plain, [one("soup"), one("soup")], { subtotal: 1000, total: 1000 }],
  ["something for nothing", plain, [one("gift")], { subtotal: 0, total: 0 }],
  ["999 of it", plain, [one("soup", 999)], { subtotal: 499_500, total: 499_500 }],
  ["an option: 9.00 + 1.50", plain, [one("omelette", 1, [choose("egg")])], { subtotal: 1050, total: 1050 }],
  ["an option without price", plain, [one("omelette", 1, [choose("herbs")])], { subtotal: 900, total: 900 }],
  ["options: 9.00 + 1.50 + 2 x 2.00", plain, [one("omelette", 1, [choose("egg"), choose("ham", 2)])], { subtotal: 1450, total: 1450 }],
  ["times the line: 2 x (9.00 + 2 x 2.00)", plain, [one("omelette", 2, [choose("ham", 2)])], { subtotal: 2600, total: 2600 }],
  ["one option named twice counts twice", plain, [one("omelette", 1, [choose("ham"), choose("ham")])], { subtotal: 1300, total: 1300 }],
  ["free: both within the two free", plain, [one("fries", 1, [choose("truffle"), choose("mayo")])], { subtotal: 400, total: 400 }],
  ["free: the cheapest two of three, 3.00 is paid", plain, [one("fries", 1, [choose("truffle"), choose("mayo"), choose("aioli")])], { subtotal: 700, total: 700 }],
  ["free: of 3 x 0.50 one is paid", plain, [one("fries", 1, [choose("mayo", 3)])], { subtotal: 450, total: 450 }],
  ["free: 0.50 and one 0.80 free, one 0.80 paid", plain, [one("fries", 1, [choose("aioli", 2), choose("mayo")])], { subtotal: 480, total: 480 }],
  ["free for each of the line: 3 x (4.00 + 0.50)", plain, [one("fries", 3, [choose("mayo", 3)])], { subtotal: 1350, total: 1350 }],
  ["an override: one free, so 0.80 is paid", plain, [one("chips", 1, [choose("aioli"), choose("mayo")])], { subtotal: 480, total: 480 }],
  ["a combo: 10.00", plain, [one("combo", 1, [choose("pasta")])], { subtotal: 1000, total: 1000 }],
  ["nested: 10.00 + 3.00 + 0.80 (none free here)", plain, [one("combo", 1, [choose("steak", 1, [choose("aioli")])])], { subtotal: 1380, total: 1380 }],
  ["nested, twice: 2 x (10.00 + 3.00 + 2 x 0.50 + 1.50)", plain, [one("combo", 2, [choose("steak", 1, [choose("mayo", 2), choose("egg")])])], { subtotal: 3100, total: 3100 }],
  ["bulk: 5 x 3.00, below the first tier", plain, [one("water", 5)], { subtotal: 1500, total: 1500 }],
  ["bulk: 6 x 2.50", plain, [one("water", 6)], { subtotal: 1500, total: 1500 }],
  ["bulk: 12 x 2.00", plain, [one("water", 12)], { subtotal: 2400, total: 2400 }],
  ["bulk counts per line: 2 x 3 x 3.00", plain, [one("water", 3), one("water", 3)], { subtotal: 1800, total: 1800 }],
  ["bulk of an option counts in the whole line: 2 x 10.00 + 6 x 2.50", plain, [one("crate", 2, [choose("cola", 3)])], { subtotal: 3500, total: 3500 }],
  ["a tip", plain, [one("soup")], { subtotal: 500, tip: 75, total: 575 }, { tip: 75 }],
  ["delivery: 5.00 + fee 3.49 + tips 1.00 and 2.00", plain, [one("soup")], { subtotal: 500, tip: 100, delivery_fee: 349, delivery_tip: 200, total: 1149 }, { tip: 100, deliveryFee: 349, deliveryTip: 200, fulfillmentType: "delivery" }],
  ["8.875 % of 10.00 = 0.8875", cityTax, [one("meal")], { subtotal: 1000, tax: 89, total: 1089 }],
  ["8.875 % of 3.33 = 0.2955", cityTax, [one("snack")], { subtotal: 333, tax: 30, total: 363 }],
  ["per line, not per order: 0.2955 twice", cityTax, [one("snack"), one("snack")], { subtotal: 666, tax: 60, total: 726 }],
  ["one line of two: 8.875 % of 6.66 = 0.591", cityTax, [one("snack", 2)], { subtotal: 666, tax: 59, total: 725 }],
  ["a rate for everything reaches what has no category: 1.33125", cityTax, [one("book")], { subtotal: 1500, tax: 133, total: 1633 }],
  ["by category: 1.00 + 4.00 + nothing for the book", foodAndWine, [one("meal"), one("wine"), one("book")], { subtotal: 4500, tax: 500, total: 5000 }],
  ["half a cent goes up: 10 % of 16.65, and 1.00 twice", taxed(rate("r", { percentage: "10" })), [one("snack", 5), one("meal"), one("meal")], { subtotal: 3665, tax: 367, total: 4032 }],
  ["tax inside: 11.00 holds 1.00", foodAndWine, [one("gross")], { subtotal: 1100, tax_included: 100, total: 1100 }],
  ["tax inside 3 x 11.00", foodAndWine, [one("gross", 3)], { subtotal: 3300, tax_included: 300, total: 3300 }],
  ["an option inherits inclusive: 12.10 holds 1.10", foodAndWine, [one("mixed", 1, [choose("inherits")])], { subtotal: 1210, tax_included: 110, total: 1210 }],
  ["an option may be net beside it: 1.00 inside, 0.10 on top", foodAndWine, [one("mixed", 1, [choose("net")])], { subtotal: 1200, tax: 10, tax_included: 100, total: 1210 }],
  ["two rates inside: 11.00 at 10 and 5 %, net 9.5652", taxed(foodTax, rate("city", { percentage: "5" })), [one("gross")], { subtotal: 1100, tax_included: 96 + 48, total: 1100 }],
  ["two taxes: 0.50 + 9.975 % of 10.50 = 1.047", stacked, [one("meal")], { subtotal: 1000, tax: 50 + 105, total: 1155 }],
  ["compounding does not depend on the order written", reversed, [one("meal")], { subtotal: 1000, tax: 155, total: 1155 }],
  ["compound inside: 11.00 / 1.1547375 = 9.5260; 0.4763 and 0.9977", stacked, [one("gross")], { subtotal: 1100, tax_included: 48 + 100, total: 1100 }],
  ["a deposit of 0.25 each and 10 % on top: 3 wines, 0.75 + 6.075", deposit, [one("wine", 3)], { subtotal: 6000, tax: 75 + 608, total: 6683 }],
  ["the deposit is not due on food", deposit, [one("meal")], { subtotal: 1000, tax: 100, total: 1100 }],
  ["the rate for pickup", eatIn, [one("meal")], { subtotal: 1000, tax: 50, total: 1050 }],
  ["the rate for delivery", eatIn, [one("meal")], { subtotal: 1000, tax: 200, total: 1200 }, { fulfillmentType: "delivery" }],
  ["a tip and the delivery fee are not taxed", cityTax, [one("meal")], { subtotal: 1000, tax: 89, tip: 300, delivery_fee: 500, total: 1889 }, { tip: 300, deliveryFee: 500 }],
  ["a fee of 0.75", charged([fee("bag", { amount: money(75) })]), [one("meal", 4)], { subtotal: 4000, surcharge: 75, total: 4075 }],
  ["a fee of 3 %: of 20.00 0.60", service3, [one("meal", 2)], { subtotal: 2000, surcharge: 60, total: 2060 }],
  ["its minimum: 3 % of 10.00 is below 0.50", service3, [one("meal")], { subtotal: 1000, surcharge: 50, total: 1050 }],
  ["its maximum: 3 % of 40.00 is above 0.90", service3, [one("meal", 4)], { subtotal: 4000, surcharge: 90, total: 4090 }],
  ["two fees", charged([fee("bag", { amount: money(75) }), fee("s", { percentage: 1 })]), [one("meal")], { subtotal: 1000, surcharge: 85, total: 1085 }],
  ["a fee for delivery, on pickup", charged([fee("box", { amount: money(75) }, { fulfillmentTypes: ["delivery"] })]), [one("meal")], { subtotal: 1000, total: 1000 }],
  ["a fee for delivery", charged([fee("box", { amount: money(75) }, { fulfillmentTypes: ["delivery"] })]), [one("meal")], { subtotal: 1000, surcharge: 75, total: 1075 }, { fulfillmentType: "delivery" }],
  ["a fee of some items: 10 % of the wine alone", charged([fee("cork", { percentage: 10 }, { eligibleProductSetId: "wines" })], wineSet), [one("meal"), one("wine")], { subtotal: 3000, surcharge: 200, total: 3200 }],
  ["a fee of some items, none ordered", charged([fee("cork", { amount: money(500) }, { eligibleProductSetId: "wines" })], wineSet), [one("meal")], { subtotal: 1000, total: 1000 }],
  ["a fee of a category", charged([fee("f", { percentage: 10 }, { eligibleProductSetId: "menu" })], wineSet), [one("meal")], { subtotal: 1000, surcharge: 100, total: 1100 }],
  ["a fee of everything", charged([fee("f", { percentage: 10 }, { eligibleProductSetId: "all" })], wineSet), [one("meal")], { subtotal: 1000, surcharge: 100, total: 1100 }],
  ["a fee with its own tax: 10 % of 10.00 and of 2.00", charged([fee("s", { amount: money(200) }, { taxCategoryId: "food" })], { taxRates: [foodTax] }), [one("meal")], { subtotal: 1000, tax: 120, surcharge: 200, total: 1320 }],
  ["a fee without a tax category is not taxed", charged([fee("s", { amount: money(200) })], { taxRates: [rate("all", { percentage: 10 })] }), [one("meal")], { subtotal: 1000, tax: 100, surcharge: 200, total: 1300 }],
  ["everything at once: 20.00 + 11.00, 4.00 + 0.10, fee 3 % = 0.93 capped, tip, delivery", charged([fee("service", { percentage: 3, maximum: money(90) }, { taxCategoryId: "food" })], { taxRates: [foodTax, rate("w", { taxCategoryId: "wine", percentage: 20 })] }), [one("wine"), one("gross")], { subtotal: 3100, tax: 400 + 9, tax_included: 100, surcharge: 90, tip: 150, delivery_fee: 299, total: 4048 }, { tip: 150, deliveryFee: 299, fulfillmentType: "delivery" }],
];

for (const [name, menu, items, totals, extra] of pricedCases) {
  test(`priced: ${name} (rules/ordering 8.4 to 8.6; rules/menus 1.10, 2.1 and 2.3)`, () => {
    const result = priced(menu, items, extra);
    assert.ok(!isRefusal(result), JSON.stringify(result));
    const zero = {
      subtotal: 0,
      discount: 0,
      tax: 0,
      tax_included: 0,
      surcharge: 0,
      tip: 0,
      delivery_fee: 0,
      delivery_tip: 0,
    };
    assert.deepEqual(result.totals, { currency: "USD", ...zero, total: 0, ...totals });
  });
}

test("a line says what it is made of, and the breakdown explains every amount (rules/ordering 8.3)", () => {
  const type: FulfillmentType = "pickup";
  const result = priced(
    plain,
    [
      { ...one("combo", 2, [choose("steak", 1, [choose("mayo", 2)])]), notes: "rare" },
      one("fries", 1, [choose("mayo", 3)]),
    ],
    { tip: 5, fulfillmentType: type },
  );
  assert.ok(!isRefusal(result), JSON.stringify(result));
  assert.deepEqual(result.lines, [
    {
      name: "combo",
      menu_entity_id: "combo",
      item_menu_entity_id: "combo",
      quantity: 2,
      base_price: 1000,
      total: 2800,
      discount: 0,
      tax: 0,
      tax_included: 0,
      notes: "rare",
      modifiers: [
        {
          name: "steak",
          menu_entity_id: "steak",
          quantity: 1,
          price: 300,
          free_quantity: 0,
          modifiers: [
            { name: "mayo", menu_entity_id: "mayo", quantity: 2, price: 50, free_quantity: 0, modifiers: [] },
          ],
        },
      ],
    },
    {
      name: "fries",
      menu_entity_id: "fries",
      item_menu_entity_id: "fries",
      quantity: 1,
      base_price: 400,
      total: 450,
      discount: 0,
      tax: 0,
      tax_included: 0,
      notes: null,
      modifiers: [{ name: "mayo", menu_entity_id: "mayo", quantity: 3, price: 50, free_quantity: 2, modifiers: [] }],
    },
  ]);
  assert.deepEqual(
    result.breakdown.map(({ kind, path, label, amount }) => [kind, path, label, amount]),
    [
      ["price", "/items/0", "2 x combo", 2000],
      ["option", "/items/0", "2 x steak", 600],
      ["option", "/items/0", "4 x mayo", 200],
      ["price", "/items/1", "1 x fries", 400],
      ["option", "/items/1", "1 x mayo, 2 free", 50],
      ["tip", null, "Tip", 5],
    ],
  );
});
