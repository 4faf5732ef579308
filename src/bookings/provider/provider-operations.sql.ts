/** All SQL of the ledger of writes at providers. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { OperationState, OperationWork, ProviderOperation } from "./provider-operation.ts";

const providerOperationTable = defineTable<ProviderOperation>()({
  name: "provider_operations",
  columns: {
    id: "text",
    location_id: "text",
    app_id: "text",
    kind: "text",
    state: "text",
    subject_id: "text",
    hold_id: "text",
    request: "jsonb",
    refusal: "jsonb",
    attempts: "int4",
    last_fault: "text",
    created_at: "timestamptz",
    next_attempt_at: "timestamptz",
    settled_at: "timestamptz",
    settled_by: "text",
  },
});
const columns = providerOperationTable.select("o");

export interface NewOperation {
  readonly id: Id<"opn">;
  readonly locationId: Id<"str">;
  readonly appId: Id<"app"> | null;
  readonly work: OperationWork;
}

const insertion = providerOperationTable.insert(
  ["id", "location_id", "app_id", "kind", "subject_id", "hold_id", "request"],
  {
    as: "o",
    made: {
      state: "'sending'",
      next_attempt_at: {
        takes: "float8",
        text: (parameter) => `clock_timestamp() + make_interval(secs => ${parameter}::float8 / 1000)`,
      },
    },
  },
);
const insertOperationStatement = defineStatement({
  name: "insert-provider-operation",
  prepare: false,
  takes: insertion.takes,
  gives: providerOperationTable.row,
  text: `${insertion.text}
    ON CONFLICT (id) DO UPDATE SET location_id = excluded.location_id, kind = excluded.kind, state = 'sending',
      subject_id = excluded.subject_id, hold_id = excluded.hold_id, request = excluded.request,
      next_attempt_at = excluded.next_attempt_at, created_at = clock_timestamp()
    WHERE o.state = 'unsent' RETURNING ${columns}`,
});

/** Writes an operation that is about to be sent; one that never left may be written anew. Undefined: it is there already. */
export function insertOperation(
  tx: Tx,
  { id, locationId, appId, work }: NewOperation,
  callLimitMs: number,
): Promise<ProviderOperation | undefined> {
  const { kind, subject_id, hold_id, request } = work;
  const written = { id, location_id: locationId, app_id: appId, kind, subject_id, hold_id, request };
  return tx.maybe(insertOperationStatement, insertion.values({ ...written, next_attempt_at: callLimitMs }));
}

const findProviderOperationStatement = defineStatement({
  name: "find-provider-operation",
  takes: ["text"],
  gives: providerOperationTable.row,
  text: `SELECT ${columns} FROM provider_operations o WHERE o.id = $1`,
});

/** An operation by its id; undefined where there is none. */
export function findOperation(db: Db, id: Id<"opn">): Promise<ProviderOperation | undefined> {
  return db.maybe(findProviderOperationStatement, [id]);
}

const lockOperationStatement = defineStatement({
  name: "lock-provider-operation",
  prepare: false,
  takes: ["text"],
  gives: providerOperationTable.row,
  text: `SELECT ${columns} FROM provider_operations o WHERE o.id = $1 FOR UPDATE`,
});

/** The operation as it is once nobody else can change it. */
export function lockOperation(tx: Tx, id: Id<"opn">): Promise<ProviderOperation | undefined> {
  return tx.maybe(lockOperationStatement, [id]);
}

const findUnfinishedOperationStatement = defineStatement({
  name: "find-unfinished-provider-operation",
  prepare: false,
  takes: ["text"],
  gives: providerOperationTable.row,
  text: `SELECT ${columns} FROM provider_operations o
    WHERE (o.subject_id = $1 OR o.hold_id = $1) AND o.state IN ('sending', 'unsettled')`,
});

/** The operation on a hold or booking of which nobody knows yet what became. */
export function findUnfinishedOperation(
  db: Db,
  subjectId: Id<"bkg"> | Id<"bkh">,
): Promise<ProviderOperation | undefined> {
  return db.maybe(findUnfinishedOperationStatement, [subjectId]);
}

const isBookingUnderWayStatement = defineStatement({
  name: "is-booking-under-way",
  prepare: false,
  takes: ["text", "text"],
  gives: row<{ readonly under_way: boolean }>({ under_way: "bool" }),
  text: `SELECT EXISTS (SELECT FROM provider_operations WHERE location_id = $1 AND request ->> 'guestKey' = $2
     AND state IN ('sending', 'unsettled') AND kind = 'book') AS under_way`,
});

/** Whether a booking for the guest is being made and nobody knows yet whether it was. */
export async function isBookingUnderWay(db: Db, locationId: Id<"str">, guestKey: string): Promise<boolean> {
  return (await db.one(isBookingUnderWayStatement, [locationId, guestKey])).under_way;
}

export interface OperationEnd {
  readonly state: "done" | "refused";
  readonly subjectId: Id<"bkg"> | Id<"bkh">;
  readonly refusal: ProviderOperation["refusal"];
  readonly settledBy: NonNullable<ProviderOperation["settled_by"]>;
}

const settleOperationStatement = defineStatement({
  name: "settle-provider-operation",
  prepare: false,
  takes: ["text", "text", "text", "jsonb", "text"],
  gives: providerOperationTable.row,
  text: `UPDATE provider_operations AS o SET state = $2, subject_id = $3, refusal = $4, settled_by = $5,
      settled_at = clock_timestamp(), next_attempt_at = NULL, last_fault = NULL,
      request = o.request || '{"guest": null, "guestKey": null, "notes": null, "reason": null}'
    WHERE o.id = $1 RETURNING ${columns}`,
});

