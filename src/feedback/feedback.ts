/** Feedback: what an app tells us of a bug, a gap or an unclear error, citing its requests (rules/http 11). */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";

export const feedbackKinds = ["bug", "missing_capability", "wrong_behavior", "unclear_error", "other"] as const;

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
}
