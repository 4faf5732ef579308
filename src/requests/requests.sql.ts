/** All SQL of the request log: feedback cites its rows, and developers read them. */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import type { Database, Db } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";
import type { LoggedRequest } from "./logged-request.ts";

/** How long a request can be read, by when it was answered. */
const kept = "statement_timestamp() - interval '7 days'";

const logRequests = defineStatement({
  name: "log-requests",
  takes: [
    ...([
      "text[]",
      "text[]",
      "text[]",
      "int4[]",
      "float8[]",
      "int4[]",
      "text[]",
      "text[]",
      "text[]",
      "text[]",
    ] as const),
    ...(["text[]", "text[]", "text[]", "text[]", "text[]", "bool[]", "text[]", "text[]", "text[]", "text[]"] as const),
  ],
  text: `INSERT INTO requests (id, app_id, route, status, at, duration_ms, code, method, path, query, operation,
      resource_id, key_last_four, user_agent, idempotency_key, replayed, event_ids, request_body, response_body, fault)
    SELECT id, app_id, route, status, clock_timestamp() - make_interval(secs => age / 1000.0), duration_ms, code, method,
      path, query::json, operation, resource_id, key_last_four, user_agent, idempotency_key, replayed,
      string_to_array(events, ','), request_body::json, response_body::json, fault::json
    FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::float8[], $6::int[], $7::text[], $8::text[], $9::text[],
      $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::bool[], $17::text[], $18::text[],
      $19::text[], $20::text[])
      AS answered (id, app_id, route, status, age, duration_ms, code, method, path, query, operation, resource_id,
        key_last_four, user_agent, idempotency_key, replayed, events, request_body, response_body, fault)
    ON CONFLICT DO NOTHING`,
});

const waitForNoDisk = defineStatement({
  name: "insert-answered-requests",
  prepare: false,
  takes: [],
  text: "SET LOCAL synchronous_commit TO off",
});

/** Writes a batch in a transaction of its own, whose COMMIT waits for no disk: a crash may cost the last moments. */
export async function insertRequests(database: Database, requests: readonly LoggedRequest[]): Promise<void> {
  const each = <T>(of: (request: LoggedRequest) => T): readonly T[] => requests.map(of);
  await database.transaction(async (tx) => {
    tx.send(waitForNoDisk);
    tx.send(logRequests, [
      each(({ id }) => id),
      each((request) => request.app_id),
      each(({ route }) => route),
      each(({ status }) => status),
      each((request) => performance.now() - request.answered_at),
      each((request) => request.duration_ms),
      each(({ code }) => code),
      each(({ method }) => method),
      each(({ path }) => path),
      each(({ query }) => query),
      each(({ operation }) => operation),
      each((request) => request.resource_id),
      each((request) => request.key_last_four),
      each((request) => request.user_agent),
      each((request) => request.idempotency_key),
      each(({ replayed }) => replayed),
      each((request) => request.event_ids.join(",")),
      each((request) => request.request_body),
      each((request) => request.response_body),
      each(({ fault }) => fault),
    ]);
  });
}

const listRequestsOfStatement = defineStatement({
  name: "list-answered-requests",
  prepare: false,
  takes: ["text", "text[]"],
  gives: row<{ readonly id: string }>({ id: "text" }),
  text: `SELECT id FROM requests WHERE id = ANY($2::text[]) AND app_id = $1 AND at > ${kept}`,
});

/** Which of the ids are requests of the app. */
export async function listRequestsOf(db: Db, appId: Id<"app">, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows(listRequestsOfStatement, [appId, ids]);
  return rows.map((one) => one.id);
}

/** A request of the log without its bodies. */
export interface RequestRow {
  readonly id: Id<"req">;
  readonly at: Instant;
  /** Method and path pattern. */
  readonly route: string;
  readonly status: number;
  /** Of the refusal; null for a success. */
  readonly code: string | null;
  readonly duration_ms: number | null;
  /** Null, as the next fields, of what a process of an older version wrote. */
  readonly method: string | null;
  readonly path: string | null;
  readonly query: unknown;
  readonly operation: string | null;
  readonly resource_id: string | null;
  readonly key_last_four: string | null;
  readonly user_agent: string | null;
  readonly idempotency_key: string | null;
  readonly replayed: boolean;
  readonly event_ids: readonly Id<"evt">[];
  readonly fault: unknown;
}

/** A request with its bodies as they may be shown; null where there was none or none is kept. */
export interface RequestWithBodies extends RequestRow {
  readonly request_body: unknown;
  readonly response_body: unknown;
}

