/**
 * The SQL of the ledger's weekly partitions. Guarantees: each call changes one table in one short transaction that waits
 * at most a second for its locks. Partitions may be made and dropped again, by several processes at once. Every time is
 * the database's.
 */
import type { Database, Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement, type Statement } from "../../platform/postgres/statement.ts";

/** The three tables that share their weeks. */
export const ledgerTables = ["events", "deliveries", "delivery_attempts"] as const;
export type LedgerTable = (typeof ledgerTables)[number];

const makeLedgerPartitionStatement = defineStatement({
  name: "make-ledger-partition",
  prepare: false,
  takes: ["text", "date"],
  gives: row<{ made: boolean }>({ made: "bool" }),
  text: "SELECT make_ledger_partition($1, $2::date) AS made",
});

/** Makes a table's partition for the week of a Monday (`YYYY-MM-DD`, UTC), with what the default partition has of it. */
export async function makeLedgerPartition(database: Database, table: LedgerTable, monday: string): Promise<boolean> {
  const row = await database.transaction((tx) => tx.one(makeLedgerPartitionStatement, [table, monday]));
  return row.made;
}

const dropLedgerPartitionsStatement = defineStatement({
  name: "drop-ledger-partitions",
  prepare: false,
  takes: ["text"],
  gives: row<{ name: string }>({ name: "text" }),
  text: "SELECT drop_ledger_partitions($1) AS name",
});

/** Drops a table's partitions of weeks whose events are all older than 30 days; answers their names. */
export async function dropLedgerPartitions(database: Database, table: LedgerTable): Promise<readonly string[]> {
  const rows = await database.transaction((tx) => tx.rows(dropLedgerPartitionsStatement, [table]));
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

const held = ledgerTables.map((table) => {
  const { key } = weekColumns[table];
  return `EXISTS (SELECT FROM ${table}_default WHERE ${key} >= event_id_at(monday AT TIME ZONE 'UTC')
        AND ${key} < event_id_at((monday + interval '7 days') AT TIME ZONE 'UTC'))`;
});

const listWeeksToMakeStatement = defineStatement({
  name: "list-weeks-to-make",
  prepare: false,
  takes: [],
  gives: row<{ monday: string }>({ monday: "date" }),
  text: `SELECT monday::date AS monday
      FROM generate_series(${oldestMonday}, ${thisMonday} + interval '7 days', interval '7 days') AS monday
      WHERE monday >= ${thisMonday} OR ${held.join(" OR ")} ORDER BY monday`,
});

/**
 * The Mondays of the weeks that must be there: this week, the next, and the earlier ones that the default partitions hold
 * something of, because a process recorded while no worker ran. What is older than 30 days needs no week any more.
 */
export async function listWeeksToMake(db: Db): Promise<readonly string[]> {
  const rows = await db.rows(listWeeksToMakeStatement);
  return rows.map(({ monday }) => monday);
}

const countReadyWeeksStatement = defineStatement({
  name: "count-ready-ledger-weeks",
  prepare: false,
  takes: [],
  gives: row<{ weeks: number }>({ weeks: "int8" }),
  text: `SELECT count(*) AS weeks FROM generate_series(${thisMonday}, ${thisMonday} + interval '7 days', interval '7 days') AS monday
      WHERE to_regclass('events_' || to_char(monday, 'YYYYMMDD')) IS NOT NULL
        AND to_regclass('deliveries_' || to_char(monday, 'YYYYMMDD')) IS NOT NULL
        AND to_regclass('delivery_attempts_' || to_char(monday, 'YYYYMMDD')) IS NOT NULL`,
});

/** Of this week and the next, those that have a partition in each of the three tables. */
export async function countReadyWeeks(db: Db): Promise<number> {
  return (await db.one(countReadyWeeksStatement)).weeks;
}

/** Rows deleted by one statement; more than this take turns with the work of others. */
const forgottenAtOnce = 5_000;

const defineForgetUnsorted = (table: LedgerTable): Statement<{ gone: number }, readonly ["int8"]> => {
  const { key, came } = weekColumns[table];
  return defineStatement({
    name: `forget-unsorted-${table.replaceAll("_", "-")}`,
    prepare: false,
    takes: ["int8"],
    gives: row<{ gone: number }>({ gone: "int8" }),
    text: `WITH gone AS (
        DELETE FROM ${table}_default WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${table}_default
          WHERE ${key} < event_id_at(${oldestMonday} AT TIME ZONE 'UTC')
            AND ${came} < statement_timestamp() - interval '30 days'
          ORDER BY ${key} LIMIT $1))
        RETURNING 1)
      SELECT count(*) AS gone FROM gone`,
  });
};
const forgetUnsortedStatements = {
  events: defineForgetUnsorted("events"),
  deliveries: defineForgetUnsorted("deliveries"),
  delivery_attempts: defineForgetUnsorted("delivery_attempts"),
};

/** Deletes from a table's default partition what belongs to weeks past keeping and came more than 30 days ago. */
export async function forgetUnsorted(database: Database, table: LedgerTable): Promise<void> {
  const statement = forgetUnsortedStatements[table];
  for (;;) {
    const { gone } = await database.transaction((tx) => tx.one(statement, [forgottenAtOnce]));
    if (gone < forgottenAtOnce) return;
  }
}

const sendForgetReplaysStatement = defineStatement({
  name: "delete-old-replays",
  prepare: false,
  takes: [],
  text: "DELETE FROM event_replays WHERE replayed_at < statement_timestamp() - interval '1 day'",
});

/** Forgets replays that every listener has read long ago. */
export function sendForgetReplays(tx: Tx): void {
  tx.send(sendForgetReplaysStatement);
}
