import type { Db } from "../platform/postgres/database.ts";
import type { Feedback } from "./feedback.ts";
import { listFeedback as readFeedback, type FeedbackPage } from "./feedback.sql.ts";

/** The feedback of every app, newest first; with `before`, those older than that one. */
export function listFeedback(db: Db, page: FeedbackPage): Promise<Feedback[]> {
  return readFeedback(db, page);
}
