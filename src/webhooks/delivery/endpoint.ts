/** The health of an endpoint (rules/people 9.2). Pure. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { SubscribableEventType } from "../subscriptions/event-types.ts";
import type { SubscriptionState } from "../subscriptions/webhook-machines.ts";

/** A subscription, and what became of the attempts to reach it within 24 hours. */
export interface Endpoint {
  readonly id: Id<"dws">;
  readonly notification_url: string;
  readonly event_types: readonly SubscribableEventType[];
  readonly status: SubscriptionState;
  readonly disabled_reason: "by_hand" | "gone" | "failures" | null;
  /** Failed attempts since the last success. */
  readonly failures: number;
  readonly failing_since: Instant | null;
  readonly attempts: number;
  readonly failed: number;
  readonly last_failed_at: Instant | null;
  readonly last_error: string | null;
  readonly last_response_status: number | null;
  readonly last_event_id: Id<"evt"> | null;
  /** Deliveries that wait to be made, counted up to 1,000. */
  readonly waiting: number;
  readonly next_attempt_at: Instant | null;
  /** That time has come, and the attempt is about to be made. */
  readonly is_due: boolean;
  /** Of the subscription: a form that was read before changes nothing. */
  readonly updated_at: Instant;
}

/** Whether events do not arrive there, or did not at times within the last 24 hours. */
export function isFailing({ status, disabled_reason: reason, failures, failed }: Endpoint): boolean {
  return (status === "disabled" && reason !== "by_hand") || failures > 0 || failed > 0;
}
