/**
 * The SQL of the ledger's weekly partitions. Guarantees: each call changes one table in one short transaction that waits
 * at most a second for its locks; making and dropping may be repeated, by several processes at once; every time is the
 * database's own.
 */
import type { Database, Db, Tx } from "../../platform/postgres/database.ts";

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

/** Drops a table's partitions of weeks whose events are all older than 30 days; answers their names. */
export async function dropLedgerPartitions(database: Database, table: LedgerTable): Promise<readonly string[]> {
  const rows = await database.transaction((tx) =>
    tx.rows<{ name: string }>("SELECT drop_ledger_partitions($1) AS name", [table]),
  );
  return rows.map(({ name }) => name);
}

/** The Monday, UTC and without a zone, of the oldest week of which something is kept. */
const oldestMonday = "date_trunc('week', (statement_timestamp() - interval '30 days') AT TIME ZONE 'UTC')";
const thisMonday = "date_trunc('week', statement_timestamp() AT TIME ZONE 'UTC')";

/** The key of each table that its weeks go by, and when a row came. */
const weekColumns = {
  events: { key: "id", came: "recorded_at" },
  deliveries: { key: "event_id", came: "created_at" },
  delivery_attempts: { key: "event_id", came: "started_at" },
} as const;

/**
 * The Mondays of the weeks that must be there: this week, the next, and the earlier ones that the default partitions hold
 * something of, because a process recorded while no worker ran. What is older than 30 days needs no week any more.
 */
export async function listWeeksToMake(db: Db): Promise<readonly string[]> {
  const held = ledgerTables.map((table) => {
    const { key } = weekColumns[table];
    return `EXISTS (SELECT FROM ${table}_default WHERE ${key} >= event_id_at(monday AT TIME ZONE 'UTC')
        AND ${key} < event_id_at((monday + interval '7 days') AT TIME ZONE 'UTC'))`;
  });
  const rows = await db.rows<{ monday: string }>(
    `SELECT monday::date AS monday
      FROM generate_series(${oldestMonday}, ${thisMonday} + interval '7 days', interval '7 days') AS monday
      WHERE monday >= ${thisMonday} OR ${held.join(" OR ")} ORDER BY monday`,
  );
  return rows.map(({ monday }) => monday);
}

/** Rows deleted by one statement; more than this take turns with the work of others. */
const forgottenAtOnce = 5_000;

/** Deletes from a table's default partition what belongs to weeks past keeping and came more than 30 days ago. */
export async function forgetUnsorted(database: Database, table: LedgerTable): Promise<void> {
  const { key, came } = weekColumns[table];
  const text = `WITH gone AS (
      DELETE FROM ${table}_default WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table}_default
        WHERE ${key} < event_id_at(${oldestMonday} AT TIME ZONE 'UTC')
          AND ${came} < statement_timestamp() - interval '30 days'
        ORDER BY ${key} LIMIT $1))
      RETURNING 1)
    SELECT count(*) AS gone FROM gone`;
  for (;;) {
    const { gone } = await database.transaction((tx) => tx.one<{ gone: number }>(text, [forgottenAtOnce]));
    if (gone < forgottenAtOnce) return;
  }
}

/** Forgets replays that every listener has read long ago. */
export function sendForgetReplays(tx: Tx): void {
  tx.send("DELETE FROM event_replays WHERE replayed_at < statement_timestamp() - interval '1 day'");
}
