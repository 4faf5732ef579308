/** How far the WAL goes, in bytes: what the primary has written, and what a replica shows. */
import { row } from "../sql-types.ts";
import { defineStatement } from "../statement.ts";
import type { Db } from "../tx.ts";

/** On the disk: a replica gets nothing earlier. The place of the next record would be past what an idle primary ever sends. */
const writtenStatement = defineStatement({
  name: "read-written-position",
  takes: [],
  gives: row<{ position: number }>({ position: "float8" }),
  text: "SELECT (pg_current_wal_flush_lsn() - '0/0')::float8 AS position",
});

export async function readWrittenPosition(db: Db): Promise<number> {
  return (await db.one(writtenStatement)).position;
}

const shownStatement = defineStatement({
  name: "read-shown-position",
  takes: [],
  gives: row<{ position: number | null }>({ position: "float8" }),
  text: "SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::float8 END AS position",
});

/** Null of a server that is not a standby. */
export async function readShownPosition(db: Db): Promise<number | null> {
  return (await db.one(shownStatement)).position;
}
