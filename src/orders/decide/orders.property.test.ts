import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isRefusal } from "../../kernel/refusal.ts";
import { decideOrder, settableStatuses, targetOf, type Decision } from "./decide-order.ts";
import { decisionWindowMs, timerFor, whatItWaitsFor } from "../order/hand-over.ts";
import type { Order } from "../order/order.ts";
import { hasReached, isTerminal, mayMove, orderStatuses, transitions, type Actor } from "../order/order-status.ts";
import { OrderWork } from "../order/order-work.ts";

const start = Date.parse("2026-03-01T12:00:00Z");

/** What happens to an order from outside, without the database. */
type Happening =
  | { readonly kind: "decision"; readonly by: "partner" | "store"; readonly decision: Decision }
  | { readonly kind: "diner_cancels" }
  | { readonly kind: "paid" }
  | { readonly kind: "validated" }
  | { readonly kind: "time_passes"; readonly ms: number };

const decision: fc.Arbitrary<Decision> = fc.oneof(
  fc.record({
    kind: fc.constant("accept" as const),
    posTicketId: fc.option(fc.constantFrom("T-1", "T-2")),
    estimatedReadyAt: fc.option(fc.integer({ min: start - 1000, max: start + 8_000_000 })),
  }),
  fc.record({ kind: fc.constant("deny" as const), reason: fc.constant("CAPACITY"), outOfStock: fc.constant([]) }),
  fc.constantFrom<Decision>({ kind: "ready" }, { kind: "complete" }, { kind: "cancel", reason: "OTHER" }),
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("status" as const), status: fc.constantFrom(...settableStatuses) }),
  },
);

const happenings: fc.Arbitrary<readonly Happening[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("decision" as const),
        by: fc.constantFrom("partner", "store"),
        decision,
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: "diner_cancels" as const }) },
    { weight: 2, arbitrary: fc.constantFrom({ kind: "paid" as const }, { kind: "validated" as const }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("time_passes" as const), ms: fc.integer({ min: 0, max: 4_000_000 }) }),
    },
  ),
  { maxLength: 25, size: "max" },
);

const placings = fc.record({
  fulfillmentType: fc.constantFrom("pickup" as const, "delivery" as const),
  payment: fc.constantFrom("unpaid" as const, "paid" as const, "pay_in_store" as const),
  validated: fc.boolean(),
  scheduledInMs: fc.option(fc.integer({ min: 1, max: 7_200_000 })),
  leadMinutes: fc.option(fc.constantFrom(0, 15, 60)),
  timeout: fc.constantFrom("accept" as const, "reject" as const),
});
const paceOf = ({ leadMinutes }: Placing) => ({ leadMinutes, paymentMinutes: 15, connectedApp: null });
type Placing = typeof placings extends fc.Arbitrary<infer T> ? T : never;

function newOrder(placing: Placing): Order {
  return {
    ...({} as Order),
    sequence: 1,
    event_sequence: 0,
    status: "PENDING",
    passed: ["PENDING"],
    payment_status: placing.payment,
    fulfillment_type: placing.fulfillmentType,
    created_at: start,
    updated_at: start,
    written_at: start,
    scheduled_for: placing.scheduledInMs === null ? null : start + placing.scheduledInMs,
    handed_over_at: null,
    decision_deadline: null,
    payment_deadline: null,
    validation: placing.validated
      ? {
          id: "val_x" as NonNullable<Order["validation"]>["id"],
          status: "pending",
          deadline: start + 30_000,
          issues: [],
        }
      : null,
    timer_kind: null,
    due_at: null,
    timer_at: null,
    item_changes: [],
    refunded: 0,
    receiver: null,
    updated_by: "diner",
    acted_by: null,
  };
}

/** One change of the status, and who made it. */
interface Step {
  readonly from: Order["status"];
  readonly to: Order["status"];
  readonly by: Actor;
}

/** Lives an order through what happens, checking after each what must hold always; answers the path it took. */
function live(placing: Placing, sequence: readonly Happening[]): readonly Step[] {
  const path: Step[] = [];
  let now = start;
  let work = new OrderWork(newOrder(placing), { now, writtenAt: now });
  work.placed();
  work.proceed(paceOf(placing));
  check(work, undefined, placing);
  for (const happening of sequence) {
    const before = work.order;
    if (happening.kind === "time_passes") now += happening.ms;
    work = new OrderWork(before, { now, writtenAt: now });
    happen(work, happening, placing);
    check(work, before, placing);
    let from = before.status;
    for (const { status: to, actor: by } of work.changes) {
      if (to !== from) path.push({ from, to, by });
      from = to;
    }
  }
  return path;
}

function happen(work: OrderWork, happening: Happening, placing: Placing): void {
  fireDueTimer(work, placing);
  const { order } = work;
  switch (happening.kind) {
    case "time_passes":
      break;
    case "paid":
      if (order.payment_status === "unpaid" && order.status === "PENDING")
        work.change("paid", "service", { payment_status: "paid" });
      break;
    case "validated":
      if (order.status === "PENDING" && order.validation?.status === "pending")
        work.change("validated", "partner", { validation: { ...order.validation, status: "valid" } });
      break;
    case "diner_cancels":
      if (mayMove(order.status, "CUSTOMER_CANCELLED", "diner", order.fulfillment_type))
        work.change("customer_cancelled", "diner", { status: "CUSTOMER_CANCELLED" });
      break;
    case "decision": {
      const judgement = decideOrder(order, happening.decision, happening.by, work.now);
      if (isRefusal(judgement) || judgement.kind === "holds") break;
      const { to, ...fields } = judgement.move;
      work.change(happening.decision.kind, happening.by, { status: to, ...fields });
      assert.equal(work.order.status, targetOf(happening.decision));
      checkRepeat(work.order, happening.decision, happening.by);
    }
  }
  work.proceed(paceOf(placing));
}

