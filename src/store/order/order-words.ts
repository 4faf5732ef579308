/** The states of an order, in words for its diner. Pure. */
import type { Order } from "../../orders/order/order.ts";
import { replacedReason } from "../../orders/save/order-news.ts";
import type { OrderChange } from "../../orders/order/order-changes.sql.ts";
import type { Say } from "../../words/message-arguments.ts";
import { words, type Parts } from "../../words/speak.ts";

export type SayOrder = Say<Parts["tracking"]>;
type Key = keyof Parts["tracking"];

function isKey(text: string): text is Key {
  return Object.hasOwn(words.en.tracking, text);
}

/** A message without arguments whose key begins so; undefined where there is none. */
function plainOf(say: SayOrder, begin: "why" | "happened", name: string): string | undefined {
  const key = `${begin}.${name}`;
  return isPlain(key) ? say(key) : undefined;
}

type PlainKey = Extract<Key, `why.${string}` | `happened.${string}`>;

function isPlain(key: string): key is PlainKey {
  return isKey(key) && /^(?:why|happened)\./.test(key);
}

/** A reason code, or the venue's own words, as a sentence; null when it says nothing. */
export function whyWords(say: SayOrder, reason: string | undefined): string | null {
  if (reason === undefined || reason === "OTHER") return null;
  return (
    plainOf(say, "why", reason.endsWith("_TIMEOUT") && reason !== "PAYMENT_TIMEOUT" ? "TIMEOUT" : reason) ?? reason
  );
}

function withReason(
  say: SayOrder,
  key: "status.rejected" | "status.store_cancelled",
  reason: string | undefined,
): string {
  const why = whyWords(say, reason);
  return why === null ? say(key) : say(`${key}.why`, { reason: why });
}

type Standing = Pick<
  Order,
  | "status"
  | "payment_status"
  | "validation"
  | "scheduled_for"
  | "handed_over_at"
  | "fulfillment_type"
  | "denial"
  | "cancellation"
>;

/** One sentence that says how the order stands. */
export function statusWords(order: Standing, say: SayOrder): string {
  switch (order.status) {
    case "PENDING":
      return pendingWords(order, say);
    case "ACCEPTED":
    case "AUTO_ACCEPTED":
      return say("status.preparing");
    case "READY":
      return say(order.fulfillment_type === "pickup" ? "status.ready.pickup" : "status.ready.delivery");
    case "IN_DELIVERY":
      return say("status.in_delivery");
    case "FULFILLED":
      return say(order.fulfillment_type === "pickup" ? "status.fulfilled.pickup" : "status.fulfilled.delivery");
    case "REJECTED":
      return rejectedWords(order, say);
    case "STORE_CANCELLED":
      return withMoney(order, withReason(say, "status.store_cancelled", order.cancellation?.reason), say);
    case "CUSTOMER_CANCELLED":
      return order.cancellation?.reason === replacedReason
        ? say("status.replaced")
        : withMoney(order, say("status.customer_cancelled"), say);
  }
}

/** Until money has gone back, and its day is said, the end says that it will. */
function withMoney({ payment_status: payment }: Pick<Standing, "payment_status">, end: string, say: SayOrder): string {
  return payment === "refund_pending" || payment === "pending" ? `${end} ${say(`status.money.${payment}`)}` : end;
}

type TimeKey = "time.planned" | "time.ready" | "time.leaves";

/** How the time of an order is said, for a delivery when it leaves the kitchen; null when there is no time to say, or the order is ready already. */
export function timeKey({
  status,
  fulfillment_type: how,
  estimated_ready_at: ready,
  scheduled_for: planned,
}: {
  readonly status: Order["status"];
  readonly fulfillment_type: Order["fulfillment_type"];
  readonly estimated_ready_at: number | null;
  readonly scheduled_for: number | null;
}): TimeKey | null {
  if (ready === null) return null;
  if (planned !== null) return "time.planned";
  if (status === "READY" || status === "IN_DELIVERY") return null;
  return how === "delivery" ? "time.leaves" : "time.ready";
}

/** Orders that the service ended before the restaurant had them are nobody's refusal. */
function rejectedWords({ denial, payment_status: payment }: Standing, say: SayOrder): string {
  const reason = denial?.reason;
  if (reason !== "PAYMENT_TIMEOUT" && reason !== "STORE_CLOSED")
    return withMoney({ payment_status: payment }, withReason(say, "status.rejected", reason), say);
  const end = say(reason === "PAYMENT_TIMEOUT" ? "status.ended.unpaid" : "status.ended.closed");
  if (payment === "pay_in_store") return end;
  const isMoving = payment === "refunded" || payment === "refund_pending" || payment === "pending";
  return `${end} ${say(isMoving ? `status.money.${payment}` : "status.money.none")}`;
}

function pendingWords({ payment_status, validation, handed_over_at, scheduled_for }: Standing, say: SayOrder): string {
  if (validation?.status === "pending") return say("status.checking");
  if (payment_status === "unpaid") return say("status.unpaid");
  if (payment_status === "failed") return say("status.payment_failed");
  if (payment_status === "pending") return say("status.payment_pending");
  return say(handed_over_at === null && scheduled_for !== null ? "status.planned" : "status.waiting");
}

/** Changes that are said as another. */
const sameAs: Readonly<Record<string, string>> = {
  payment_declined: "payment_failed",
  accept: "accepted",
  status_accepted: "accepted",
  deny: "declined",
  status_rejected: "declined",
  status_ready: "ready",
  status_in_delivery: "in_delivery",
  complete: "done",
  status_fulfilled: "done",
  cancel: "store_cancelled",
  status_store_cancelled: "store_cancelled",
};

/** One change of the order's history; changes of other kinds are simply updates. */
export function happeningWords({ what }: Pick<OrderChange, "what">, say: SayOrder): string {
  return plainOf(say, "happened", sameAs[what] ?? what) ?? say("happened.other");
}
