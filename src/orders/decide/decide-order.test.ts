import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isRefusal } from "../../kernel/refusal.ts";
import { newId } from "../../kernel/id.ts";
import type { settableStatuses } from "./decide-order.ts";
import { decideOrder, type Decision } from "./decide-order.ts";
import type { Order } from "../order/order.ts";
import { isTerminal, orderStatuses, transitions, type Actor, type OrderStatus } from "../order/order-status.ts";

const now = 1_800_000_000_000;

function orderIn(passed: readonly OrderStatus[], fields: Partial<Order> = {}): Order {
  const status = passed.at(-1) ?? "PENDING";
  return {
    id: newId("ord"),
    location_id: newId("str"),
    created_at: now,
    updated_at: now,
    written_at: now,
    sequence: passed.length,
    event_sequence: 1,
    status,
    passed,
    payment_status: "paid",
    fulfillment_type: "pickup",
    display_number: "1",
    confirmation_code: "7KQ4MXRT",
    customer: { name: "Sam", phone: "+12175550123", email: null },
    language: null,
    line_items: [],
    totals: {
      currency: "USD",
      subtotal: 0,
      discount: 0,
      tax: 0,
      tax_included: 0,
      surcharge: 0,
      tip: 0,
      delivery_fee: 0,
      delivery_tip: 0,
      total: 0,
    },
    delivery_address: null,
    scheduled_for: null,
    notes: null,
    external_id: null,
    estimated_ready_at: null,
    handed_over_at: now,
    decision_deadline: now + 360_000,
    payment_deadline: null,
    denial: null,
    cancellation: null,
    validation: null,
    simulated_payment: false,
    payment_provider: "test",
    payment_link_token: "token",
    timer_kind: null,
    due_at: null,
    timer_at: null,
    item_changes: [],
    refunded: 0,
    receiver: null,
    updated_by: "diner",
    acted_by: null,
    ...fields,
  };
}

const accept: Decision = { kind: "accept", posTicketId: null, estimatedReadyAt: null };
const deny: Decision = { kind: "deny", reason: "CAPACITY", outOfStock: [] };
const cancel: Decision = { kind: "cancel", reason: "OTHER" };
const status = (to: (typeof settableStatuses)[number]): Decision => ({ kind: "status", status: to });

const pending = ["PENDING"] as const;
const accepted = ["PENDING", "ACCEPTED"] as const;
const auto = ["PENDING", "AUTO_ACCEPTED"] as const;
const ready = ["PENDING", "ACCEPTED", "READY"] as const;
const inDelivery = [...ready, "IN_DELIVERY"] as const;
const fulfilled = [...ready, "FULFILLED"] as const;
const rejected = ["PENDING", "REJECTED"] as const;
const storeCancelled = [...accepted, "STORE_CANCELLED"] as const;
const customerCancelled = [...accepted, "CUSTOMER_CANCELLED"] as const;