/** Settles a locked operation. The guest is kept with the booking alone from then on. */
export function settleOperation(tx: Tx, id: Id<"opn">, end: OperationEnd): Promise<ProviderOperation> {
  return tx.one(settleOperationStatement, [
    id,
    end.state,
    end.subjectId,
    end.refusal === null ? null : JSON.stringify(end.refusal),
    end.settledBy,
  ]);
}

const leaveOperationStatement = defineStatement({
  name: "leave-provider-operation",
  prepare: false,
  takes: ["text", "text", "text", "float8"],
  gives: providerOperationTable.row,
  text: `UPDATE provider_operations AS o SET state = $2, last_fault = $3, next_attempt_at = to_timestamp($4::float8 / 1000),
      request = CASE WHEN $2 = 'unsent' THEN o.request || '{"guest": null, "guestKey": null, "notes": null, "reason": null}'
        ELSE o.request END
    WHERE o.id = $1 RETURNING ${columns}`,
});

/** Notes that a locked operation is not settled; `nextAttemptAt` null leaves it to the operator, or to its caller. */
export function leaveOperation(
  tx: Tx,
  id: Id<"opn">,
  left: {
    readonly state: Extract<OperationState, "unsettled" | "unsent">;
    readonly fault: string;
    readonly nextAttemptAt: Instant | null;
  },
): Promise<ProviderOperation> {
  return tx.one(leaveOperationStatement, [id, left.state, left.fault.slice(0, 200), left.nextAttemptAt]);
}

/** Whether a provider is to be asked about an operation. */
export const operationsDue = `EXISTS (SELECT FROM provider_operations
    WHERE state IN ('sending', 'unsettled') AND next_attempt_at <= statement_timestamp())`;

const takeDueOperationsStatement = defineStatement({
  name: "take-due-provider-operations",
  prepare: false,
  takes: ["int8", "float8"],
  gives: providerOperationTable.row,
  text: `WITH due AS (
      SELECT id FROM provider_operations
      WHERE state IN ('sending', 'unsettled') AND next_attempt_at <= clock_timestamp()
      ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED)
    UPDATE provider_operations AS o SET attempts = o.attempts + 1, state = 'unsettled',
      next_attempt_at = clock_timestamp() + make_interval(secs => $2::float8 / 1000)
    FROM due WHERE o.id = due.id RETURNING ${columns}`,
});

/** Takes the operations that are due, earliest first, each for one asking. */
export function takeDueOperations(tx: Tx, limit: number, callLimitMs: number): Promise<ProviderOperation[]> {
  return tx.rows(takeDueOperationsStatement, [limit, callLimitMs]);
}

const hastenOperationStatement = defineStatement({
  name: "hasten-provider-operation",
  prepare: false,
  takes: ["text"],
  gives: providerOperationTable.row,
  text: `UPDATE provider_operations AS o SET next_attempt_at = clock_timestamp() WHERE o.id = $1 RETURNING ${columns}`,
});

/** Lets an unsettled operation be asked about at once. */
export function hastenOperation(tx: Tx, id: Id<"opn">): Promise<ProviderOperation> {
  return tx.one(hastenOperationStatement, [id]);
}

const listOperationsStatement = defineStatement({
  name: "list-provider-operations",
  prepare: false,
  takes: ["text", "text", "int8"],
  gives: providerOperationTable.row,
  text: `SELECT ${columns} FROM provider_operations o
    WHERE ($1::text IS NULL OR o.state = $1)
      AND ($2::text IS NULL OR (o.created_at, o.id) < (SELECT b.created_at, b.id FROM provider_operations b WHERE b.id = $2))
    ORDER BY o.created_at DESC, o.id DESC LIMIT $3`,
});

/** Newest first. */
export function listOperations(
  db: Db,
  page: { readonly state: OperationState | undefined; readonly before: Id<"opn"> | undefined; readonly limit: number },
): Promise<ProviderOperation[]> {
  return db.rows(listOperationsStatement, [page.state ?? null, page.before ?? null, page.limit]);
}

const forgetOldOperationsStatement = defineStatement({
  name: "forget-old-provider-operations",
  prepare: false,
  takes: ["int4", "int8"],
  gives: row<{ readonly id: string }>({ id: "text" }),
  text: `DELETE FROM provider_operations WHERE id IN (
     SELECT id FROM provider_operations WHERE created_at < statement_timestamp() - make_interval(days => $1)
       AND state IN ('done', 'refused', 'unsent') ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`,
});

/** Forgets what was settled, or never left, so many days ago; a day before its key is forgotten. Answers how many. */
export async function forgetOldOperations(tx: Tx, days: number, limit: number): Promise<number> {
  const rows = await tx.rows(forgetOldOperationsStatement, [days, limit]);
  return rows.length;
}

const countUnsettledStatement = defineStatement({
  name: "count-unsettled-provider-operations",
  prepare: false,
  takes: [],
  gives: row<{ readonly count: number; readonly oldest: Instant | null }>({ count: "int4", oldest: "timestamptz" }),
  text: `SELECT count(*)::int AS count, min(created_at) AS oldest FROM provider_operations WHERE state IN ('sending', 'unsettled')`,
});

/** What is left to be settled, and since when. */
export function countUnsettled(db: Db): Promise<{ readonly count: number; readonly oldest: Instant | null }> {
  return db.one(countUnsettledStatement);
}
