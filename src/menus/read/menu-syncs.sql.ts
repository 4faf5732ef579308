/** All SQL of menu syncs: the record of every publish, and the queue of those that run as jobs. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row, rowWith } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import { isStored } from "../document/menu-text.ts";
import type { ReadMenu } from "../document/menu-fingerprint.ts";
import type { MenuChanges, MenuSync, MenuSyncFailure } from "./menu-sync.ts";

const menuSyncTable = defineTable<MenuSync>()({
  name: "menu_syncs",
  columns: {
    id: "text",
    location_id: "text",
    app_id: "text",
    dry_run: "bool",
    status: "text",
    created_at: "timestamptz",
    completed_at: "timestamptz",
    version_id: "text",
    no_op: "bool",
    changes: "json",
    failure: "json",
  },
  also: { document: "text", object_count: "int4", entity_count: "int4", source_hash: "bytea" },
});
const columns = menuSyncTable.select("menu_syncs");

export interface NewSync {
  readonly id: Id<"syn">;
  readonly locationId: Id<"str">;
  /** Null where the location's own people publish. */
  readonly appId: Id<"app"> | null;
  readonly dryRun: boolean;
  /** Location time. */
  readonly now: Instant;
}

/** How a publish ended well. */
export interface SyncCompletion {
  readonly versionId: Id<"mnv"> | null;
  readonly noOp: boolean;
  readonly changes: MenuChanges;
}

const written = ["id", "location_id", "app_id", "dry_run", "created_at"] as const;

const fieldsOf = ({
  id,
  locationId,
  appId,
  dryRun,
  now,
}: NewSync): Pick<MenuSync, (typeof written)[number] | "completed_at"> => ({
  id,
  location_id: locationId,
  app_id: appId,
  dry_run: dryRun,
  created_at: now,
  completed_at: now,
});

const pending = menuSyncTable.insert([...written, "document", "object_count", "entity_count", "source_hash"], {
  made: { status: "'pending'" },
});
const insertPendingSyncStatement = defineStatement({
  name: "insert-pending-menu-sync",
  prepare: false,
  takes: pending.takes,
  gives: menuSyncTable.row,
  text: `${pending.text} RETURNING ${columns}`,
});

/** Stores a sync that waits for a job to run it. */
export function insertPendingSync(
  tx: Tx,
  sync: NewSync,
  { text, objectCount, entityCount }: ReadMenu,
  sourceHash: Uint8Array | null,
): Promise<MenuSync> {
  const values = pending.values({
    ...fieldsOf(sync),
    // What waits was just sent: the CHECK of the table refuses a pending sync without its text.
    document: isStored(text) ? null : text,
    object_count: objectCount,
    entity_count: entityCount,
    source_hash: sourceHash,
  });
  return tx.one(insertPendingSyncStatement, values);
}

const completed = menuSyncTable.insert([...written, "completed_at", "version_id", "no_op", "changes"], {
  made: { status: "'completed'" },
});
const insertCompletedSyncStatement = defineStatement({
  name: "insert-completed-menu-sync",
  prepare: false,
  takes: completed.takes,
  gives: rowWith<MenuSync, { readonly number: number }>(menuSyncTable.row, { number: "int8" }),
  text: `${completed.text} RETURNING ${columns}, number`,
});

/** Stores a sync that is done, with the number that orders it among the location's publishes. */
export function insertCompletedSync(
  tx: Tx,
  sync: NewSync,
  { versionId, noOp, changes }: SyncCompletion,
): Promise<MenuSync & { readonly number: number }> {
  const values = completed.values({ ...fieldsOf(sync), version_id: versionId, no_op: noOp, changes });
  return tx.one(insertCompletedSyncStatement, values);
}

const failed = menuSyncTable.insert([...written, "completed_at", "failure"], { made: { status: "'failed'" } });
const insertFailedSyncStatement = defineStatement({
  name: "insert-failed-menu-sync",
  prepare: false,
  takes: failed.takes,
  gives: menuSyncTable.row,
  text: `${failed.text} RETURNING ${columns}`,
});

