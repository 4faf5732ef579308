/**
 * A small model of an order's life, written from the rules (rules/ordering 3, rules/ordering 4) and not from the code:
 * the answer and the effect of each call. Pure: a call gives a new order, so that two calls can be tried in both orders.
 */
export type Status =
  | "PENDING"
  | "ACCEPTED"
  | "AUTO_ACCEPTED"
  | "READY"
  | "IN_DELIVERY"
  | "FULFILLED"
  | "REJECTED"
  | "STORE_CANCELLED"
  | "CUSTOMER_CANCELLED";

export interface Rules {
  readonly leadMinutes: number | null;
  readonly decisionTimeout: "reject" | "accept";
  readonly validationTimeout: "reject" | "continue";
  readonly validates: boolean;
}

export interface ModelOrder {
  readonly rules: Rules;
  readonly delivery: boolean;
  readonly paysAtOnce: boolean;
  readonly scheduledFor: number | null;
  readonly status: Status;
  readonly passed: readonly Status[];
  /** As the order shows it. */
  readonly payment: "unpaid" | "pending" | "paid" | "refund_pending" | "refunded" | "pay_in_store" | "failed";
  /** Whether the link takes a card. */
  readonly open: boolean;
  readonly settlesAt: number | null;
  readonly refund: { readonly dueAt: number; readonly postponed: boolean } | null;
  readonly refundsToFail: number;
  readonly validation: "none" | "pending" | "valid" | "invalid" | "lapsed";
  readonly handedOver: boolean;
  /** Until when the link takes money; null before it does. */
  readonly payBy: number | null;
  readonly timer: { readonly kind: "validation" | "payment" | "hand_over" | "decision"; readonly at: number } | null;
  readonly sequence: number;
  readonly events: number;
}

export type Card = "good" | "declined" | "delayed" | "refund_fails";
export type Settable = "ACCEPTED" | "READY" | "IN_DELIVERY" | "FULFILLED" | "REJECTED" | "STORE_CANCELLED";

export type Call =
  | { readonly kind: "accept"; readonly readyInPast: boolean }
  | { readonly kind: "deny" | "ready" | "complete" | "cancel" | "resend" | "customer_cancel" | "store_cancel" }
  | { readonly kind: "status"; readonly status: Settable }
  | { readonly kind: "pay"; readonly card: Card }
  | { readonly kind: "validation"; readonly valid: boolean; readonly known: boolean };

export interface Result {
  readonly order: ModelOrder;
  /** `200`, or the status and code of a refusal. */
  readonly answer: string;
}

const over: readonly Status[] = ["REJECTED", "STORE_CANCELLED", "CUSTOMER_CANCELLED"];
const ways: Readonly<Record<Status, readonly Status[]>> = {
  PENDING: ["ACCEPTED", "REJECTED", "CUSTOMER_CANCELLED"],
  ACCEPTED: ["READY", "STORE_CANCELLED", "CUSTOMER_CANCELLED"],
  AUTO_ACCEPTED: ["READY", "STORE_CANCELLED", "CUSTOMER_CANCELLED"],
  READY: ["IN_DELIVERY", "FULFILLED", "STORE_CANCELLED"],
  IN_DELIVERY: ["FULFILLED", "STORE_CANCELLED"],
  FULFILLED: [],
  REJECTED: [],
  STORE_CANCELLED: [],
  CUSTOMER_CANCELLED: [],
};

