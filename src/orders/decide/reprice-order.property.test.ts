import { isRefusal } from "../../kernel/refusal.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { drawMenu, seededRandom } from "../../../examples/menus/draw-menu.ts";
import { choose, menuOf, money, noon, one, price as priceOf, item } from "../../../test/models/pricing-menus.ts";
import { buyGet, offering, off, percent, type Offer } from "../../../test/models/promotion-menus.ts";
import type { Id } from "../../kernel/id.ts";
import { arrangeMenu, type OrderableMenu } from "../../menus/read/orderable-menu.ts";
import { parseMenu } from "../../menus/document/parse-menu.ts";
import type { BasketItem } from "../../pricing/basket.ts";
import { drawPlausibleBasket } from "../../pricing/draw-basket.ts";
import { priceBasket } from "../../pricing/price-basket.ts";
import type { UnavailableLine } from "../order/item-change.ts";
import type { OrderLine } from "../order/order.ts";
import { linesLeft, repriceOrder, type PlacedOrderPrice, type PricedOrder, type Repriced } from "./reprice-order.ts";

interface Placed {
  readonly order: PricedOrder & { readonly line_items: readonly OrderLine[] };
  readonly placed: PlacedOrderPrice;
}

function place(
  menu: OrderableMenu,
  items: readonly BasketItem[],
  more: { codes?: string[]; at?: number } = {},
): Placed {
  const { codes = [], at = noon } = more;
  const moment = { menu, outOfStock: new Set<string>(), timeZone: "UTC", at, fulfillmentType: "delivery" as const };
  const basket = { items, coupon_codes: codes };
  const priced = priceBasket({ ...moment, basket, deliveryFee: 250, deliveryTip: 100 });
  if (isRefusal(priced)) assert.fail(JSON.stringify(priced.reasons));
  const line_items = priced.lines.map((line, index): OrderLine => ({ ...line, id: `oli_${index}` as Id<"oli"> }));
  const { totals } = priced;
  const id = "ord_x" as Id<"ord">;
  const order = { id, fulfillment_type: "delivery" as const, created_at: at, scheduled_for: null, line_items, totals };
  return { order, placed: { menu, timeZone: "UTC", breakdown: priced.breakdown } };
}

const without = (
  { order, placed }: Placed,
  unavailable: readonly UnavailableLine[],
  later?: Partial<PricedOrder>,
): Repriced => repriceOrder({ ...order, ...later }, linesLeft(order.line_items, unavailable), placed);

const unavailable = (order: Placed["order"], index: number, quantity?: number): UnavailableLine => {
  const line = order.line_items[index];
  assert.ok(line !== undefined);
  return { id: line.id, name: line.name, quantity: quantity ?? line.quantity };
};

function arranged(document: unknown): OrderableMenu {
  const parsed = parseMenu(document);
  if (isRefusal(parsed)) throw new Error(JSON.stringify(parsed.issues.slice(0, 3)));
  return arrangeMenu(parsed.document);
}

const seeds = fc.integer({ min: 0, max: 1_000_000 });

test("pricing an order again without removing anything changes nothing (rules/ordering 8.1)", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const menu = arranged(drawMenu(seededRandom(seed), { items: 1 + (seed % 9) }));
      const moment = {
        menu,
        outOfStock: new Set<string>(),
        timeZone: "UTC",
        at: noon,
        fulfillmentType: "delivery" as const,
      };
      const items = drawPlausibleBasket(moment, seededRandom(seed + 1));
      if (items.length === 0) return;
      const made = place(menu, items);
      const { line_items, totals, breakdown } = without(made, []);
      assert.deepEqual(totals, made.order.totals);
      assert.deepEqual(line_items, made.order.line_items);
      assert.deepEqual(breakdown, made.placed.breakdown);
    }),
    { numRuns: 300 },
  );
});

