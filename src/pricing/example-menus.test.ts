/** The large example menus: baskets computed by hand, and many random ones at any hour of the week. */
import { isRefusal } from "../kernel/refusal.ts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { seededRandom } from "../../examples/menus/draw-menu.ts";
import { choose, one } from "../../test/models/pricing-menus.ts";
import { arrangeMenu, type OrderingMoment } from "../menus/read/orderable-menu.ts";
import { parseMenu } from "../menus/document/parse-menu.ts";
import type { BasketItem } from "./basket.ts";
import { drawPlausibleBasket } from "./draw-basket.ts";
import { priceBasket } from "./price-basket.ts";
import type { OrderTotals } from "./priced-basket.ts";

const names = ["soft-serve-shop", "all-day-cafe", "bowls-and-deals"] as const;
type Name = (typeof names)[number];

function read(name: Name) {
  const text = readFileSync(new URL(`../../examples/menus/${name}.json`, import.meta.url), "utf8");
  const parsed = parseMenu(JSON.parse(text));
  if (isRefusal(parsed)) throw new Error(JSON.stringify(parsed.issues.slice(0, 3)));
  return parsed;
}

function momentOf(name: Name, at: string | number): OrderingMoment {
  const instant = typeof at === "number" ? at : Date.parse(at);
  const menu = arrangeMenu(read(name).document);
  return { menu, outOfStock: new Set(), timeZone: "UTC", at: instant, fulfillmentType: "pickup" };
}

const burger = (quantity: number): BasketItem =>
  one("house-burger-regular", quantity, [
    choose("burger-temperature-medium"),
    choose("cheese-cheddar"),
    choose("lunch-side-french-fries"),
  ]);

// oxfmt-ignore
const cases: [what: string, menu: Name, at: string, items: BasketItem[], codes: string[], totals: Partial<OrderTotals>][] = [
  ["4.00 + cone 1.00 + dip 1.00 + 0.75; 7.75 % = 0.523 and 1 % = 0.0675", "soft-serve-shop", "2026-01-06T20:00:00Z",
    [one("soft-ube-normal", 1, [choose("vessel-cone"), choose("dip-almond"), choose("store-berry-compote")])], [], { subtotal: 675, tax: 52 + 7, total: 734 }],
  ["four pints at 9.00, one free; 3 % of 27.00", "soft-serve-shop", "2026-07-02T20:00:00Z",
    [one("pint-ube-regular", 4)], [], { subtotal: 3600, discount: 900, tax: 81, total: 2781 }],
  ["the same outside that week", "soft-serve-shop", "2026-08-02T20:00:00Z", [one("pint-ube-regular", 4)], [], { subtotal: 3600, tax: 108, total: 3708 }],
  ["Tuesday noon: 12.99 + 1.00; 8 % = 1.1192; bag 0.10", "all-day-cafe", "2026-01-06T17:00:00Z", [burger(1)], [], { subtotal: 1399, tax: 112, surcharge: 10, total: 1521 }],
  ["two of them, 5.00 off with the code: 8 % of 22.98", "all-day-cafe", "2026-01-06T17:00:00Z", [burger(2)], ["welcome5"], { subtotal: 2798, discount: 500, tax: 184, surcharge: 10, total: 2492 }],
  ["happy hour: a large latte of 4.75 for 1.99; 8 % = 0.1592", "all-day-cafe", "2026-01-06T20:30:00Z",
    [one("latte-large", 1, [choose("add-milk-oat-milk"), choose("add-sugar-white-sugar", 2)])], [], { subtotal: 535, discount: 276, tax: 21, surcharge: 10, total: 290 }],
  ["Pizza Tuesday: the second at half price; 12.75 holds 0.7217", "bowls-and-deals", "2026-01-06T11:00:00Z",
    [one("margherita-26-cm", 2, [choose("crust-thin")])], [], { subtotal: 1700, discount: 425, tax_included: 72, total: 1275 }],
  ["a deal: 13.50 + double 2.00 + large fries 1.20 + ginger beer 0.50; 17.20 holds 0.9736", "bowls-and-deals", "2026-01-07T11:00:00Z",
    [one("burger-deal-regular", 1, [choose("deal-burger-double"), choose("deal-side-fries", 1, [choose("fries-size-large"), choose("dip-ketchup")]), choose("deal-drink-ginger-beer")])], [], { subtotal: 1720, tax_included: 97, total: 1720 }],
];

for (const [what, name, at, items, coupon_codes, totals] of cases) {
  test(`${name}: ${what}`, () => {
    const result = priceBasket({ ...momentOf(name, at), basket: { items, coupon_codes } });
    assert.ok(!isRefusal(result), JSON.stringify(result));
    const stated = Object.fromEntries(
      Object.entries(result.totals).filter(([key, amount]) => key !== "currency" && amount !== 0),
    );
    assert.deepEqual(stated, totals);
  });
}

for (const name of names) {
  test(`${name}: at least 300 objects, and something to order at every hour of the week that is open`, () => {
    assert.ok(read(name).objectCount >= 300);
    let priced = 0;
    const monday = Date.parse("2026-01-05T00:00:00Z");
    for (let hour = 0; hour < 7 * 24; hour++) {
      const moment = momentOf(name, monday + hour * 3_600_000);
      const items = drawPlausibleBasket(moment, seededRandom(hour));
      if (items.length > 0 && !isRefusal(priceBasket({ ...moment, basket: { items } }))) priced += 1;
    }
    assert.equal(priced, 7 * 24);
  });
}
