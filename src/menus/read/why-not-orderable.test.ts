import assert from "node:assert/strict";
import { test } from "node:test";
import { group, item, menuOf, noon, option } from "../../../test/models/pricing-menus.ts";
import { stockKey, type OrderableMenu, type OrderingMoment } from "./orderable-menu.ts";
import { Orderability } from "./why-not-orderable.ts";

const evening = { windows: [{ dayOfWeek: 1, startTime: "18:00", endTime: "22:00" }] };
const never = { windows: [] };
const sizes = group("size", [option("small"), option("large")], { minSelections: 1, maxSelections: 1 });
const sides = group("sides", [option("fries", 0, { modifierGroups: [{ groupId: "size" }] }), option("salad")], {
  minSelections: 2,
  minUniqueSelections: 2,
});
const menu = menuOf(
  [
    item("soup", 500),
    item("dinner", 900, { availability: evening }),
    item("ghost", 900, { availability: never }),
    item("plate", 900, { modifierGroups: [sides] }),
    item("cup", 300, { modifierGroups: [{ groupId: "size" }] }),
    item("easy", 300, { modifierGroups: [{ groupId: "size", minSelections: 0 }] }),
  ],
  { modifierGroups: [sizes] },
);
const late = menuOf([], {
  categories: [
    {
      externalId: "out",
      name: "Late",
      availability: evening,
      items: [],
      categories: [{ externalId: "in", name: "In", items: [item("soup", 500)] }],
    },
  ],
});

function why(of: OrderableMenu, id: string, ...out: string[]): string[] {
  const moment: OrderingMoment = {
    menu: of,
    outOfStock: new Set(out),
    timeZone: "UTC",
    at: noon,
    fulfillmentType: "pickup",
  };
  const variation = of.variations.get(id) ?? assert.fail(id);
  return new Orderability(moment)
    .ofVariation(variation)
    .map(({ code, kind, externalId, availableFrom }) =>
      [
        code,
        kind,
        externalId,
        ...(availableFrom === undefined
          ? []
          : [availableFrom === null ? "never" : new Date(availableFrom).toISOString()]),
      ].join(" "),
    );
}

const out = (kind: "item" | "variation" | "modifier_option", id: string): string => stockKey(kind, id);

// oxfmt-ignore
const cases: [name: string, menu: OrderableMenu, id: string, out: string[], reasons: string[]][] = [
  ["nothing stands against it", menu, "soup", [], []],
  ["the item is out of stock", menu, "soup", [out("item", "soup")], ["out_of_stock item soup"]],
  ["the variation is out of stock", menu, "soup", [out("variation", "soup")], ["out_of_stock variation soup"]],
  ["outside its hours, with the next opening", menu, "dinner", [], ["not_available_now item dinner 2026-01-05T18:00:00.000Z"]],
  ["it never opens", menu, "ghost", [], ["not_available_now item ghost never"]],
  ["outside the hours of a heading around it", late, "soup", [], ["not_available_now category out 2026-01-05T18:00:00.000Z"]],
  ["both", menu, "dinner", [out("item", "dinner")], ["not_available_now item dinner 2026-01-05T18:00:00.000Z", "out_of_stock item dinner"]],
  ["one size is left", menu, "cup", [out("modifier_option", "small")], []],
  ["no size is left", menu, "cup", [out("modifier_option", "small"), out("modifier_option", "large")], ["selection_rule modifier_group size"]],
  ["no size is left, but none is needed here", menu, "easy", [out("modifier_option", "small"), out("modifier_option", "large")], []],
  ["two different sides are needed", menu, "plate", [out("modifier_option", "salad")], ["selection_rule modifier_group sides"]],
  ["a side needs a size that is gone", menu, "plate", [out("modifier_option", "small"), out("modifier_option", "large")], ["selection_rule modifier_group sides"]],
];

for (const [name, of, id, outOfStock, reasons] of cases) {
  test(`why not: ${name}`, () => assert.deepEqual(why(of, id, ...outOfStock), reasons));
}

test("an option names what stands against it, in words", () => {
  const moment: OrderingMoment = {
    menu,
    outOfStock: new Set([out("modifier_option", "small"), out("modifier_option", "large")]),
    timeZone: "UTC",
    at: noon,
    fulfillmentType: "pickup",
  };
  const orderability = new Orderability(moment);
  const ofOption = (id: string) =>
    orderability.ofOption(menu.options.get(id) ?? assert.fail(id)).map(({ message }) => message);
  assert.deepEqual(ofOption("small"), ["small is out of stock."]);
  assert.deepEqual(ofOption("fries"), ["size: 1 must be chosen, and 0 of 2 can be."]);
  assert.deepEqual(ofOption("salad"), []);
});
