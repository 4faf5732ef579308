/** All SQL of the audit log. */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import { lockNumbers } from "../platform/postgres/advisory-locks.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { andAll, defineFilteredStatement, given } from "../platform/postgres/filtered-statement.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";
import { defineTable } from "../platform/postgres/table.ts";
import type { AuditEntry } from "./audit-entry.ts";

const auditEntryTable = defineTable<AuditEntry>()({
  name: "audit_log",
  columns: {
    sequence: "int8",
    id: "text",
    at: "timestamptz",
    format: "int2",
    actor: "text",
    actor_kind: "text",
    actor_id: "text",
    device_id: "text",
    role: "text",
    action: "text",
    subject: "text",
    before: "jsonb",
    after: "jsonb",
    request_id: "text",
    previous_hash: "bytea",
    hash: "bytea",
  },
});
const entryColumns = auditEntryTable.select("audit_log");

/** The end of the chain, and the time of the database in whole milliseconds. */
export interface ChainHead {
  readonly at: Instant;
  readonly sequence: number | null;
  readonly hash: Buffer | null;
}

const lockAuditChainStatement = defineStatement({
  name: "lock-audit-chain",
  prepare: false,
  takes: [],
  text: `SELECT pg_advisory_xact_lock(${lockNumbers.auditChain})`,
});

// A statement of its own: its snapshot is taken after the lock was got, so it sees what the holder before committed.
const findEndOfAuditChainStatement = defineStatement({
  name: "find-end-of-audit-chain",
  prepare: false,
  takes: [],
  gives: row<ChainHead>({ at: "timestamptz", sequence: "int8", hash: "bytea" }),
  text: `SELECT date_trunc('milliseconds', clock_timestamp()) AS at, last.sequence, last.hash
    FROM (VALUES (1)) AS one LEFT JOIN
      (SELECT sequence, hash FROM audit_log ORDER BY sequence DESC LIMIT 1) AS last ON true`,
});

/** Waits until this transaction is the only writer of the chain, until it ends; answers the last entry. */
export function lockChain(tx: Tx): Promise<ChainHead> {
  tx.send(lockAuditChainStatement);
  return tx.one(findEndOfAuditChainStatement);
}

const insertion = auditEntryTable.insert();
const insertEntryStatement = defineStatement({
  name: "insert-audit-entry",
  prepare: false,
  takes: insertion.takes,
  text: insertion.text,
});

export function insertEntry(tx: Tx, entry: AuditEntry): void {
  tx.send(insertEntryStatement, insertion.values(entry));
}

const listEntriesAfterStatement = defineStatement({
  name: "list-audit-entries-after",
  prepare: false,
  takes: ["int8", "int8"],
  gives: auditEntryTable.row,
  text: `SELECT ${entryColumns} FROM audit_log WHERE sequence > $1 ORDER BY sequence LIMIT $2`,
});

/** Entries after a sequence, oldest first. */
export function listEntriesAfter(db: Db, sequence: number, limit: number): Promise<AuditEntry[]> {
  return db.rows(listEntriesAfterStatement, [sequence, limit]);
}

const listNewestEntriesStatement = defineStatement({
  name: "list-newest-audit-entries",
  prepare: false,
  takes: ["int8", "int8"],
  gives: auditEntryTable.row,
  text: `SELECT ${entryColumns} FROM audit_log WHERE $1::bigint IS NULL OR sequence < $1 ORDER BY sequence DESC LIMIT $2`,
});

/** The newest entries, or the newest before a sequence. */
export function listNewestEntries(db: Db, before: number | null, limit: number): Promise<AuditEntry[]> {
  return db.rows(listNewestEntriesStatement, [before, limit]);
}

const findEntrySequenceStatement = defineStatement({
  name: "find-audit-entry-sequence",
  prepare: false,
  takes: ["text"],
  gives: row<{ readonly sequence: number }>({ sequence: "int8" }),
  text: "SELECT sequence FROM audit_log WHERE id = $1",
});

export async function findEntrySequence(db: Db, id: Id<"aud">): Promise<number | undefined> {
  const row = await db.maybe(findEntrySequenceStatement, [id]);
  return row?.sequence;
}

// The index `audit_of_location` has this very expression.
const listLocationEntriesStatement = defineStatement({
  name: "list-audit-entries-of-location",
  prepare: false,
  takes: ["text", "int8", "int8"],
  gives: auditEntryTable.row,
  text: `SELECT ${entryColumns} FROM audit_log
    WHERE coalesce(after ->> 'location_id', before ->> 'location_id', subject::text) = $1
      AND ($2::bigint IS NULL OR sequence < $2)
    ORDER BY sequence DESC LIMIT $3`,
});

/** The newest entries about a location, its people and its devices, or the newest before a sequence. */
export function findLocationEntries(
  db: Db,
  locationId: Id<"str">,
  before: number | null,
  limit: number,
): Promise<AuditEntry[]> {
  return db.rows(listLocationEntriesStatement, [locationId, before, limit]);
}

/** What entries of the log are looked for by; all that are given hold. */
export interface AuditFilter {
  /** The id of what was changed, alone or with another. */
  readonly subject?: string | undefined;
  /** The id of who did it. */
  readonly actor?: string | undefined;
  /** The beginning of the action: "key." finds all that was done to keys. */
  readonly action?: string | undefined;
}

const listFilteredEntries = defineFilteredStatement({
  name: "list-filtered-audit-entries",
  takes: ["int8", "int8"],
  gives: auditEntryTable.row,
  conditions: {
    subject: {
      takes: ["text"],
      text: (parameter) => `strpos('/' || subject || '/', '/' || ${parameter()} || '/') > 0`,
    },
    actor: { takes: ["text"], text: (parameter) => `actor_id = ${parameter()}` },
    action: { takes: ["text"], text: (parameter) => `starts_with(action, ${parameter()})` },
  },
  text: (conditions) =>
    `SELECT ${entryColumns} FROM audit_log WHERE ($1::bigint IS NULL OR sequence < $1)${andAll(Object.values(conditions))}
    ORDER BY sequence DESC LIMIT $2`,
});

/** The newest entries that fit, or the newest before a sequence. */
export function findFilteredEntries(
  db: Db,
  { subject, actor, action }: AuditFilter,
  before: number | null,
  limit: number,
): Promise<AuditEntry[]> {
  const { statement, values } = listFilteredEntries([before, limit], {
    subject: given(subject),
    actor: given(actor),
    action: given(action),
  });
  return db.rows(statement, values);
}
