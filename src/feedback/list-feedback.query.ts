import type { Id } from "../kernel/id.ts";
import type { Db } from "../platform/postgres/database.ts";
import type { Feedback } from "./feedback.ts";
import { listFeedback as readFeedback } from "./feedback.sql.ts";

/** The feedback of every app, newest first; with `before`, those older than that one. */
export function listFeedback(
  db: Db,
  page: { readonly before: Id<"fbk"> | undefined; readonly limit: number },
): Promise<Feedback[]> {
  return readFeedback(db, page);
}
