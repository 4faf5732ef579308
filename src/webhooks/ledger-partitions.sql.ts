/**
 * The SQL of the ledger's weekly partitions. Guarantees: each call changes one table in one short transaction that waits
 * at most a second for its locks; making and dropping may be repeated, by several processes at once.
 */
import type { Instant } from "../kernel/clock.ts";
import type { Database, Db, Tx } from "../platform/postgres/database.ts";

/** The three tables that share their weeks. */
export const ledgerTables = ["events", "deliveries", "delivery_attempts"] as const;
export type LedgerTable = (typeof ledgerTables)[number];

/** Makes a table's partition for the week of a Monday (`YYYY-MM-DD`, UTC), with what the default partition has of it. */
export async function makeLedgerPartition(database: Database, table: LedgerTable, monday: string): Promise<boolean> {
  const row = await database.transaction((tx) =>
    tx.one<{ made: boolean }>("SELECT make_ledger_partition($1, $2::date) AS made", [table, monday]),
  );
  return row.made;
}

/** Drops a table's partitions of weeks that had ended by then; answers their names. */
export async function dropLedgerPartitions(
  database: Database,
  table: LedgerTable,
  before: Instant,
): Promise<readonly string[]> {
  const rows = await database.transaction((tx) =>
    tx.rows<{ name: string }>("SELECT drop_ledger_partitions($1, $2) AS name", [table, new Date(before)]),
  );
  return rows.map(({ name }) => name);
}

/** The Monday of the oldest week that the default partitions hold something of, before `until`. */
export async function findUnsortedWeek(db: Db, until: Instant): Promise<string | undefined> {
  const row = await db.one<{ monday: string | null }>(
    `SELECT date_trunc('week', event_id_time(min(first)) AT TIME ZONE 'UTC')::date AS monday FROM (
        SELECT min(id) AS first FROM events_default WHERE id < event_id_at($1)
        UNION ALL SELECT min(event_id) FROM deliveries_default WHERE event_id < event_id_at($1)
        UNION ALL SELECT min(event_id) FROM delivery_attempts_default WHERE event_id < event_id_at($1)) AS each`,
    [new Date(until)],
  );
  return row.monday ?? undefined;
}

/** The key of each table that its weeks go by. */
const weekKeys = { events: "id", deliveries: "event_id", delivery_attempts: "event_id" } as const;

/** Rows deleted by one statement; more than this take turns with the work of others. */
const forgottenAtOnce = 5_000;

/** Deletes what a table's default partition holds of events before an instant: they are past keeping in a week of their own. */
export async function forgetUnsorted(database: Database, table: LedgerTable, before: Instant): Promise<void> {
  const key = weekKeys[table];
  const text = `WITH gone AS (
      DELETE FROM ${table}_default WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table}_default WHERE ${key} < event_id_at($1) ORDER BY ${key} LIMIT $2))
      RETURNING 1)
    SELECT count(*) AS gone FROM gone`;
  for (;;) {
    const { gone } = await database.transaction((tx) =>
      tx.one<{ gone: number }>(text, [new Date(before), forgottenAtOnce]),
    );
    if (gone < forgottenAtOnce) return;
  }
}

/** Forgets replays that every listener has read long ago. */
export function sendForgetReplays(tx: Tx, before: Instant): void {
  tx.send("DELETE FROM event_replays WHERE replayed_at < $1", [new Date(before)]);
}
