/**
 * Plays a past order from its placing to its end, with its money. Pure. The result breaks no rule of money
 * (`money-invariants.sql.ts`).
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id, newId } from "../../kernel/id.ts";
import type { OrderPace } from "../../orders/order/hand-over.ts";
import type { OrderChange } from "../../orders/order/order-changes.sql.ts";
import type { Order } from "../../orders/order/order.ts";
import type { Payment } from "../../payments/payment/payments.sql.ts";
import type { PricedBasket } from "../../pricing/priced-basket.ts";
import { OrderHistory } from "./order-history.ts";
import type { PlannedOrder } from "./plan-orders.ts";

/** What makes what is new of each order. */
export interface Makers {
  readonly id: typeof newId;
  readonly code: () => string;
  /** A text that nobody can guess. */
  readonly secret: () => string;
}

export interface PastLocation extends OrderPace {
  readonly make: Makers;
  readonly locationId: Id<"str">;
  /** Where diners live who have their order brought. */
  readonly address: Order["delivery_address"];
}

/** The payment of an order as it is now, and when its money moved. */
export interface PastMoney {
  readonly payment: Payment;
  readonly madeAt: Instant;
  /** Null: never paid. */
  readonly paidAt: Instant | null;
  /** When it was asked for and paid back, if it was. */
  readonly refund: { readonly id: Id<"rfd">; readonly askedAt: Instant; readonly settledAt: Instant } | null;
}

export interface PastOrder {
  readonly order: Order;
  readonly changes: readonly OrderChange[];
  readonly breakdown: PricedBasket["breakdown"];
  /** Null: paid at the restaurant. */
  readonly money: PastMoney | null;
}

/** Plays the order to its end; `number` is what people call it by. */
export function playOrder(
  planned: PlannedOrder,
  priced: PricedBasket,
  location: PastLocation,
  number: number,
): PastOrder {
  const history = new OrderHistory(draftOf(planned, priced, location, number), location);
  const seconds = (from: number, until: number): number =>
    Math.round((from + planned.random() * (until - from)) * 1_000);
  const paidAt = planned.paysInStore || planned.fate.kind === "unpaid" ? null : planned.at + seconds(30, 200);
  history.at(planned.at, (work) => {
    work.placed();
    work.tell("order.created", "created");
  });
  if (paidAt !== null) {
    history.at(paidAt, (work) => {
      work.change("payment_succeeded", "service", { payment_status: "paid" });
      work.tell("order.paid", "paid");
    });
  }
  const endedAt = endOrder(history, planned, (paidAt ?? planned.at) + seconds(15, 150));
  const isOwed = history.order.payment_status === "refund_pending";
  const refund = isOwed ? { id: location.make.id("rfd"), askedAt: endedAt, settledAt: endedAt + seconds(1, 20) } : null;
  if (refund !== null) {
    history.at(refund.settledAt, (work) => {
      work.change("refunded", "service", { payment_status: "refunded", refunded: priced.totals.total });
      work.tell("order.updated", "updated", true);
    });
  }
  const { order, changes } = history;
  const payment = paymentOf(order, location.make);
  const money = payment === null ? null : { payment, madeAt: planned.at, paidAt, refund };
  return { order, changes, breakdown: priced.breakdown, money };
}

/** The steps after the payment; answers when the order ended. */
function endOrder(history: OrderHistory, planned: PlannedOrder, decidedAt: Instant): Instant {
  const { fate } = planned;
  const over = { payment_status: history.reversed };
  switch (fate.kind) {
    case "fulfilled":
      accept(history, planned, decidedAt);
      return handOut(history, planned, decidedAt);
    case "denied": {
      const denial = { reason: fate.reason, out_of_stock: [] };
      history.decide(decidedAt, "deny", { ...over, status: "REJECTED", denial });
      return decidedAt;
    }
    case "cancelled_by_store": {
      accept(history, planned, decidedAt);
      const at = decidedAt + 6 * 60_000;
      const cancellation = { actor: "store", reason: fate.reason } as const;
      history.decide(at, "cancel", { ...over, status: "STORE_CANCELLED", cancellation });
      return at;
    }
    case "cancelled_by_diner":
      history.at(decidedAt, (work) => {
        const cancellation = { actor: "customer", reason: "CHANGED_MIND" } as const;
        work.change("customer_cancelled", "diner", { ...over, status: "CUSTOMER_CANCELLED", cancellation });
        work.tell("order.cancelled", "cancelled");
      });
      return decidedAt;
    case "undecided":
      return lapse(history, "decision_window_lapsed", "DECISION_TIMEOUT");
    case "unpaid":
      return lapse(history, "payment_window_lapsed", "PAYMENT_TIMEOUT");
  }
}

