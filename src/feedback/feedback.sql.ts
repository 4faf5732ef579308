/** All SQL of feedback. */
import type { Id } from "../kernel/id.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { defineStatement } from "../platform/postgres/statement.ts";
import { defineTable } from "../platform/postgres/table.ts";
import type { Feedback } from "./feedback.ts";

const feedbackTable = defineTable<Feedback>()({
  name: "feedback",
  columns: {
    id: "text",
    app_id: "text",
    created_at: "timestamptz",
    kind: "text",
    summary: "text",
    description: "text",
    request_ids: "text[]",
    matched_request_ids: "text[]",
  },
});
const feedbackColumns = feedbackTable.select("feedback");

const insertion = feedbackTable.insert([
  "id",
  "app_id",
  "kind",
  "summary",
  "description",
  "request_ids",
  "matched_request_ids",
]);
const insertFeedbackStatement = defineStatement({
  name: "insert-feedback",
  prepare: false,
  takes: insertion.takes,
  gives: feedbackTable.row,
  text: `${insertion.text} RETURNING ${feedbackColumns}`,
});

export function insertFeedback(tx: Tx, feedback: Omit<Feedback, "created_at">): Promise<Feedback> {
  return tx.one(insertFeedbackStatement, insertion.values(feedback));
}

const listFeedbackStatement = defineStatement({
  name: "list-feedback",
  prepare: false,
  takes: ["text", "int8"],
  gives: feedbackTable.row,
  text: `SELECT ${feedbackColumns} FROM feedback WHERE $1::text IS NULL OR id < $1 ORDER BY id DESC LIMIT $2`,
});

/** Of every app, newest first; with `before`, those older than that one. */
export function listFeedback(
  db: Db,
  page: { readonly before: Id<"fbk"> | undefined; readonly limit: number },
): Promise<Feedback[]> {
  return db.rows(listFeedbackStatement, [page.before ?? null, page.limit]);
}
