/**
 * What an order that is still PENDING waits for: validation, payment, its time, then the decision (decisions, section
 * 4.4). Pure. An order waits for exactly one thing at a time, and at most one timer runs for it.
 */
import type { Instant } from "../kernel/clock.ts";
import type { Order, TimerKind } from "./order.ts";

/** The time a partner has to decide, in milliseconds (document 1, section 8: six minutes). */
export const decisionWindowMs = 360_000;
/** The time a partner has to answer a validation, in milliseconds. */
export const validationWindowMs = 30_000;

export type Waiting =
  | { readonly for: "nothing" }
  | { readonly for: "validation"; readonly until: Instant }
  | { readonly for: "payment" }
  | { readonly for: "its_time"; readonly until: Instant }
  | { readonly for: "hand_over" }
  | { readonly for: "decision"; readonly until: Instant };

type Pending = Pick<
  Order,
  "status" | "validation" | "payment_status" | "scheduled_for" | "handed_over_at" | "decision_deadline"
>;

/** What the order waits for at a time of its location's clock; `leadMinutes` null hands scheduled orders over at once. */
export function whatItWaitsFor(order: Pending, leadMinutes: number | null, now: Instant): Waiting {
  if (order.status !== "PENDING") return { for: "nothing" };
  if (order.decision_deadline !== null) return { for: "decision", until: order.decision_deadline };
  if (order.validation?.status === "pending") return { for: "validation", until: order.validation.deadline };
  if (order.payment_status !== "paid" && order.payment_status !== "pay_in_store") return { for: "payment" };
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
    case "nothing":
    case "payment":
    case "hand_over":
      return null;
  }
}
