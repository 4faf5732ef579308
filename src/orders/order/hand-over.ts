/**
 * The next thing that an order waits for: validation, payment, its time, then the decision (rules/ordering 5), and after
 * acceptance the diner's answer about unavailable items. Pure. An order waits for exactly one thing at a time, and has at
 * most one timer for it.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { findOffered } from "./item-change.ts";
import type { Order, TimerKind } from "./order.ts";

/** The time a partner has to decide, in milliseconds (rules/ordering 6.1). */
export const decisionWindowMs = 360_000;
/** The time a diner has to answer what the venue reported as unavailable, in milliseconds. */
export const itemChangeWindowMs = 300_000;
/** The time a partner has to answer a validation, in milliseconds. */
export const validationWindowMs = 30_000;

export type Waiting =
  | { readonly for: "nothing" }
  | { readonly for: "validation"; readonly until: Instant }
  /** Until null: the link cannot be paid yet; its deadline is set when it can (`payUntil`). */
  | { readonly for: "payment"; readonly until: Instant | null }
  | { readonly for: "its_time"; readonly until: Instant }
  | { readonly for: "hand_over" }
  | { readonly for: "decision"; readonly until: Instant }
  | { readonly for: "item_change"; readonly until: Instant };

type Pending = Pick<
  Order,
  | "status"
  | "validation"
  | "payment_status"
  | "scheduled_for"
  | "handed_over_at"
  | "decision_deadline"
  | "payment_deadline"
  | "item_changes"
>;

/** What a location says about the waiting of its orders. */
export interface OrderPace {
  /** How long before its time a scheduled order is handed over; null: at once. */
  readonly leadMinutes: number | null;
  readonly paymentMinutes: number;
  /** The app that receives the location's orders now; without one, staff decide them. */
  readonly connectedApp: Id<"app"> | null;
}

/** Until when an order can be paid whose link can be paid from now on (rules/ordering 6.4). */
export function payUntil(
  { scheduled_for }: Pick<Order, "scheduled_for">,
  { paymentMinutes }: Pick<OrderPace, "paymentMinutes">,
  now: Instant,
): Instant {
  return Math.min(now + paymentMinutes * 60_000, scheduled_for ?? Infinity);
}

/** What the order waits for at a time of its location's clock; `leadMinutes` null hands scheduled orders over at once. */
export function whatItWaitsFor(order: Pending, leadMinutes: number | null, now: Instant): Waiting {
  if (order.status === "ACCEPTED" || order.status === "AUTO_ACCEPTED") {
    const offered = findOffered(order.item_changes);
    return offered === undefined ? { for: "nothing" } : { for: "item_change", until: offered.answer_by };
  }
  if (order.status !== "PENDING") return { for: "nothing" };
  if (order.decision_deadline !== null) return { for: "decision", until: order.decision_deadline };
  if (order.validation?.status === "pending") return { for: "validation", until: order.validation.deadline };
  if (order.payment_status !== "paid" && order.payment_status !== "pay_in_store") {
    // Money that is on its way is not paid: what arrives later goes back.
    return { for: "payment", until: order.payment_deadline };
  }
  const at = order.scheduled_for === null || leadMinutes === null ? now : order.scheduled_for - leadMinutes * 60_000;
  return at > now ? { for: "its_time", until: at } : { for: "hand_over" };
}

/** The timer that runs while the order waits, with its due time in the location's clock. */
export function timerFor(waiting: Waiting): { readonly kind: TimerKind; readonly dueAt: Instant } | null {
  switch (waiting.for) {
    case "validation":
      return { kind: "validation", dueAt: waiting.until };
    case "its_time":
      return { kind: "hand_over", dueAt: waiting.until };
    case "decision":
      return { kind: "decision", dueAt: waiting.until };
    case "item_change":
      return { kind: "item_change", dueAt: waiting.until };
    case "payment":
      return waiting.until === null ? null : { kind: "payment", dueAt: waiting.until };
    case "nothing":
    case "hand_over":
      return null;
  }
}
