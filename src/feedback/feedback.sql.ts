/** All SQL of feedback and of the requests it may cite. */
import type { Id } from "../kernel/id.ts";
import type { AnsweredRequest } from "../platform/http/ports.ts";
import type { Database, Db, Tx } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
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

const rememberRequests = defineStatement({
  name: "remember-requests",
  takes: ["text[]", "text[]", "text[]", "int4[]", "float8[]"],
  text: `INSERT INTO requests (id, app_id, route, status, at)
    SELECT id, app_id, route, status, clock_timestamp() - make_interval(secs => age / 1000.0)
    FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::float8[]) AS answered (id, app_id, route, status, age)
    ON CONFLICT DO NOTHING`,
});

const insertRequestsStatement = defineStatement({
  name: "insert-answered-requests",
  prepare: false,
  takes: [],
  text: "SET LOCAL synchronous_commit TO off",
});

/** Writes a batch in a transaction of its own, whose COMMIT waits for no disk: a crash may cost the last moments. */
export async function insertRequests(database: Database, requests: readonly AnsweredRequest[]): Promise<void> {
  await database.transaction(async (tx) => {
    tx.send(insertRequestsStatement);
    tx.send(rememberRequests, [
      requests.map((request) => request.requestId),
      requests.map((request) => request.appId),
      requests.map((request) => request.route),
      requests.map((request) => request.status),
      requests.map((request) => performance.now() - request.answeredAt),
    ]);
  });
}

const listRequestsOfStatement = defineStatement({
  name: "list-answered-requests",
  prepare: false,
  takes: ["text", "text[]"],
  gives: row<{ readonly id: string }>({ id: "text" }),
  text: "SELECT id FROM requests WHERE id = ANY($2::text[]) AND app_id = $1",
});

/** Which of the ids are requests of the app. */
export async function listRequestsOf(db: Db, appId: Id<"app">, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows(listRequestsOfStatement, [appId, ids]);
  return rows.map((row) => row.id);
}

const deleteOldRequestsStatement = defineStatement({
  name: "delete-old-answered-requests",
  prepare: false,
  takes: ["int4", "int8"],
  gives: row<{ readonly count: number }>({ count: "int8" }),
  text: `WITH gone AS (
      DELETE FROM requests WHERE id IN (
        SELECT id FROM requests WHERE at < statement_timestamp() - make_interval(days => $1)
        ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)
      RETURNING 1)
    SELECT count(*) AS count FROM gone`,
});

/** Deletes up to `limit` requests answered so many days ago, passing over rows another sweep holds; answers how many. */
export async function deleteOldRequests(tx: Tx, days: number, limit: number): Promise<number> {
  const { count } = await tx.one(deleteOldRequestsStatement, [days, limit]);
  return count;
}

const insertFeedbackStatement = defineStatement({
  name: "insert-feedback",
  prepare: false,
  takes: ["text", "text", "text", "text", "text", "text[]", "text[]"],
  gives: feedbackTable.row,
  text: `INSERT INTO feedback (id, app_id, kind, summary, description, request_ids, matched_request_ids)
    VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${feedbackColumns}`,
});

export function insertFeedback(tx: Tx, feedback: Omit<Feedback, "created_at">): Promise<Feedback> {
  return tx.one(insertFeedbackStatement, [
    feedback.id,
    feedback.app_id,
    feedback.kind,
    feedback.summary,
    feedback.description,
    feedback.request_ids,
    feedback.matched_request_ids,
  ]);
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
