/**
 * Positions in the WAL: the one that the primary has written, and the one that a replica shows. Positions are in bytes
 * and can be compared on one timeline only. Each promotion begins a new timeline.
 */
import { row } from "../sql-types.ts";
import { defineStatement } from "../statement.ts";
import type { Db } from "../tx.ts";

export interface WalPosition {
  readonly timeline: number;
  readonly position: number;
}

/** On the disk: a replica gets nothing earlier. The place of the next record would be past what an idle primary ever sends. */
const writtenStatement = defineStatement({
  name: "read-written-position",
  takes: [],
  gives: row<WalPosition>({ timeline: "int4", position: "float8" }),
  text: `SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int AS timeline,
    (pg_current_wal_flush_lsn() - '0/0')::float8 AS position`,
});

export async function readWrittenPosition(db: Db): Promise<WalPosition> {
  return db.one(writtenStatement);
}

/** The files of a replica name a new timeline some minutes after it follows it, and never before. */
const shownStatement = defineStatement({
  name: "read-shown-position",
  takes: [],
  gives: row<{ timeline: number; position: number | null }>({ timeline: "int4", position: "float8" }),
  text: `SELECT GREATEST((SELECT timeline_id FROM pg_control_checkpoint()),
      (SELECT min_recovery_end_timeline FROM pg_control_recovery())) AS timeline,
    CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::float8 END AS position`,
});

/** Null of a server that is not a standby. */
export async function readShownPosition(db: Db): Promise<WalPosition | null> {
  const { timeline, position } = await db.one(shownStatement);
  return position === null ? null : { timeline, position };
}
