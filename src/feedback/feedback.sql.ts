/** All SQL of feedback. */
import type { Id } from "../kernel/id.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { defineStatement } from "../platform/postgres/statement.ts";
import { defineTable } from "../platform/postgres/table.ts";
import type { Feedback, FeedbackState } from "./feedback.ts";

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
    status: "text",
    note: "text",
    handled_at: "timestamptz",
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

export function insertFeedback(
  tx: Tx,
  feedback: Omit<Feedback, "created_at" | "status" | "note" | "handled_at">,
): Promise<Feedback> {
  return tx.one(insertFeedbackStatement, insertion.values(feedback));
}

const listFeedbackStatement = defineStatement({
  name: "list-feedback",
  prepare: false,
  takes: ["text", "text", "int8"],
  gives: feedbackTable.row,
  text: `SELECT ${feedbackColumns} FROM feedback WHERE ($1::text IS NULL OR id < $1) AND ($2::text IS NULL OR status = $2)
    ORDER BY id DESC LIMIT $3`,
});

export interface FeedbackPage {
  /** Only those older than this one. */
  readonly before: Id<"fbk"> | undefined;
  readonly status?: FeedbackState | undefined;
  readonly limit: number;
}

/** Of every app, newest first. */
export function listFeedback(db: Db, { before, status, limit }: FeedbackPage): Promise<Feedback[]> {
  return db.rows(listFeedbackStatement, [before ?? null, status ?? null, limit]);
}

const lockFeedbackStatement = feedbackTable.lockById("lock-feedback");

export function lockFeedback(tx: Tx, id: Id<"fbk">): Promise<Feedback | undefined> {
  return tx.maybe(lockFeedbackStatement, [id]);
}

const saveFeedbackStatement = defineStatement({
  name: "save-feedback",
  prepare: false,
  takes: ["text", "text", "text"],
  gives: feedbackTable.row,
  text: `UPDATE feedback SET status = $2, note = $3, handled_at = now() WHERE id = $1 RETURNING ${feedbackColumns}`,
});

export function saveFeedback(
  tx: Tx,
  { id, status, note }: Pick<Feedback, "id" | "status" | "note">,
): Promise<Feedback> {
  return tx.one(saveFeedbackStatement, [id, status, note]);
}
