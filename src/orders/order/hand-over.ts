/**
 * What an order waits for: validation, payment, its time, then the decision (rules/ordering 5), and once accepted
 * the diner's answer about items that are unavailable. Pure. An order waits for exactly one thing at a time, and at most one timer runs for it.
 */
import type { Instant } from "../../kernel/clock.ts";
import { findOffered } from "./item-change.ts";
import type { Order, TimerKind } from "./order.ts";

/** The time a partner has to decide, in milliseconds (rules/ordering 6.1). */
export const decisionWindowMs = 360_000;
/** The time a diner has to pay for an order that keeps a place from others, in milliseconds. */
export const paymentWindowMs = 900_000;
/** The time a diner has to answer what the venue reported as unavailable, in milliseconds. */
export const itemChangeWindowMs = 300_000;
/** The time a partner has to answer a validation, in milliseconds. */
export const validationWindowMs = 30_000;

export type Waiting =
  | { readonly for: "nothing" }
  | { readonly for: "validation"; readonly until: Instant }
  /** Until null: for as long as it takes. */
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
  | "created_at"
  | "due_at"
  | "item_changes"
>;

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
    // Money that is on its way keeps the place.
    const isKept = order.due_at === null || order.payment_status === "pending";
    return { for: "payment", until: isKept ? null : order.created_at + paymentWindowMs };
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