function accept(history: OrderHistory, { makingMinutes }: PlannedOrder, at: Instant): void {
  history.decide(at, "accept", {
    status: "ACCEPTED",
    external_id: history.decider === "partner" ? `T-${history.order.display_number}` : null,
    estimated_ready_at: at + Math.ceil(makingMinutes / 5) * 5 * 60_000,
  });
}

/** Ready, carried where that is asked for, and with the diner. */
function handOut(
  history: OrderHistory,
  { makingMinutes, carryingMinutes }: PlannedOrder,
  acceptedAt: Instant,
): Instant {
  const readyAt = acceptedAt + makingMinutes * 60_000;
  const withDinerAt = readyAt + (carryingMinutes ?? 7) * 60_000;
  history.decide(readyAt, "ready", { status: "READY" });
  if (carryingMinutes !== null) history.decide(readyAt + 3 * 60_000, "status_in_delivery", { status: "IN_DELIVERY" });
  history.decide(withDinerAt, "complete", { status: "FULFILLED" });
  return withDinerAt;
}

/** Nobody did in time what the order waited for. */
function lapse(history: OrderHistory, what: string, reason: string): Instant {
  const { timer_at: at } = history.order;
  if (at === null) throw new Error(`an order waits for nothing and cannot end by ${what}`);
  history.at(at, (work) => {
    const denial = { reason, out_of_stock: [] };
    work.change(what, "service", { status: "REJECTED", payment_status: history.reversed, denial });
    work.tell("order.updated", "updated", true);
  });
  return at;
}

function paymentOf(order: Order, make: Makers): Payment | null {
  const { payment_provider: processor, payment_link_token: link_token, totals, refunded } = order;
  if (processor === null || link_token === null) return null;
  const isTaken = order.payment_status !== "unpaid";
  return {
    id: make.id("pay"),
    order_id: order.id,
    booking_id: null,
    location_id: order.location_id,
    processor,
    amount: totals.total,
    currency: totals.currency,
    status: order.payment_status === "refunded" ? "refunded" : isTaken ? "paid" : "void",
    captured: isTaken ? totals.total : 0,
    refund_requested: refunded,
    refunded,
    charge_ref: isTaken ? make.id("pay") : null,
    link_token,
  };
}

function draftOf(
  planned: PlannedOrder,
  { lines, totals }: PricedBasket,
  location: PastLocation,
  number: number,
): Order {
  const { at, paysInStore, customer, fulfillmentType } = planned;
  const { make } = location;
  return {
    id: make.id("ord"),
    location_id: location.locationId,
    created_at: at,
    updated_at: at,
    written_at: at,
    sequence: 1,
    event_sequence: 0,
    status: "PENDING",
    passed: ["PENDING"],
    payment_status: paysInStore ? "pay_in_store" : "unpaid",
    fulfillment_type: fulfillmentType,
    display_number: String(number),
    confirmation_code: make.code(),
    customer,
    language: null,
    line_items: lines.map((line) => ({ id: make.id("oli"), ...line })),
    totals,
    delivery_address: fulfillmentType === "delivery" ? location.address : null,
    scheduled_for: null,
    due_at: null,
    notes: null,
    external_id: null,
    estimated_ready_at: null,
    handed_over_at: null,
    decision_deadline: null,
    payment_deadline: null,
    denial: null,
    cancellation: null,
    validation: null,
    simulated_payment: !paysInStore,
    payment_provider: paysInStore ? null : "test",
    payment_link_token: paysInStore ? null : make.secret(),
    timer_kind: null,
    timer_at: null,
    item_changes: [],
    refunded: 0,
    receiver: null,
    updated_by: "diner",
    acted_by: null,
  };
}
