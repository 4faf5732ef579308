/** The operator's changes of feedback: new, answered or closed, with a note for the operator's people. */
import { recordAudit, type Author } from "../audit/record-audit.command.ts";
import type { Id } from "../kernel/id.ts";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import type { Tx } from "../platform/postgres/database.ts";
import type { Feedback, FeedbackState } from "./feedback.ts";
import { lockFeedback, saveFeedback } from "./feedback.sql.ts";

export interface FeedbackChanges {
  readonly status?: FeedbackState;
  readonly note?: string | null;
}

/** Changes what is given; without a difference nothing is written. Refuses unknown feedback. */
export async function changeFeedback(
  tx: Tx,
  id: Id<"fbk">,
  { status, note }: FeedbackChanges,
  by: Author,
): Promise<Feedback | Refusal<"not_found">> {
  const before = await lockFeedback(tx, id);
  if (before === undefined) return refuse("not_found", `there is no feedback ${id}`);
  const wanted = { id, status: status ?? before.status, note: note === undefined ? before.note : note };
  if (wanted.status === before.status && wanted.note === before.note) return before;
  const after = await saveFeedback(tx, wanted);
  await recordAudit(tx, {
    ...by,
    action: "feedback.updated",
    subject: id,
    before: { status: before.status, note: before.note },
    after: { status: after.status, note: after.note },
  });
  return after;
}