/** A fresh order, placed at a time of its location's clock. */
export function placeModelOrder(
  rules: Rules,
  placing: {
    readonly delivery: boolean;
    readonly payment: "paid" | "unpaid" | "pay_in_store";
    readonly scheduledFor: number | null;
  },
  now: number,
): ModelOrder {
  const inStore = placing.payment === "pay_in_store";
  const paidAlready = placing.payment === "paid" && !rules.validates;
  const extra = (rules.validates ? 1 : 0) + (paidAlready ? 1 : 0);
  const order: ModelOrder = {
    rules,
    delivery: placing.delivery,
    paysAtOnce: placing.payment === "paid",
    scheduledFor: placing.scheduledFor,
    status: "PENDING",
    passed: ["PENDING"],
    payment: inStore ? "pay_in_store" : paidAlready ? "paid" : "unpaid",
    open: !inStore && !paidAlready,
    settlesAt: null,
    refund: null,
    refundsToFail: 0,
    validation: rules.validates ? "pending" : "none",
    handedOver: false,
    payBy: null,
    timer: rules.validates ? { kind: "validation", at: now + 30_000 } : null,
    sequence: paidAlready ? 2 : 1,
    events: 1 + extra,
  };
  return proceed(order, now);
}

/** What a call answers and leaves, at a time of the location's clock. */
export function applyCall(order: ModelOrder, call: Call, now: number): Result {
  switch (call.kind) {
    case "accept":
      return decide(order, "ACCEPTED", "partner", now, call.readyInPast);
    case "deny":
      return decide(order, "REJECTED", "partner", now);
    case "ready":
      return decide(order, "READY", "partner", now);
    case "complete":
      return decide(order, "FULFILLED", "partner", now);
    case "cancel":
      return decide(order, "STORE_CANCELLED", "partner", now);
    case "status":
      return decide(order, call.status, "partner", now);
    case "store_cancel":
      return decide(order, "STORE_CANCELLED", "store", now);
    case "customer_cancel":
      return decide(order, "CUSTOMER_CANCELLED", "diner", now);
    case "pay":
      return pay(order, call.card, now);
    case "resend":
      if (over.includes(order.status) || order.status === "FULFILLED") return { order, answer: "409 order_terminal" };
      if (!order.handedOver) return { order, answer: "409 order_not_ready" };
      return { order: { ...order, events: order.events + 1 }, answer: "200" };
    case "validation":
      return answerValidation(order, call, now);
  }
}

function decide(
  order: ModelOrder,
  to: Status,
  by: "partner" | "store" | "diner",
  now: number,
  readyInPast = false,
): Result {
  const accepted = to === "ACCEPTED" && order.passed.includes("AUTO_ACCEPTED");
  const passedBefore = (order.passed.includes(to) || accepted) && !over.includes(to) && !over.includes(order.status);
  if (order.status === to || passedBefore) return { order, answer: "200" };
  const atConsole = by === "store" && order.status === "PENDING" && to === "STORE_CANCELLED";
  const possible = ways[order.status].includes(to) && (to === "CUSTOMER_CANCELLED") === (by === "diner");
  if (!atConsole && (!possible || (to === "IN_DELIVERY" && !order.delivery)))
    return { order, answer: "409 illegal_transition" };
  if (to === "ACCEPTED" && !order.handedOver) return { order, answer: "409 order_not_ready" };
  if (readyInPast) return { order, answer: "400 invalid_request" };
  return { order: move(order, to, now), answer: "200" };
}

/** The order in a further status; the money goes back when it ends without food. */
function move(order: ModelOrder, to: Status, now: number): ModelOrder {
  const moved = change({ ...order, status: to, passed: [...order.passed, to], timer: null });
  if (!over.includes(to)) return moved;
  if (order.payment === "paid")
    return { ...moved, payment: "refund_pending", refund: { dueAt: now, postponed: false } };
  return { ...moved, open: false, payment: order.payment === "failed" ? "unpaid" : order.payment };
}

function change(order: ModelOrder, events = 1): ModelOrder {
  return { ...order, sequence: order.sequence + 1, events: order.events + events };
}

function pay(order: ModelOrder, card: Card, now: number): Result {
  if (!order.open || order.validation === "pending") return { order, answer: "409 payment_not_open" };
  switch (card) {
    case "declined":
      // Declined once more is no news.
      return { order: order.payment === "failed" ? order : change({ ...order, payment: "failed" }), answer: "200" };
    case "delayed":
      return { order: change({ ...order, payment: "pending", open: false, settlesAt: now + 30_000 }), answer: "200" };
    case "good":
      return { order: proceed(capture(order), now), answer: "200" };
    case "refund_fails":
      return { order: proceed({ ...capture(order), refundsToFail: 1 }, now), answer: "200" };
  }
}

