/** Feedback: an app's report of a bug, a gap or an unclear error, citing its requests (rules/http 11). */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";

export const feedbackKinds = ["bug", "missing_capability", "wrong_behavior", "unclear_error", "other"] as const;

/** What became of it, in the words of the operator (rules/people 10.7). */
export const feedbackStates = ["new", "answered", "closed"] as const;
export type FeedbackState = (typeof feedbackStates)[number];

export interface Feedback {
  readonly id: Id<"fbk">;
  readonly app_id: Id<"app">;
  readonly created_at: Instant;
  readonly kind: (typeof feedbackKinds)[number];
  readonly summary: string;
  readonly description: string | null;
  /** As they were sent. */
  readonly request_ids: readonly string[];
  /** Those of them that are requests of this app in the last seven days. */
  readonly matched_request_ids: readonly string[];
  readonly status: FeedbackState;
  /** For the operator's people; no app reads it. */
  readonly note: string | null;
  /** When status or note last changed; null: never. */
  readonly handled_at: Instant | null;
}
