import { newId, type Id } from "../kernel/id.ts";
import type { Tx } from "../platform/postgres/database.ts";
import type { Feedback } from "./feedback.ts";
import { insertFeedback } from "./feedback.sql.ts";
import { listRequestsOf } from "../requests/list-requests.query.ts";

export interface NewFeedback {
  readonly appId: Id<"app">;
  readonly kind: Feedback["kind"];
  readonly summary: string;
  readonly description: string | null;
  readonly requestIds: readonly string[];
  /** Those of the ids that are known to be requests of the app though they are not in the database yet. */
  readonly unwritten: readonly string[];
}

/** Keeps the feedback, its request ids as sent, and which of them are requests of the same app. */
export async function recordFeedback(tx: Tx, feedback: NewFeedback): Promise<Feedback> {
  const { appId, requestIds } = feedback;
  const written = requestIds.length === 0 ? [] : await listRequestsOf(tx, appId, requestIds);
  const known = new Set([...written, ...feedback.unwritten]);
  return insertFeedback(tx, {
    id: newId("fbk"),
    app_id: appId,
    kind: feedback.kind,
    summary: feedback.summary,
    description: feedback.description,
    request_ids: requestIds,
    matched_request_ids: [...new Set(requestIds)].filter((id) => known.has(id)),
  });
}
