/** All SQL of the requests that apps had answered: feedback cites them, and developers read them. */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import type { AnsweredRequest } from "../platform/http/ports.ts";
import type { Database, Db, Tx } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";

const rememberRequests = defineStatement({
  name: "remember-requests",
  takes: ["text[]", "text[]", "text[]", "int4[]", "float8[]", "int4[]", "text[]"],
  text: `INSERT INTO requests (id, app_id, route, status, at, duration_ms, code)
    SELECT id, app_id, route, status, clock_timestamp() - make_interval(secs => age / 1000.0), duration_ms, code
    FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::float8[], $6::int[], $7::text[])
      AS answered (id, app_id, route, status, age, duration_ms, code)
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
      requests.map((request) => Math.round(request.durationMs)),
      requests.map((request) => request.code),
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

/** A request that an app had answered; neither path nor body is kept. */
export interface RequestRow {
  readonly id: Id<"req">;
  readonly at: Instant;
  /** Method and path pattern. */
  readonly route: string;
  readonly status: number;
  /** Of the refusal; null for a success. */
  readonly code: string | null;
  readonly duration_ms: number | null;
}

const requestRow = row<RequestRow>({
  id: "text",
  at: "timestamptz",
  route: "text",
  status: "int4",
  code: "text",
  duration_ms: "int4",
});

export interface RequestPage {
  readonly appId: Id<"app">;
  /** Only those before this one. */
  readonly before: Id<"req"> | undefined;
  readonly limit: number;
}

const listRequestsStatement = defineStatement({
  name: "list-requests-of-app",
  prepare: false,
  takes: ["text", "text", "int8"],
  gives: requestRow,
  text: `SELECT id, at, route, status, code, duration_ms FROM requests
    WHERE app_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
});

export function listRequests(db: Db, { appId, before, limit }: RequestPage): Promise<RequestRow[]> {
  return db.rows(listRequestsStatement, [appId, before ?? null, limit]);
}

const findRequestStatement = defineStatement({
  name: "find-request-of-app",
  prepare: false,
  takes: ["text", "text"],
  gives: requestRow,
  text: "SELECT id, at, route, status, code, duration_ms FROM requests WHERE id = $2 AND app_id = $1",
});

export function findRequest(db: Db, appId: Id<"app">, id: Id<"req">): Promise<RequestRow | undefined> {
  return db.maybe(findRequestStatement, [appId, id]);
}
