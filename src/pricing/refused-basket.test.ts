import { isRefusal } from "../kernel/refusal.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  price,
  option,
  group,
  item,
  menuOf,
  plain,
  one,
  choose,
  type Extra,
  priced,
} from "../../test/models/pricing-menus.ts";
import type { OrderableMenu } from "../menus/read/orderable-menu.ts";
import type { BasketItem } from "./basket.ts";

const lunch = { windows: [{ dayOfWeek: 1, startTime: "11:00", endTime: "14:00" }] };
const hours = menuOf([
  item("lunch", 900, { availability: lunch }),
  item("any", 900, { stockStatus: "in_stock" }),
  {
    externalId: "two",
    name: "Two",
    variations: ["s", "l"].map((id) => ({ externalId: id, name: id, price: price(100) })),
  },
]);
const breakfastOnly = menuOf([item("egg", 300)], {
  timezone: "America/New_York",
  categories: [
    {
      externalId: "b",
      name: "Breakfast",
      availability: { windows: [{ dayOfWeek: 1, startTime: "06:00", endTime: "11:00" }] },
      items: [],
      categories: [{ externalId: "e", name: "Eggs", items: [item("egg", 300)] }],
    },
  ],
});
const strict = menuOf([
  item("plate", 100, {
    modifierGroups: [
      group("two", [option("a"), option("b"), option("c", 0, { maxQuantity: 1 })], {
        minSelections: 2,
        maxSelections: 3,
        minUniqueSelections: 2,
        maxUniqueSelections: 2,
      }),
    ],
  }),
  item("bowl", 100, {
    modifierGroups: [{ groupId: "two", minSelections: 0, minUniqueSelections: 0, maxSelections: 1 }],
  }),
]);
const evening = { at: Date.parse("2026-01-05T18:00:00Z") };
const out = (...keys: string[]): Extra => ({ outOfStock: new Set(keys) });

// oxfmt-ignore
const refusedCases: [name: string, menu: OrderableMenu, items: BasketItem[], reasons: string[], extra?: Extra][] = [
  ["an empty basket", plain, [], ["selection_rule /items"]],
  ["a variation that does not exist", plain, [one("soup"), one("nope")], ["unknown_item /items/1/menu_entity_id"]],
  ["an option that does not exist", plain, [one("omelette", 1, [choose("nope")])], ["unknown_item /items/0/modifiers/0/menu_entity_id"]],
  ["an option of another item", plain, [one("omelette", 1, [choose("mayo")])], ["unknown_item /items/0/modifiers/0/menu_entity_id"]],
  ["an option one level too high", plain, [one("combo", 1, [choose("pasta"), choose("egg")])], ["unknown_item /items/0/modifiers/1/menu_entity_id"]],
  ["a quantity of 0", plain, [one("soup", 0)], ["selection_rule /items/0/quantity"]],
  ["a quantity of 1.5", plain, [one("soup", 1.5)], ["selection_rule /items/0/quantity"]],
  ["a quantity of 1,000", plain, [one("soup", 1000)], ["selection_rule /items/0/quantity"]],
  ["a required group left out", plain, [one("combo")], ["selection_rule /items/0/modifiers"]],
  ["one too many", plain, [one("combo", 1, [choose("pasta", 2)])], ["selection_rule /items/0/modifiers"]],
  ["maxQuantity, over two entries", plain, [one("omelette", 1, [choose("ham", 2), choose("ham")])], ["selection_rule /items/0/modifiers"]],
  ["too few, and too few different", strict, [one("plate", 1, [choose("a")])], ["selection_rule /items/0/modifiers", "selection_rule /items/0/modifiers"]],
  ["enough, but all the same", strict, [one("plate", 1, [choose("a", 2)])], ["selection_rule /items/0/modifiers"]],
  ["too many different", strict, [one("plate", 1, [choose("a"), choose("b"), choose("c")])], ["selection_rule /items/0/modifiers"]],
  ["an override is the rule here", strict, [one("bowl", 1, [choose("a", 2)])], ["selection_rule /items/0/modifiers"]],
  ["a nested rule", plain, [one("combo", 1, [choose("steak", 1, [choose("egg", 5)])])], ["selection_rule /items/0/modifiers/0/modifiers"]],
  ["outside the item's hours", hours, [one("lunch")], ["not_available_now /items/0"], evening],
  ["outside a category's hours, in the menu's zone", breakfastOnly, [one("egg")], ["not_available_now /items/0"], { at: Date.parse("2026-01-05T17:00:00Z") }],
  ["an item that is out", hours, [one("any")], ["out_of_stock /items/0"], out("item:any")],
  ["a variation that is out", hours, [one("any")], ["out_of_stock /items/0"], out("variation:any")],
  ["an option that is out", plain, [one("omelette", 1, [choose("egg")])], ["out_of_stock /items/0/modifiers/0"], out("modifier_option:egg")],
  ["coupons", plain, [one("soup")], ["coupon_invalid /coupon_codes/0", "coupon_invalid /coupon_codes/1"], { coupon_codes: ["A", "B"] }],
  ["more than can be charged", menuOf([item("yacht", 90_000_000_000)]), [one("yacht", 2)], ["selection_rule /items/0"]],
  ["more than can be charged, in all", menuOf([item("yacht", 90_000_000_000)]), [one("yacht"), one("yacht")], ["selection_rule /items"]],
  ["all reasons at once", plain, [one("nope"), one("combo"), one("omelette", 0, [choose("egg", 9)])], ["unknown_item /items/0/menu_entity_id", "selection_rule /items/1/modifiers", "selection_rule /items/2/quantity", "selection_rule /items/2/modifiers"]],
];

for (const [name, menu, items, reasons, extra] of refusedCases) {
  test(`refused: ${name} (rules/ordering 5.2, 7.7 and 8.10; rules/menus 2.2, 3.3 and 3.5)`, () => {
    const result = priced(menu, items, extra);
    assert.deepEqual(isRefusal(result) ? result.reasons.map(({ code, path }) => `${code} ${path}`) : result, reasons);
  });
}

test("a size that is out is named with its dish, as the line would be (rules/ordering 5.2)", () => {
  const refused = priced(hours, [one("l")], out("variation:l"));
  assert.deepEqual(isRefusal(refused) && refused.reasons.map(({ message }) => message), ["Two (l) is out of stock."]);
});

test("what is out elsewhere does not matter, nor does low stock (rules/menus 6.2)", () => {
  assert.equal(isRefusal(priced(hours, [one("s")], out("variation:l", "item:any"))), false);
});

test("an override lets through what the definition would not (rules/menus 2.4)", () => {
  assert.equal(isRefusal(priced(strict, [one("bowl", 1, [choose("a")])])), false);
  assert.equal(isRefusal(priced(breakfastOnly, [one("egg")], { at: Date.parse("2026-01-05T15:00:00Z") })), false);
});

test("an order that is more than one order can be charged is refused, whatever makes it so (rules/ordering 8.10)", () => {
  const most = 100_000_000_000;
  const tipped = (tip: number) => priced(plain, [one("soup")], { tip });
  assert.equal(isRefusal(tipped(most - 500)), false);
  const refused = tipped(most - 499);
  assert.deepEqual(isRefusal(refused) && refused.reasons, [
    { code: "selection_rule", message: "The basket is more than one order can be charged.", path: "" },
  ]);
  assert.equal(isRefusal(priced(plain, [one("soup")], { deliveryTip: most })), true);
  assert.equal(isRefusal(priced(plain, [one("soup")], { deliveryFee: most })), true);
});