function capture(order: ModelOrder): ModelOrder {
  return change({ ...order, payment: "paid", open: false });
}

function answerValidation(
  order: ModelOrder,
  call: { readonly valid: boolean; readonly known: boolean },
  now: number,
): Result {
  const said = call.valid ? "valid" : "invalid";
  if (order.validation === "none" || !call.known) return { order, answer: "409 validation_expired" };
  if (order.validation === said) return { order, answer: "200" };
  if (order.validation !== "pending" || order.status !== "PENDING") return { order, answer: "409 validation_expired" };
  if (!call.valid) return { order: { ...move(order, "REJECTED", now), validation: "invalid" }, answer: "200" };
  return { order: passValidation(order, "valid", now), answer: "200" };
}

/** Nothing is told of it; the diner who pays at once does so now. */
function passValidation(order: ModelOrder, validation: "valid" | "lapsed", now: number): ModelOrder {
  const passed = change({ ...order, validation, timer: null }, 0);
  return proceed(order.paysAtOnce && order.open ? capture(passed) : passed, now);
}

/** Hands the order over once it is validated, paid and its time has come; else it waits. */
function proceed(order: ModelOrder, now: number): ModelOrder {
  if (order.status !== "PENDING" || order.handedOver || order.validation === "pending") return order;
  const { scheduledFor, rules } = order;
  if (order.payment !== "paid" && order.payment !== "pay_in_store") {
    const payBy = order.payBy ?? Math.min(now + 900_000, scheduledFor ?? Infinity);
    return { ...order, payBy, timer: { kind: "payment", at: payBy } };
  }
  const at = scheduledFor === null || rules.leadMinutes === null ? now : scheduledFor - rules.leadMinutes * 60_000;
  if (at > now) return { ...order, timer: { kind: "hand_over", at } };
  return change({ ...order, handedOver: true, timer: { kind: "decision", at: now + 360_000 } });
}

/** The order's next due time: its timer, a settlement, or a refund's next attempt. */
export function nextDue(order: ModelOrder): number {
  return Math.min(order.timer?.at ?? Infinity, order.settlesAt ?? Infinity, order.refund?.dueAt ?? Infinity);
}

/** Does what is due: the timer, then the settlement, then the refund. */
export function runDue(order: ModelOrder, now: number): ModelOrder {
  return runRefund(runSettlement(runTimer(order, now), now), now);
}

function runTimer(order: ModelOrder, now: number): ModelOrder {
  if (order.timer === null || order.timer.at > now) return order;
  switch (order.timer.kind) {
    case "decision":
      return move(order, order.rules.decisionTimeout === "accept" ? "AUTO_ACCEPTED" : "REJECTED", now);
    case "payment":
      return move(order, "REJECTED", now);
    case "hand_over":
      return proceed({ ...order, timer: null }, now);
    case "validation":
      if (order.rules.validationTimeout === "continue") return passValidation(order, "lapsed", now);
      return { ...move(order, "REJECTED", now), validation: "lapsed" };
  }
}

function runSettlement(order: ModelOrder, now: number): ModelOrder {
  if (order.settlesAt === null || order.settlesAt > now) return order;
  const settled = capture({ ...order, settlesAt: null });
  if (!over.includes(order.status)) return proceed(settled, now);
  return { ...settled, payment: "refund_pending", refund: { dueAt: now, postponed: false } };
}

function runRefund(order: ModelOrder, now: number): ModelOrder {
  if (order.refund === null || order.refund.dueAt > now) return order;
  if (order.refundsToFail > 0)
    return { ...order, refundsToFail: order.refundsToFail - 1, refund: { dueAt: now + 5_000, postponed: true } };
  return change({ ...order, refund: null, payment: "refunded" });
}