export function insertFailedSync(tx: Tx, sync: NewSync, failure: MenuSyncFailure): Promise<MenuSync> {
  return tx.one(insertFailedSyncStatement, failed.values({ ...fieldsOf(sync), failure }));
}

const completeSyncStatement = defineStatement({
  name: "complete-menu-sync",
  prepare: false,
  takes: ["text", "timestamptz", "text", "bool", "json"],
  gives: menuSyncTable.row,
  text: `UPDATE menu_syncs SET status = 'completed', completed_at = $2, version_id = $3, no_op = $4, changes = $5,
    document = NULL, leased_by = NULL, leased_until = NULL WHERE id = $1 RETURNING ${columns}`,
});

export function completeSync(tx: Tx, id: Id<"syn">, now: Instant, done: SyncCompletion): Promise<MenuSync> {
  return tx.one(completeSyncStatement, [id, new Date(now), done.versionId, done.noOp, JSON.stringify(done.changes)]);
}

const failSyncStatement = defineStatement({
  name: "fail-menu-sync",
  prepare: false,
  takes: ["text", "timestamptz", "json"],
  gives: menuSyncTable.row,
  text: `UPDATE menu_syncs SET status = 'failed', completed_at = $2, failure = $3,
    document = NULL, leased_by = NULL, leased_until = NULL WHERE id = $1 RETURNING ${columns}`,
});

export function failSync(tx: Tx, id: Id<"syn">, now: Instant, failure: MenuSyncFailure): Promise<MenuSync> {
  return tx.one(failSyncStatement, [id, new Date(now), JSON.stringify(failure)]);
}

const supersedeWaitingStatement = defineStatement({
  name: "supersede-waiting-menu-syncs",
  prepare: false,
  takes: ["text", "text", "timestamptz", "json"],
  gives: menuSyncTable.row,
  text: `UPDATE menu_syncs SET status = 'failed', completed_at = $3, failure = $4, document = NULL
    WHERE id IN (SELECT id FROM menu_syncs WHERE location_id = $1 AND id <> $2 AND status = 'pending' AND NOT dry_run
      ORDER BY number FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}`,
});

/** Ends every publish that still waits for this location, but the one named. A row that a worker is taking is left to it. */
export function supersedeWaiting(
  tx: Tx,
  locationId: Id<"str">,
  except: Id<"syn">,
  now: Instant,
  failure: MenuSyncFailure,
): Promise<MenuSync[]> {
  return tx.rows(supersedeWaitingStatement, [locationId, except, new Date(now), JSON.stringify(failure)]);
}

const hasUnfinishedSyncStatement = defineStatement({
  name: "has-unfinished-sync",
  prepare: false,
  takes: ["text"],
  gives: row<{ readonly waits: boolean }>({ waits: "bool" }),
  text: `SELECT EXISTS (SELECT FROM menu_syncs
      WHERE location_id = $1 AND status IN ('pending', 'processing') AND NOT dry_run) AS waits`,
});

/** Whether a publish of this location waits or runs. */
export async function hasUnfinishedSync(db: Db, locationId: Id<"str">): Promise<boolean> {
  return (await db.one(hasUnfinishedSyncStatement, [locationId])).waits;
}

const findSyncStatement = defineStatement({
  name: "find-menu-sync",
  prepare: false,
  takes: ["text", "text"],
  gives: menuSyncTable.row,
  text: `SELECT ${columns} FROM menu_syncs WHERE id = $1 AND location_id = $2`,
});

export function findSync(db: Db, locationId: Id<"str">, id: Id<"syn">): Promise<MenuSync | undefined> {
  return db.maybe(findSyncStatement, [id, locationId]);
}

/** A sync that this worker runs; `attempts` fences it against a worker that took over. */
export interface LeasedSync extends MenuSync {
  readonly number: number;
  readonly document_bytes: number;
  readonly content_hash: Buffer;
  readonly object_count: number;
  readonly entity_count: number;
  readonly source_hash: Buffer | null;
  readonly attempts: number;
}