const columnsOfRow = {
  id: "text",
  at: "timestamptz",
  route: "text",
  status: "int4",
  code: "text",
  duration_ms: "int4",
  method: "text",
  path: "text",
  query: "json",
  operation: "text",
  resource_id: "text",
  key_last_four: "text",
  user_agent: "text",
  idempotency_key: "text",
  replayed: "bool",
  event_ids: "text[]",
  fault: "json",
} as const;
const selectRow = Object.keys(columnsOfRow).join(", ");

export interface RequestFilter {
  readonly appId: Id<"app">;
  /** The lowest and the highest status. */
  readonly statuses?: readonly [number, number] | undefined;
  readonly code?: string | undefined;
  readonly method?: string | undefined;
  readonly operation?: string | undefined;
  readonly resourceId?: string | undefined;
  /** Answered from then until then, in Unix seconds, both included. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Only those before this one. */
  readonly before?: Id<"req"> | undefined;
  readonly limit: number;
}

const listRequestsStatement = defineStatement({
  name: "list-requests-of-app",
  prepare: false,
  takes: ["text", "int8", "text", "int4", "int4", "text", "text", "text", "text", "float8", "float8"],
  gives: row<RequestRow>(columnsOfRow),
  text: `SELECT ${selectRow} FROM requests
    WHERE app_id = $1 AND at > ${kept} AND ($3::text IS NULL OR id < $3)
      AND ($4::int IS NULL OR status BETWEEN $4 AND $5)
      AND ($6::text IS NULL OR code = $6) AND ($7::text IS NULL OR method = $7)
      AND ($8::text IS NULL OR operation = $8) AND ($9::text IS NULL OR resource_id = $9)
      AND ($10::float8 IS NULL OR at >= to_timestamp($10)) AND ($11::float8 IS NULL OR at < to_timestamp($11) + interval '1 second')
    ORDER BY id DESC LIMIT $2`,
});

export function listRequests(db: Db, filter: RequestFilter): Promise<RequestRow[]> {
  const { appId, statuses, code, method, operation, resourceId, since, until, before, limit } = filter;
  const [lowest = null, highest = null] = statuses ?? [];
  return db.rows(listRequestsStatement, [
    ...([appId, limit, before ?? null, lowest, highest, code ?? null, method ?? null] as const),
    ...([operation ?? null, resourceId ?? null, since ?? null, until ?? null] as const),
  ]);
}

const findRequestStatement = defineStatement({
  name: "find-request-of-app",
  prepare: false,
  takes: ["text", "text"],
  gives: row<RequestWithBodies>({ ...columnsOfRow, request_body: "json", response_body: "json" }),
  text: `SELECT ${selectRow}, request_body, response_body FROM requests WHERE id = $2 AND app_id = $1 AND at > ${kept}`,
});

export function findRequest(db: Db, appId: Id<"app">, id: Id<"req">): Promise<RequestWithBodies | undefined> {
  return db.maybe(findRequestStatement, [appId, id]);
}

const findRequestAppStatement = defineStatement({
  name: "find-request-app",
  prepare: false,
  takes: ["text"],
  gives: row<{ readonly app_id: Id<"app"> | null }>({ app_id: "text" }),
  text: `SELECT app_id FROM requests WHERE id = $1 AND at > ${kept}`,
});

/** The app whose request it is; undefined where none is kept, or where no app sent it. */
export async function findRequestApp(db: Db, id: Id<"req">): Promise<Id<"app"> | undefined> {
  return (await db.maybe(findRequestAppStatement, [id]))?.app_id ?? undefined;
}

const findRequestOfEventStatement = defineStatement({
  name: "find-request-of-event",
  prepare: false,
  takes: ["text", "text"],
  gives: row<{ readonly id: Id<"req"> }>({ id: "text" }),
  text: `SELECT id FROM requests
    WHERE app_id = $1 AND $2::text = ANY (event_ids) AND at > ${kept}
      AND id >= request_id_at(event_id_time($2) - interval '5 minutes')
      AND id < request_id_at(event_id_time($2) + interval '1 minute')
    ORDER BY id DESC LIMIT 1`,
});

/** The request of the app that made the event; undefined where another made the event, or the request is forgotten. */
export async function findRequestOfEvent(db: Db, appId: Id<"app">, eventId: Id<"evt">): Promise<Id<"req"> | undefined> {
  return (await db.maybe(findRequestOfEventStatement, [appId, eventId]))?.id;
}
