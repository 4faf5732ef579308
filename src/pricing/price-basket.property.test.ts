import { isRefusal } from "../kernel/refusal.ts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { drawMenu, seededRandom } from "../../examples/menus/draw-menu.ts";
import { arrangeMenu, stockKey, type OrderingMoment } from "../menus/read/orderable-menu.ts";
import { parseMenu } from "../menus/document/parse-menu.ts";
import { drawPlausibleBasket } from "./draw-basket.ts";
import { priceBasket } from "./price-basket.ts";
import type { BreakdownKind, PricedBasket } from "./priced-basket.ts";

function arranged(document: unknown) {
  const parsed = parseMenu(document);
  if (isRefusal(parsed)) throw new Error(JSON.stringify(parsed.issues.slice(0, 3)));
  return arrangeMenu(parsed.document);
}

const bistro = arranged(
  JSON.parse(readFileSync(new URL("../../examples/menus/small-bistro.json", import.meta.url), "utf8")),
);
const at = Date.parse("2026-01-05T11:00:00Z");
const seeds = fc.integer({ min: 0, max: 1_000_000 });
const fulfillment = fc.constantFrom("pickup" as const, "delivery" as const);

function momentOf(
  seed: number,
  fulfillmentType: "pickup" | "delivery",
  outOfStock: ReadonlySet<string> = new Set(),
): OrderingMoment {
  const menu = seed % 4 === 0 ? bistro : arranged(drawMenu(seededRandom(seed), { items: 1 + (seed % 9) }));
  return { menu, outOfStock, timeZone: "UTC", at, fulfillmentType };
}

function price(moment: OrderingMoment, items: ReturnType<typeof drawPlausibleBasket>): PricedBasket {
  const result = priceBasket({ ...moment, basket: { items, tip: 100 }, deliveryFee: 250 });
  if (isRefusal(result)) assert.fail(JSON.stringify({ items, reasons: result.reasons }));
  return result;
}

test("a drawn basket can be ordered; its totals add up, are integers, never negative, and explained (rules/ordering 8.2, 8.3)", () => {
  fc.assert(
    fc.property(seeds, fulfillment, (seed, type) => {
      const moment = momentOf(seed, type);
      const items = drawPlausibleBasket(moment, seededRandom(seed + 1));
      if (items.length === 0) return;
      const { totals, lines, breakdown } = price(moment, items);
      const { currency, ...amounts } = totals;
      assert.equal(currency, moment.menu.currency);
      for (const amount of Object.values(amounts)) assert.ok(Number.isSafeInteger(amount) && amount >= 0);
      const { subtotal, discount, tax, surcharge, tip, delivery_fee, delivery_tip } = totals;
      assert.equal(totals.total, subtotal - discount + tax + surcharge + tip + delivery_fee + delivery_tip);
      assert.equal(
        subtotal,
        lines.reduce((sum, line) => sum + line.total, 0),
      );
      const sumOf = (...kinds: BreakdownKind[]) =>
        breakdown.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0);
      assert.equal(sumOf("price", "option"), subtotal);
      assert.equal(sumOf("discount"), discount);
      for (const line of lines) assert.ok(line.discount >= 0 && line.discount <= line.total);
      assert.equal(
        discount,
        lines.reduce((sum, line) => sum + line.discount, 0),
      );
      assert.equal(sumOf("tax", "fee_tax"), tax);
      assert.equal(sumOf("tax_included"), totals.tax_included);
      assert.equal(sumOf("fee"), surcharge);
      assert.equal(sumOf("tip"), tip);
      assert.equal(sumOf("delivery_fee"), delivery_fee);
      assert.ok(totals.tax_included <= subtotal - discount);
    }),
    { numRuns: 500 },
  );
});

test("the order of the lines does not matter to the totals", () => {
  fc.assert(
    fc.property(seeds, fulfillment, (seed, type) => {
      const moment = momentOf(seed, type);
      const items = drawPlausibleBasket(moment, seededRandom(seed + 1));
      if (items.length === 0) return;
      assert.deepEqual(price(moment, items.toReversed()).totals, price(moment, items).totals);
    }),
    { numRuns: 200 },
  );
});

test("a drawn basket avoids what is out of stock, and is empty when everything is", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const random = seededRandom(seed);
      const { menu } = momentOf(seed, "pickup");
      const out = new Set<string>();
      for (const [id] of menu.options) if (random() < 0.3) out.add(stockKey("modifier_option", id));
      for (const [id] of menu.variations) if (random() < 0.3) out.add(stockKey("variation", id));
      const moment = { ...momentOf(seed, "pickup", out), menu };
      const items = drawPlausibleBasket(moment, random);
      if (items.length > 0) price(moment, items);
      const none = new Set([...menu.variations.keys()].map((id) => stockKey("variation", id)));
      assert.deepEqual(drawPlausibleBasket({ ...moment, outOfStock: none }, random), []);
    }),
    { numRuns: 300 },
  );
});

test("nearly every drawn menu and the sample menu give a basket", () => {
  let empty = 0;
  for (let seed = 0; seed < 300; seed++) {
    if (drawPlausibleBasket(momentOf(seed, "pickup"), seededRandom(seed)).length === 0) empty += 1;
  }
  assert.equal(empty, 0);
});