type Outcome = OrderStatus | "holds" | "illegal_transition" | "order_not_ready" | "invalid_request";
const cases: readonly (readonly [string, readonly OrderStatus[], Decision, Outcome, Partial<Order>?, Actor?])[] = [
  ["accept a pending order", pending, accept, "ACCEPTED"],
  ["accept before hand-over", pending, accept, "order_not_ready", { handed_over_at: null, decision_deadline: null }],
  [
    "status ACCEPTED before hand-over",
    pending,
    status("ACCEPTED"),
    "order_not_ready",
    { handed_over_at: null, decision_deadline: null },
  ],
  ["deny before hand-over", pending, deny, "REJECTED", { handed_over_at: null, decision_deadline: null }],
  ["accept again", accepted, accept, "holds"],
  ["accept what the service accepted", auto, accept, "holds"],
  ["accept a ready order that was accepted", ready, accept, "holds"],
  ["accept a fulfilled order", fulfilled, accept, "holds"],
  ["accept a rejected order", rejected, accept, "illegal_transition"],
  ["accept an order the store cancelled", storeCancelled, accept, "illegal_transition"],
  ["accept an order the diner cancelled", customerCancelled, accept, "illegal_transition"],
  [
    "accept with a past ready time",
    pending,
    { kind: "accept", posTicketId: null, estimatedReadyAt: now },
    "invalid_request",
  ],
  [
    "accept again with a time that has passed since",
    accepted,
    { kind: "accept", posTicketId: null, estimatedReadyAt: now - 1 },
    "holds",
  ],
  ["deny a pending order", pending, deny, "REJECTED"],
  ["deny again", rejected, deny, "holds"],
  ["deny an accepted order", accepted, deny, "illegal_transition"],
  ["ready from accepted", accepted, { kind: "ready" }, "READY"],
  ["ready from auto-accepted", auto, { kind: "ready" }, "READY"],
  ["ready from pending", pending, { kind: "ready" }, "illegal_transition"],
  ["ready again", ready, { kind: "ready" }, "holds"],
  ["ready after fulfilment", fulfilled, { kind: "ready" }, "holds"],
  ["ready after the diner cancelled", customerCancelled, { kind: "ready" }, "illegal_transition"],
  ["complete from ready", ready, { kind: "complete" }, "FULFILLED"],
  ["complete from delivery", inDelivery, { kind: "complete" }, "FULFILLED", { fulfillment_type: "delivery" }],
  ["complete from accepted", accepted, { kind: "complete" }, "illegal_transition"],
  ["complete again", fulfilled, { kind: "complete" }, "holds"],
  ["cancel an accepted order", accepted, cancel, "STORE_CANCELLED"],
  ["cancel a ready order", ready, cancel, "STORE_CANCELLED"],
  ["cancel again", storeCancelled, cancel, "holds"],
  ["cancel a pending order by the app", pending, cancel, "illegal_transition"],
  ["cancel a pending order at the console", pending, cancel, "STORE_CANCELLED", {}, "store"],
  ["cancel a fulfilled order", fulfilled, cancel, "illegal_transition"],
  ["cancel what the diner cancelled", customerCancelled, cancel, "illegal_transition"],
  ["delivery leaves the kitchen", ready, status("IN_DELIVERY"), "IN_DELIVERY", { fulfillment_type: "delivery" }],
  ["a pickup order is never in delivery", ready, status("IN_DELIVERY"), "illegal_transition"],
  ["status READY on a ready order", ready, status("READY"), "holds"],
  ["status ACCEPTED after READY", ready, status("ACCEPTED"), "holds"],
  ["status ACCEPTED after AUTO_ACCEPTED and READY", ["PENDING", "AUTO_ACCEPTED", "READY"], status("ACCEPTED"), "holds"],
  [
    "status IN_DELIVERY that was skipped",
    fulfilled,
    status("IN_DELIVERY"),
    "illegal_transition",
    { fulfillment_type: "delivery" },
  ],
  ["status REJECTED", pending, status("REJECTED"), "REJECTED"],
  ["status STORE_CANCELLED on pending", pending, status("STORE_CANCELLED"), "illegal_transition"],
  ["status FULFILLED from pending", pending, status("FULFILLED"), "illegal_transition"],
];

describe("decisions", () => {
  for (const [name, passed, decision, expected, fields = {}, actor = "partner"] of cases) {
    test(`${name}: ${expected} (rules/ordering 3.2, 4.4 and 4.7)`, () => {
      const judged = decideOrder(orderIn(passed, fields), decision, actor, now);
      const outcome: Outcome = isRefusal(judged) ? judged.code : judged.kind === "holds" ? "holds" : judged.move.to;
      assert.equal(outcome, expected);
    });
  }

  test("a refusal says from where to where and by what (rules/ordering 4.5)", () => {
    const judged = decideOrder(orderIn(pending), { kind: "ready" }, "partner", now);
    assert.ok(isRefusal(judged));
    assert.deepEqual(judged.details, { from_status: "PENDING", decision: "ready", to_status: "READY" });
  });

  test("a refusal names what is possible now, for whom and how the order is handed out", () => {
    const unready = { handed_over_at: null, decision_deadline: null };
    const delivery = { fulfillment_type: "delivery" } as const;
    const complete: Decision = { kind: "complete" };
    const said: readonly (readonly [readonly OrderStatus[], Decision, Actor, string, Partial<Order>?])[] = [
      [pending, complete, "partner", "possible now: accept, deny"],
      [pending, complete, "partner", "possible now: deny", unready],
      [pending, complete, "store", "possible now: accept, deny, cancel"],
      [auto, complete, "partner", "possible now: ready, cancel"],
      [ready, deny, "partner", "possible now: complete, cancel"],
      [ready, deny, "partner", "possible now: status IN_DELIVERY, complete, cancel", delivery],
      [inDelivery, deny, "partner", "possible now: complete, cancel", delivery],
      [rejected, accept, "partner", "it is over"],
      [fulfilled, cancel, "partner", "it is over"],
    ];
    for (const [passed, decision, actor, next, fields] of said) {
      const judged = decideOrder(orderIn(passed, fields), decision, actor, now);
      assert.ok(isRefusal(judged));
      assert.ok(judged.message.endsWith(`; ${next}`), judged.message);
    }
  });
});

describe("the table", () => {
  test("nothing leaves a terminal status (rules/ordering 3.1)", () => {
    assert.deepEqual(
      transitions.filter(({ from }) => isTerminal(from)),
      [],
    );
  });

  test("every status but PENDING is reached by some transition", () => {
    const reached = new Set(transitions.map(({ to }) => to));
    assert.deepEqual(
      orderStatuses.filter((each) => !reached.has(each)),
      ["PENDING"],
    );
  });

  test("the diner cancels until READY (rules/ordering 3.4)", () => {
    const from = transitions.filter(({ to }) => to === "CUSTOMER_CANCELLED").map((transition) => transition.from);
    assert.deepEqual(from, ["PENDING", "ACCEPTED", "AUTO_ACCEPTED"]);
  });
});
