/**
 * The SQL that counts the connections to the server of a database and its standbys, and asks whether its WAL is archived,
 * whether WAL is kept for nobody, and whether old rows are cleaned up.
 */
import type { Db } from "../postgres/database.ts";
import { row } from "../postgres/sql-types.ts";
import { defineStatement } from "../postgres/statement.ts";

interface ServerCounts {
  readonly used: number;
  readonly most: number;
  readonly standbys: number;
  /** A commit is acknowledged only when a standby has it. */
  readonly waits_for_standby: boolean;
  /** Since the last WAL was archived, where the latest attempt failed; else 0. */
  readonly unarchived_seconds: number;
  /** Of the oldest row of all databases; at 2.1 billion the server writes nothing any more. */
  readonly oldest_transactions: number;
  /** The most WAL that a replication slot keeps; 0 without a slot. */
  readonly kept_bytes: number;
}

/** How many transactions ago the oldest row of a database was written, that no clean-up has marked as old since. */
export const oldestTransactions = "greatest(age(datfrozenxid), mxid_age(datminmxid))::float8";

/** How much WAL a replication slot keeps, in bytes. */
export const walKept = `pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
        ELSE pg_current_wal_lsn() END, restart_lsn)::float8`;

const countConnectionsStatement = defineStatement({
  name: "count-server-connections",
  prepare: false,
  takes: [],
  gives: row<ServerCounts>({
    used: "int8",
    most: "int4",
    standbys: "int4",
    waits_for_standby: "bool",
    unarchived_seconds: "float8",
    oldest_transactions: "float8",
    kept_bytes: "float8",
  }),
  text: `SELECT count(*) FILTER (WHERE backend_type = 'client backend' OR backend_type IS NULL) AS used,
      current_setting('max_connections')::int AS most,
      (SELECT count(*)::int FROM pg_stat_replication) AS standbys,
      current_setting('synchronous_standby_names') <> '' AS waits_for_standby,
      (SELECT CASE WHEN current_setting('archive_mode') <> 'off'
        AND last_failed_time > COALESCE(last_archived_time, '-infinity') THEN extract(epoch FROM
        clock_timestamp() - COALESCE(last_archived_time, stats_reset, pg_postmaster_start_time())) ELSE 0 END::float8
        FROM pg_stat_archiver) AS unarchived_seconds,
      (SELECT max(${oldestTransactions}) FROM pg_database) AS oldest_transactions,
      (SELECT COALESCE(max(${walKept}), 0) FROM pg_replication_slots) AS kept_bytes
    FROM pg_stat_activity`,
});

/** Connections of all programs to the server and the most that it takes, its standbys, its archiver and its upkeep. Every role may ask. */
export function countConnections(db: Db): Promise<ServerCounts> {
  return db.one(countConnectionsStatement);
}