test("whatever is removed, at any later time: totals add up, are explained, and are never more than before (rules/ordering 12.5)", () => {
  fc.assert(
    fc.property(seeds, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (seed, picks) => {
      const menu = arranged(drawMenu(seededRandom(seed), { items: 1 + (seed % 9) }));
      const moment = {
        menu,
        outOfStock: new Set<string>(),
        timeZone: "UTC",
        at: noon,
        fulfillmentType: "delivery" as const,
      };
      const items = drawPlausibleBasket(moment, seededRandom(seed + 1));
      if (items.length < 2) return;
      const made = place(menu, items);
      const lines = made.order.line_items;
      const chosen = [...new Set(picks.map((pick) => pick % lines.length))].slice(0, lines.length - 1);
      const gone = chosen.map((index) => unavailable(made.order, index, 1 + (seed % (lines[index]?.quantity ?? 1))));
      const { totals, breakdown } = without(made, gone, { scheduled_for: noon + 37 * 3_600_000 });
      const { subtotal, discount, tax, surcharge, tip, delivery_fee, delivery_tip } = totals;
      assert.equal(totals.total, subtotal - discount + tax + surcharge + tip + delivery_fee + delivery_tip);
      assert.ok(totals.total <= made.order.totals.total, "nothing becomes dearer");
      assert.deepEqual([delivery_fee, delivery_tip], [250, 100]);
      const sumOf = (kind: string) => breakdown.reduce((sum, row) => sum + (row.kind === kind ? row.amount : 0), 0);
      assert.deepEqual([sumOf("discount"), sumOf("price") + sumOf("option")], [discount, subtotal]);
    }),
    { numRuns: 300 },
  );
});

// The menu of the promotions: pizza 12.00, burger 10.00, cola 3.00, cake 6.00.
const promoted = (offer: Offer) => offering([offer]);

test("a promotion that the order had stays below its minimum (rules/ordering 12.5)", () => {
  const made = place(promoted({ discount: percent(10), promotion: { minSubtotal: money(1500) } }), [
    one("pizza"),
    one("cola"),
  ]);
  assert.equal(made.order.totals.discount, 150);
  const { totals } = without(made, [unavailable(made.order, 1)]);
  // 12.00 - 1.20, and what delivery costs.
  assert.deepEqual([totals.subtotal, totals.discount, totals.total], [1200, 120, 1430]);
});

test("a coupon that the order had stays, and one that it had not does not begin", () => {
  const made = place(promoted({ discount: percent(10), codes: ["TEN"] }), [one("pizza"), one("cola")], {
    codes: ["TEN"],
  });
  assert.equal(without(made, [unavailable(made.order, 1)]).totals.discount, 120);
  const plain = place(promoted({ discount: percent(10), codes: ["TEN"] }), [one("pizza"), one("cola")]);
  assert.equal(without(plain, [unavailable(plain.order, 1)]).totals.discount, 0);
});

test("what bought the free one is gone: the free one costs, but nothing more than before", () => {
  const made = place(promoted({ discount: buyGet(1, 1, "all") }), [one("cola"), one("cola")]);
  assert.deepEqual([made.order.totals.subtotal, made.order.totals.discount], [600, 300]);
  const { totals } = without(made, [unavailable(made.order, 0)]);
  assert.deepEqual([totals.subtotal, totals.discount, totals.total], [300, 0, made.order.totals.total]);
});

test("a bulk price that is no longer reached does not make the rest dearer", () => {
  const menu = menuOf([item("roll", priceOf(100, { bulkTiers: [{ minQuantity: 10, unitPrice: money(50) }] }))]);
  const made = place(menu, [one("roll", 10)]);
  const { totals, breakdown } = without(made, [unavailable(made.order, 0, 1)]);
  // 10 x 0.50 was 5.00; 9 x 1.00 is 9.00.
  assert.deepEqual([totals.subtotal, totals.discount, totals.total], [900, 400, made.order.totals.total]);
  assert.match(breakdown.at(-1)?.label ?? "", /Price kept/);
});

test("an amount off stays whole while there is enough to take it off", () => {
  const made = place(promoted({ discount: off(500) }), [one("pizza"), one("burger", 1, [choose("cheese")])]);
  assert.equal(without(made, [unavailable(made.order, 1)]).totals.discount, 500);
});
