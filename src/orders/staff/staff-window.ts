/**
 * When staff may decide an order (rules/ordering 16). Pure. The app that received an order decides alone for four
 * minutes. After that, or at once where the app could not hear of the order, staff decide too. After acceptance both move
 * the order.
 */
import type { Instant } from "../../kernel/clock.ts";
import { done, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Order } from "../order/order.ts";
import { targetOf, type Decision } from "../decide/decide-order.ts";

/** How long the app decides alone, from the hand-over, in milliseconds (rules/ordering 16.3). */
export const appDecidesAloneMs = 240_000;

/** What of an order its staff window depends on. */
export type WindowOrder = Pick<Order, "status" | "receiver" | "handed_over_at">;

/** From when staff may accept and deny a pending order, in the location's clock; null before the hand-over and after the decision. */
export function staffMayDecideFrom(
  { status, receiver, handed_over_at }: WindowOrder,
  /** Whether an app is connected that has an enabled subscription to order.notification. */
  appHears: boolean,
): Instant | null {
  if (status !== "PENDING" || handed_over_at === null) return null;
  return receiver === "app" && appHears ? handed_over_at + appDecidesAloneMs : handed_over_at;
}

/** Refuses a decision of staff that comes before their window; one who may always cancel is refused no cancellation. */
export function checkStaffWindow(
  order: WindowOrder,
  decision: Decision,
  { appHears, mayAlwaysCancel }: { readonly appHears: boolean; readonly mayAlwaysCancel: boolean },
  now: Instant,
): Done | Refusal<"app_decides_first" | "order_not_ready"> {
  if (order.status !== "PENDING") return done;
  if (mayAlwaysCancel && targetOf(decision) === "STORE_CANCELLED") return done;
  const from = staffMayDecideFrom(order, appHears);
  if (from === null)
    return refuse(
      "order_not_ready",
      "the order has not been handed over yet: it is being validated, paid or is scheduled for later",
      { from_status: order.status },
    );
  if (now >= from) return done;
  const staff_from = Math.ceil(from / 1000);
  return refuse(
    "app_decides_first",
    `the connected app decides this order first; staff may decide from ${staff_from}`,
    {
      staff_from,
    },
  );
}
