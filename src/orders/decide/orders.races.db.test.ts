import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startOrderPartner, type OrderPartner } from "../../../test/harness/order-calls.ts";
import type { CallAnswer } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";

let partner: OrderPartner;
let location: Id<"str">;

before(async () => {
  partner = await startOrderPartner();
  location = await partner.connectedLocation();
});
after(() => partner.service.stop());

const post = (orderId: string, what: string, body?: unknown): Promise<CallAnswer> =>
  partner.call("POST", `/v1/orders/${orderId}/${what}`, body);
const diner = (orderId: string, what: string, body?: unknown): Promise<CallAnswer> =>
  partner.call("POST", `/v1/sandbox/orders/${orderId}/${what}`, body);
const pay = (orderId: string, card: string): Promise<CallAnswer> => diner(orderId, "pay", { card_number: card });

const card = {
  good: "4242424242424242",
  declined: "4000000000000002",
  delayed: "4000000000003220",
} as const;

/** Status or refusal code, which is what a race decides. */
const outcome = (answer: CallAnswer): string => `${answer.status} ${answer.body.code ?? ""}`.trim();

/** RACES repeats each race so many times as often. */
const share = Number(process.env["RACES"] ?? 1);

/** Runs a race many times, each on a fresh order, and counts what came of it. */
async function race(
  rounds: number,
  payment: "paid" | "unpaid",
  run: (orderId: string) => readonly Promise<CallAnswer>[],
): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  for (let round = 0; round < rounds * share; round++) {
    const orderId = await partner.place(location, { payment });
    const answers = await Promise.all(run(orderId));
    const order = await partner.read(orderId);
    const key = `${answers.map(outcome).join(" | ")} -> ${order.status} ${order.payment_status}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return seen;
}

/** The rows of a query on the database of the test. */
const rows = <Row>(text: string): Promise<Row[]> => partner.service.database.read.rows<Row>(text);

function assertOnly(seen: ReadonlyMap<string, number>, legal: readonly string[]): void {
  const illegal = [...seen].filter(([key]) => !legal.includes(key));
  assert.deepEqual(illegal, [], `all outcomes: ${JSON.stringify([...seen])}`);
}

test("parallel accept and deny have one outcome (rules/ordering 4.6)", async () => {
  const seen = await race(20, "paid", (id) => [
    post(id, "accept", { pos_ticket_id: "T-1" }),
    post(id, "deny", { reason: "CAPACITY" }),
  ]);
  assertOnly(seen, [
    "200 | 409 illegal_transition -> ACCEPTED paid",
    "409 illegal_transition | 200 -> REJECTED refund_pending",
  ]);
  const doubled = await rows(
    `SELECT order_id FROM order_changes WHERE what IN ('accept', 'deny') GROUP BY order_id HAVING count(*) <> 1`,
  );
  assert.deepEqual(doubled, []);
});

test("four accepts at once are one change, one event and the same answer", async () => {
  const seen = await race(10, "paid", (id) => [1, 2, 3, 4].map(() => post(id, "accept", { pos_ticket_id: "T-1" })));
  assertOnly(seen, ["200 | 200 | 200 | 200 -> ACCEPTED paid"]);
});

test("the diner's cancel and the partner's ready: ready first, or cancelled", async () => {
  const seen = await race(16, "paid", (id) => [
    post(id, "accept").then(() => post(id, "ready")),
    diner(id, "customer_cancel"),
  ]);
  assertOnly(seen, [
    "200 | 409 illegal_transition -> READY paid",
    "409 illegal_transition | 200 -> CUSTOMER_CANCELLED refund_pending",
  ]);
});

test("two payments of one link take the money once, whatever the cards (rules/ordering 10.6)", async () => {
  const pairs = [
    [card.good, card.good],
    [card.good, card.delayed],
    [card.delayed, card.delayed],
  ] as const;
  for (const [one, other] of pairs) {
    const seen = await race(8, "unpaid", (id) => [pay(id, one), pay(id, other)]);
    const first = one === card.good ? "paid" : "pending";
    const second = other === card.good ? "paid" : "pending";
    assertOnly(seen, [
      `200 | 409 payment_not_open -> PENDING ${first}`,
      `409 payment_not_open | 200 -> PENDING ${second}`,
    ]);
  }
});

test("a declined card beside a good or a delayed one never undoes it", async () => {
  for (const [other, status] of [
    [card.good, "paid"],
    [card.delayed, "pending"],
  ] as const) {
    const seen = await race(8, "unpaid", (id) => [pay(id, card.declined), pay(id, other)]);
    assertOnly(seen, [`200 | 200 -> PENDING ${status}`, `409 payment_not_open | 200 -> PENDING ${status}`]);
  }
});

test("a cancel beside a payment: paid and refunded, or closed and never paid (rules/ordering 11.2)", async () => {
  const seen = await race(16, "unpaid", (id) => [pay(id, card.good), diner(id, "customer_cancel")]);
  assertOnly(seen, [
    "200 | 200 -> CUSTOMER_CANCELLED refund_pending",
    "409 payment_not_open | 200 -> CUSTOMER_CANCELLED unpaid",
  ]);
  const wrong = await rows(
    `SELECT p.id FROM payments p JOIN orders o ON o.id = p.order_id LEFT JOIN refunds r ON r.payment_id = p.id
     WHERE o.status = 'CUSTOMER_CANCELLED' AND (p.captured > 0) <> (r.id IS NOT NULL)`,
  );
  assert.deepEqual(wrong, []);
});

test("accept against the deadline: accepted before it, or rejected by it, and the refund is owed once (rules/ordering 6.2)", async () => {
  const tight = await partner.connectedLocation();
  const seen = new Map<string, number>();
  for (let round = 0; round < 8 * share; round++) {
    const orderId = await partner.place(tight, { payment: "paid" });
    const [answer] = await Promise.all([post(orderId, "accept"), partner.advance(tight, 361)]);
    const order = await partner.read(orderId);
    const key = `${outcome(answer)} -> ${order.status} ${order.payment_status}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  assertOnly(seen, [
    "200 -> ACCEPTED paid",
    "409 illegal_transition -> REJECTED refund_pending",
    "409 illegal_transition -> REJECTED refunded",
  ]);
  const changes = await rows(
    `SELECT order_id FROM order_changes WHERE what IN ('accept', 'decision_window_lapsed') GROUP BY order_id HAVING count(*) > 1`,
  );
  assert.deepEqual(changes, []);
});

test("one Idempotency-Key sent four times at once places one order (rules/ordering 14.3)", async () => {
  for (let round = 0; round < 8 * share; round++) {
    const key = `place-${round}`;
    const body = { location_id: location, payment: "paid" };
    const answers = await Promise.all([1, 2, 3, 4].map(() => partner.call("POST", "/v1/sandbox/orders", body, key)));
    const placed = answers.filter(({ status }) => status === 201);
    assert.ok(placed.length >= 1, answers.map(outcome).join(" | "));
    assert.equal(new Set(placed.map(({ text }) => text)).size, 1);
    for (const answer of answers) {
      if (answer.status !== 201) assert.equal(outcome(answer), "409 operation_in_progress");
    }
    const again = await partner.call("POST", "/v1/sandbox/orders", body, key);
    assert.equal(again.text, placed[0]?.text);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
  }
});
