/** The diner's menu and pricing agree: an object without a reason against it can be priced, and one with a reason cannot. */
import { isRefusal } from "../kernel/refusal.ts";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { drawMenu, seededRandom } from "../../examples/menus/draw-menu.ts";
import { arrangeMenu, stockKey, type OrderableMenu, type OrderingMoment } from "../menus/read/orderable-menu.ts";
import { parseMenu } from "../menus/document/parse-menu.ts";
import { Orderability } from "../menus/read/why-not-orderable.ts";
import { drawPlausibleBasket } from "./draw-basket.ts";
import { priceBasket } from "./price-basket.ts";

const folder = new URL("../../examples/menus/", import.meta.url);
const examples = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => arranged(JSON.parse(readFileSync(new URL(name, folder), "utf8"))));

function arranged(document: unknown): OrderableMenu {
  const parsed = parseMenu(document);
  if (isRefusal(parsed)) throw new Error(JSON.stringify(parsed.issues.slice(0, 3)));
  return arrangeMenu(parsed.document);
}

const hourMs = 3_600_000;

function momentOf(seed: number): OrderingMoment {
  const random = seededRandom(seed);
  const drawn = () => arranged(drawMenu(random, { items: 1 + (seed % 6) }));
  const menu = examples[seed % (2 * examples.length)] ?? drawn();
  const outOfStock = new Set<string>();
  for (const id of menu.options.keys()) if (random() < 0.4) outOfStock.add(stockKey("modifier_option", id));
  for (const id of menu.variations.keys()) if (random() < 0.1) outOfStock.add(stockKey("variation", id));
  const at = Date.parse("2026-01-05T00:00:00Z") + Math.floor(random() * 7 * 24) * hourMs;
  return { menu, outOfStock, timeZone: "UTC", at, fulfillmentType: "pickup" };
}

test("a variation without a reason against it can be ordered, one with a reason cannot (rules/menus 5.4)", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (seed) => {
      const moment = momentOf(seed);
      const orderability = new Orderability(moment);
      for (const ordered of [...moment.menu.variations.values()].filter((_, index) => index % 17 === seed % 17)) {
        const alone = { ...moment.menu, variations: new Map([[ordered.variation.externalId, ordered]]) };
        const items = drawPlausibleBasket({ ...moment, menu: alone }, seededRandom(seed));
        const reasons = orderability.ofVariation(ordered);
        assert.equal(items.length > 0, reasons.length === 0, JSON.stringify({ ordered: ordered.variation, reasons }));
        if (items.length > 0) assert.equal(isRefusal(priceBasket({ ...moment, basket: { items } })), false);
      }
    }),
    { numRuns: 150 },
  );
});
