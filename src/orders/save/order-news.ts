/**
 * Which messages the changes of an order cause (rules/messages-and-privacy 1.20): the kinds for one unit of work, and
 * until when each is worth reading. Pure.
 */
import type { MessageKind } from "../../messaging/message/message-kinds.ts";
import type { OrderChange } from "../order/order-changes.sql.ts";
import type { Order } from "../order/order.ts";

export interface OrderNews {
  readonly kind: MessageKind;
  /** What makes the occasion: the same news twice is one message. */
  readonly occasion: string;
  /** Real seconds after which it would only confuse. */
  readonly sendWithinSeconds: number;
  /** Of an offer to the diner, or of what was taken off. */
  readonly about: "offer" | "taken_off" | null;
  /** Only by e-mail, where the diner made the change. */
  readonly isOwn: boolean;
  /** A later one takes its place. */
  readonly settles: boolean;
}

/** Why an order was cancelled whose diner ordered again in place of paying. No message ever told of such an order. */
export const replacedReason = "REPLACED";

const minutes = 60;
const hours = 60 * minutes;

const beforeAnEnd = [
  "order_received",
  "order_accepted",
  "order_delayed",
  "order_changed",
  "order_ready",
  "order_out_for_delivery",
] as const;

/** What the diner is not to read any more after some news, where it still waits (rules/messages-and-privacy 1.23). */
export const untrueAfter: Readonly<Partial<Record<MessageKind, readonly MessageKind[]>>> = {
  order_ready: ["order_delayed"],
  order_out_for_delivery: ["order_delayed"],
  order_denied: beforeAnEnd,
  order_unpaid: beforeAnEnd,
  order_cancelled: beforeAnEnd,
};

/** What is told, in the order in which it happened. */
export function newsOf(before: Order, order: Order, changes: readonly OrderChange[]): readonly OrderNews[] {
  return changes.flatMap((change, index) => {
    const was = changes[index - 1]?.status ?? before.status;
    return [was === change.status ? newsOfStep(order, change) : undefined, newsOfStatus(order, change, was)].filter(
      (one) => one !== undefined,
    );
  });
}

/** News of a change that leaves the status as it was. */
function newsOfStep(order: Order, { what }: OrderChange): OrderNews | undefined {
  switch (what) {
    case "handed_over":
      return news("order_received", "handed_over", 30 * minutes);
    case "ready_time":
      return { ...news("order_delayed", readyTime(order), untilReady(order)), settles: true };
    case "items_unavailable":
      return { ...news("order_changed", `offer_${order.item_changes.length}`, untilAnswered(order)), about: "offer" };
    case "items_removed":
      return { ...news("order_changed", `taken_off_${order.item_changes.length}`, hours), about: "taken_off" };
    case "refunded":
    case "partly_refunded":
      return news("order_refunded", String(order.refunded), 7 * 24 * hours);
    default:
      return undefined;
  }
}

/** News of a status that an order comes to. */
function newsOfStatus(order: Order, { status, actor }: OrderChange, was: Order["status"]): OrderNews | undefined {
  if (status === was) return undefined;
  switch (status) {
    case "ACCEPTED":
    case "AUTO_ACCEPTED":
      return { ...news("order_accepted", readyTime(order), untilReady(order)), settles: true };
    case "READY":
      return order.fulfillment_type === "pickup" ? news("order_ready", "ready", hours) : undefined;
    case "IN_DELIVERY":
      return news("order_out_for_delivery", "in_delivery", hours);
    case "REJECTED": {
      const isUnpaid = order.denial?.reason === "PAYMENT_TIMEOUT";
      return isUnpaid ? news("order_unpaid", "ended", hours) : news("order_denied", "ended", 24 * hours);
    }
    case "STORE_CANCELLED":
    case "CUSTOMER_CANCELLED":
      if (order.cancellation?.reason === replacedReason) return undefined;
      return { ...news("order_cancelled", "ended", 24 * hours), isOwn: actor === "diner" };
    default:
      return undefined;
  }
}

function news(kind: MessageKind, occasion: string, sendWithinSeconds: number): OrderNews {
  return { kind, occasion, sendWithinSeconds, about: null, isOwn: false, settles: false };
}

/** The time of which the diner is told; the occasion of news about it. */
export function readyTime(order: Pick<Order, "estimated_ready_at">): string {
  return String(order.estimated_ready_at ?? 0);
}

/** News of a time is void when the time has come; an hour where none is known. */
function untilReady({ estimated_ready_at: at, updated_at: now }: Order): number {
  return at === null ? hours : Math.max(minutes, (at - now) / 1000);
}

function untilAnswered({ item_changes: changes, updated_at: now }: Order): number {
  const until = changes.at(-1)?.answer_by ?? now;
  return Math.max(minutes, (until - now) / 1000);
}

/** A later time is news when it is so much later than what the diner was told last. */
export const delayWorthTellingMs = 10 * 60_000;