/** Whether a sync waits, or its lease has lapsed. */
export const syncsDue = `EXISTS (SELECT FROM menu_syncs
      WHERE status = 'pending' OR (status = 'processing' AND leased_until < statement_timestamp()))`;

const leaseSyncStatement = defineStatement({
  name: "lease-menu-sync",
  prepare: false,
  takes: ["text", "float8"],
  gives: rowWith<MenuSync, Omit<LeasedSync, keyof MenuSync>>(menuSyncTable.row, {
    number: "int8",
    document_bytes: "int4",
    content_hash: "bytea",
    object_count: "int4",
    entity_count: "int4",
    source_hash: "bytea",
    attempts: "int4",
  }),
  text: `UPDATE menu_syncs SET status = 'processing', leased_by = $1, attempts = attempts + 1,
      leased_until = clock_timestamp() + $2 * interval '1 second'
    WHERE id = (
      SELECT id FROM menu_syncs
      WHERE status = 'pending' OR (status = 'processing' AND leased_until < clock_timestamp())
      ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}, number, octet_length(document) AS document_bytes,
      sha256(convert_to(document, 'UTF8')) AS content_hash, object_count, entity_count, source_hash, attempts`,
});

/** Takes the oldest sync that waits, or whose lease has lapsed; its document stays where it is. */
export function leaseSync(tx: Tx, worker: string, leaseSeconds: number): Promise<LeasedSync | undefined> {
  return tx.maybe(leaseSyncStatement, [worker, leaseSeconds]);
}

const holdLeaseStatement = defineStatement({
  name: "lock-menu-sync-of-lease",
  prepare: false,
  takes: ["text", "text", "int4"],
  gives: row<{ readonly id: Id<"syn"> }>({ id: "text" }),
  text: `SELECT id FROM menu_syncs
    WHERE id = $1 AND status = 'processing' AND leased_by = $2 AND attempts = $3 FOR UPDATE`,
});

/** Locks the sync for its end; false when the lease has gone to another worker. */
export async function holdLease(tx: Tx, worker: string, sync: LeasedSync): Promise<boolean> {
  return (await tx.maybe(holdLeaseStatement, [sync.id, worker, sync.attempts])) !== undefined;
}

const isSupersededStatement = defineStatement({
  name: "is-menu-sync-superseded",
  prepare: false,
  takes: ["text", "int8"],
  gives: row<{ readonly superseded: boolean }>({ superseded: "bool" }),
  text: `SELECT EXISTS (SELECT FROM menu_syncs
        WHERE location_id = $1 AND number > $2 AND NOT dry_run AND status IN ('pending', 'processing'))
      OR EXISTS (SELECT FROM menu_catalogs WHERE location_id = $1 AND applied_number > $2) AS superseded`,
});

/** Whether a newer publish of the location waits, runs or has taken effect. */
export async function isSuperseded(db: Db, sync: LeasedSync): Promise<boolean> {
  return (await db.one(isSupersededStatement, [sync.location_id, sync.number])).superseded;
}

const deleteDryRunsStatement = defineStatement({
  name: "delete-dry-runs-of-menus",
  prepare: false,
  takes: ["int8"],
  gives: row<{ readonly id: Id<"syn"> }>({ id: "text" }),
  text: `DELETE FROM menu_syncs WHERE id IN (SELECT s.id FROM menu_syncs s JOIN locations l ON l.id = s.location_id
    WHERE s.dry_run AND s.completed_at < clock_timestamp() + (l.clock_offset_seconds - 86400) * interval '1 second'
    LIMIT $1 FOR UPDATE OF s SKIP LOCKED) RETURNING id`,
});

/** Deletes dry runs that ended more than 24 hours ago by the clock of their location; answers how many. */
export async function deleteDryRuns(tx: Tx, limit: number): Promise<number> {
  return (await tx.rows(deleteDryRunsStatement, [limit])).length;
}
