/** What happens to an order, in words for its diner. Pure. */
import type { Order } from "../../orders/order/order.ts";
import type { OrderChange } from "../../orders/order/order-changes.sql.ts";

const reasons: Readonly<Record<string, string>> = {
  ITEM_AVAILABILITY: "something of it is no longer available",
  STORE_CLOSED: "it is closed",
  CAPACITY: "the kitchen cannot take more orders",
  PRICE_MISMATCH: "a price was not right",
  ADDRESS_UNDELIVERABLE: "it cannot deliver to this address",
  POS_UNAVAILABLE: "its till could not take it",
  DUPLICATE: "it was there twice",
  DECISION_TIMEOUT: "it did not answer in time",
  VALIDATION_TIMEOUT: "it did not answer in time",
  VALIDATION_FAILED: "it cannot make it as ordered",
  PAYMENT_TIMEOUT: "it was not paid in time",
};

/** A reason code, or the venue's own words, as the end of a sentence; null when it says nothing. */
export function reasonWords(reason: string): string | null {
  if (reason === "OTHER") return null;
  return reasons[reason] ?? reason;
}

function because(reason: string | undefined): string {
  const words = reason === undefined ? null : reasonWords(reason);
  return words === null ? "" : `: ${words}`;
}

/** One sentence that says how the order stands. */
export function statusWords(
  order: Pick<
    Order,
    | "status"
    | "payment_status"
    | "validation"
    | "scheduled_for"
    | "handed_over_at"
    | "fulfillment_type"
    | "denial"
    | "cancellation"
  >,
): string {
  switch (order.status) {
    case "PENDING":
      return pendingWords(order);
    case "ACCEPTED":
    case "AUTO_ACCEPTED":
      return "The restaurant is preparing your order.";
    case "READY":
      return order.fulfillment_type === "pickup"
        ? "Your order is ready: come and collect it."
        : "Your order is ready and will be on its way soon.";
    case "IN_DELIVERY":
      return "Your order is on its way to you.";
    case "FULFILLED":
      return order.fulfillment_type === "pickup" ? "Collected. Enjoy your meal!" : "Delivered. Enjoy your meal!";
    case "REJECTED":
      return rejectedWords(order);
    case "STORE_CANCELLED":
      return `The restaurant cancelled your order${because(order.cancellation?.reason)}.`;
    case "CUSTOMER_CANCELLED":
      return "You cancelled this order.";
  }
}

/** The words before the time of an order; null when there is no time to say, or the order is ready already. */
export function timeWords({
  status,
  estimated_ready_at: ready,
  scheduled_for: planned,
}: {
  readonly status: Order["status"];
  readonly estimated_ready_at: number | null;
  readonly scheduled_for: number | null;
}): "Planned for" | "Ready at about" | null {
  if (ready === null) return null;
  if (planned !== null) return "Planned for";
  return status === "READY" || status === "IN_DELIVERY" ? null : "Ready at about";
}

/** Orders that the service ended before the restaurant had them are nobody's refusal. */
function rejectedWords({ denial, payment_status: payment }: Pick<Order, "denial" | "payment_status">): string {
  const why: Readonly<Record<string, string>> = {
    PAYMENT_TIMEOUT: "The order was not paid in time, so it has ended.",
    STORE_CLOSED: "The restaurant takes no orders at the moment, so the order has ended.",
  };
  const end = why[denial?.reason ?? ""];
  if (end === undefined) return `The restaurant could not take your order${because(denial?.reason)}.`;
  if (payment === "refunded") return `${end} What you paid went back to you.`;
  if (payment === "refund_pending") return `${end} What you paid goes back to you.`;
  if (payment === "pending") return `${end} If your payment still arrives, it goes back to you.`;
  return payment === "pay_in_store" ? end : `${end} Nothing was taken.`;
}

function pendingWords({
  payment_status,
  validation,
  handed_over_at,
  scheduled_for,
}: Pick<Order, "payment_status" | "validation" | "handed_over_at" | "scheduled_for">): string {
  if (validation?.status === "pending") return "The restaurant is checking your order.";
  if (payment_status === "unpaid") return "Your order waits for its payment.";
  if (payment_status === "failed") return "The payment did not work; you can try again.";
  if (payment_status === "pending") return "Your payment is on its way.";
  if (handed_over_at === null && scheduled_for !== null)
    return "Your order is planned; the restaurant gets it in time.";
  return "The restaurant has your order and will confirm it within minutes.";
}

const happenings: Readonly<Record<string, string>> = {
  placed: "You placed the order",
  validated: "The restaurant checked the order",
  validation_failed: "The restaurant cannot make it as ordered",
  validation_lapsed: "The check got no answer",
  payment_settling: "The payment is on its way",
  payment_succeeded: "The payment arrived",
  payment_failed: "The payment did not work",
  payment_declined: "The payment did not work",
  payment_window_lapsed: "The order was not paid in time",
  store_closed: "The restaurant takes no orders at the moment",
  handed_over: "The restaurant received the order",
  accept: "The restaurant accepted the order",
  auto_accepted: "The order was accepted",
  status_accepted: "The restaurant accepted the order",
  deny: "The restaurant declined the order",
  status_rejected: "The restaurant declined the order",
  decision_window_lapsed: "The restaurant did not answer in time",
  ready: "The order is ready",
  status_ready: "The order is ready",
  status_in_delivery: "The order is on its way",
  complete: "Done",
  status_fulfilled: "Done",
  cancel: "The restaurant cancelled the order",
  status_store_cancelled: "The restaurant cancelled the order",
  customer_cancelled: "You cancelled the order",
  refunded: "The money went back to you",
  payment_mismatched: "The payment was not what was asked for and goes back to you",
  items_unavailable: "Something you ordered is not available",
  items_removed: "What was not available was taken off the order",
  partly_refunded: "A part of the money went back to you",
  refund_failed: "A refund did not arrive; it is tried again",
};

/** One change of the order's history; changes of other kinds are simply updates. */
export function happeningWords({ what }: Pick<OrderChange, "what">): string {
  return happenings[what] ?? "The order was updated";
}
