import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { LateRow } from "../../platform/postgres/answers/late-row.ts";
import { newId } from "../../kernel/id.ts";
import { orderToWire, type WireContext } from "../order/order-wire.ts";
import type { Order } from "../order/order.ts";
import { createOrderTexts } from "./order-texts.cache.ts";

const at = Date.UTC(2026, 0, 2);
const context: WireContext = { livemode: false, baseUrl: "http://maple.test" };

/** A row as the database sends it, cut to what differs here. */
function rowOf(id: string, notes: string | null, counts = { reads: 0 }): LateRow<Order> {
  return new LateRow([id, notes], ([read, text]) => {
    counts.reads += 1;
    const nothing = { denial: null, cancellation: null, validation: null, delivery_address: null, scheduled_for: null };
    return {
      ...nothing,
      id: read,
      notes: text,
      created_at: at,
      updated_at: at,
      written_at: at,
      status: "PENDING",
      payment_status: "unpaid",
      customer: { name: "Ada", phone: null },
      line_items: [],
      item_changes: [],
      totals: { currency: "EUR", total: 100 },
      estimated_ready_at: null,
      handed_over_at: null,
      decision_deadline: null,
      payment_link_token: "token",
    };
  });
}

const textOf = (row: LateRow<Order>, made = context): string => JSON.stringify(orderToWire(row.read(), made));

describe("the texts of orders", () => {
  test("an order is made once more when it is seen again, and then as long as nothing of it changes", () => {
    const texts = createOrderTexts();
    const [id, counts] = [newId("ord"), { reads: 0 }];
    const first = texts.write(rowOf(id, "no onions", counts), context);
    assert.equal(texts.characters, 0);
    for (let times = 0; times < 3; times++) assert.equal(texts.write(rowOf(id, "no onions", counts), context), first);
    assert.equal(counts.reads, 2);
    assert.ok(texts.characters > first.length);
    assert.equal(JSON.parse(texts.write(rowOf(id, "no garlic", counts), context)).notes, "no garlic");
    assert.equal(JSON.parse(texts.write(rowOf(id, null, counts), context)).notes, null);
    assert.equal(counts.reads, 4);
  });

  test("addresses of another base are written anew", () => {
    const texts = createOrderTexts();
    const row = rowOf(newId("ord"), null);
    for (let times = 0; times < 3; times++) texts.write(row, context);
    const moved = { ...context, baseUrl: "https://orders.example" };
    assert.equal(texts.write(row, moved), textOf(row, moved));
    assert.match(texts.write(row, moved), /https:\/\/orders\.example\/pay\/token/);
  });

  test("what is used stays, what is not used goes, and whoever reads all orders once keeps none", () => {
    const [one, two, ...more] = Array.from({ length: 6 }, () => rowOf(newId("ord"), "1"));
    assert.ok(one !== undefined && two !== undefined);
    // Room for two orders in each half.
    const texts = createOrderTexts({ mostCharacters: 4 * (textOf(one).length + 31) + 2, mostSeen: 8 });
    const counts = { reads: 0 };
    for (let n = 0; n < 100; n++) texts.write(rowOf(newId("ord"), "once", counts), context);
    assert.deepEqual([texts.characters, counts.reads], [0, 100]);
    for (const row of [one, one, two, two]) texts.write(row, context);
    for (const row of more) for (const each of [row, row, one]) texts.write(each, context);
    texts.write(rowOf(one.texts[0] ?? "", "1", counts), context);
    assert.equal(counts.reads, 100, "one was used all the time");
    texts.write(rowOf(two.texts[0] ?? "", "1", counts), context);
    assert.equal(counts.reads, 101, "two was not, and had to go");
  });

  test("a text is always that of the row, whatever was seen before", () => {
    const ids = [newId("ord"), newId("ord"), newId("ord"), newId("ord")];
    const seen = fc.record({
      id: fc.constantFrom(...ids),
      notes: fc.constantFrom(null, "", "a", "b"),
      baseUrl: fc.constantFrom("http://one.test", "http://two.test"),
    });
    fc.assert(
      fc.property(fc.array(seen, { maxLength: 60 }), fc.integer({ min: 0, max: 3_000 }), (rows, mostCharacters) => {
        const texts = createOrderTexts({ mostCharacters, mostSeen: 2 });
        for (const { id, notes, baseUrl } of rows) {
          const row = rowOf(id, notes);
          const made = { ...context, baseUrl };
          assert.equal(texts.write(row, made), textOf(row, made));
          assert.ok(texts.characters <= mostCharacters);
        }
      }),
    );
  });
});