function fireDueTimer(work: OrderWork, placing: Placing): void {
  const { timer_kind: kind, timer_at: at } = work.order;
  if ((kind !== "decision" && kind !== "payment") || at === null || at > work.now) return;
  if (kind === "payment") work.change("payment_window_lapsed", "service", { status: "REJECTED" });
  else if (placing.timeout === "accept") work.change("auto_accepted", "service", { status: "AUTO_ACCEPTED" });
  else work.change("decision_window_lapsed", "service", { status: "REJECTED" });
  work.proceed(paceOf(placing));
}

/** A decision that just took effect holds, for as long as time stands still. */
function checkRepeat(order: Order, decision: Decision, by: Actor): void {
  const again = decideOrder(order, decision, by, order.updated_at);
  assert.ok(!isRefusal(again) && again.kind === "holds", `${decision.kind} again on ${order.status}`);
}

function check(work: OrderWork, before: Order | undefined, placing: Placing): void {
  const { order } = work;
  const first = before?.sequence ?? 0;
  assert.deepEqual(
    work.changes.map(({ sequence }) => sequence),
    Array.from({ length: order.sequence - first }, (_, index) => first + 1 + index),
    "the sequence has a gap",
  );
  assert.equal(order.passed.at(-1), order.status);
  assert.equal(new Set(order.passed).size, order.passed.length, "no status is reached twice");
  const notifications = work.events.filter(({ type }) => type === "order.notification").length;
  assert.equal(notifications, order.handed_over_at !== (before?.handed_over_at ?? null) ? 1 : 0);
  if (before !== undefined && isTerminal(before.status)) assert.equal(order.status, before.status);
  if (order.status !== "PENDING") return assert.equal(order.timer_at, null, "a decided order waits for nothing");
  const waiting = whatItWaitsFor(order, placing.leadMinutes, work.now);
  assert.notEqual(waiting.for, "hand_over", "nothing stands before the hand-over, and it was not made");
  assert.deepEqual(
    timerFor(waiting),
    order.timer_at === null ? null : { kind: order.timer_kind, dueAt: order.timer_at },
  );
  if (waiting.for === "payment") assert.ok(waiting.until !== null, "an order that is not paid ends");
  if (order.handed_over_at !== null) {
    assert.equal(order.decision_deadline, order.handed_over_at + decisionWindowMs);
    assert.notEqual(order.validation?.status, "pending");
    assert.ok(order.payment_status === "paid" || order.payment_status === "pay_in_store");
  }
}

test("no sequence of decisions, timers, payments and cancels leaves the transition table (rules/ordering 3.2)", () => {
  fc.assert(
    fc.property(placings, happenings, (placing, sequence) => {
      for (const { from, to, by } of live(placing, sequence)) {
        assert.ok(mayMove(from, to, by, placing.fulfillmentType), `${from} to ${to} by ${by}`);
      }
    }),
    { numRuns: 3_000 },
  );
});

test("the sequences reach every transition of the table", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(placings, happenings, (placing, sequence) => {
      for (const { from, to, by } of live(placing, sequence)) seen.add(`${from} ${to} ${by}`);
    }),
    { numRuns: 8_000, seed: 7 },
  );
  // A rejection by the service for another reason than time needs the database; the timer's own is among these.
  const all = transitions.flatMap(({ from, to, by }) => by.map((actor) => `${from} ${to} ${actor}`));
  assert.deepEqual([...seen].toSorted(), all.toSorted());
});

test("every status, target and actor: a decision holds, moves as the table says, or is refused with its reasons (rules/ordering 4.4, 4.5)", () => {
  const paths: readonly (readonly Order["status"][])[] = orderStatuses.map((status) => pathTo(status));
  for (const passed of paths) {
    for (const fulfillmentType of ["pickup", "delivery"] as const) {
      for (const actor of ["partner", "store"] as const) {
        for (const status of settableStatuses) {
          const order = {
            ...newOrder(plain),
            passed,
            status: passed.at(-1) ?? "PENDING",
            fulfillment_type: fulfillmentType,
            handed_over_at: start,
          };
          const judgement = decideOrder(order, { kind: "status", status }, actor, start);
          const legal = mayMove(order.status, status, actor, fulfillmentType);
          const aborted = ["REJECTED", "STORE_CANCELLED", "CUSTOMER_CANCELLED"].includes(order.status);
          const holds = order.status === status || (hasReached(passed, status) && !aborted);
          const where = `${passed.join(">")} to ${status} by ${actor}`;
          if (holds) assert.ok(!isRefusal(judgement) && judgement.kind === "holds", where);
          else if (legal)
            assert.ok(!isRefusal(judgement) && judgement.kind === "moves" && judgement.move.to === status, where);
          else {
            assert.ok(isRefusal(judgement), where);
            assert.equal(judgement.code, "illegal_transition");
            assert.deepEqual(judgement.details, { from_status: order.status, decision: "status", to_status: status });
          }
        }
      }
    }
  }
});

const plain: Placing = {
  fulfillmentType: "pickup",
  payment: "paid",
  validated: false,
  scheduledInMs: null,
  leadMinutes: null,
  timeout: "reject",
};

/** A shortest way to a status through the table. */
function pathTo(status: Order["status"]): readonly Order["status"][] {
  const paths: (readonly Order["status"][])[] = [["PENDING"]];
  for (const path of paths) {
    const end = path.at(-1);
    if (end === status) return path;
    for (const { from, to } of transitions) if (from === end && !path.includes(to)) paths.push([...path, to]);
  }
  throw new Error(`no way leads to ${status}`);
}
