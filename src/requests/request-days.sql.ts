/**
 * The SQL of the request log's daily partitions. Partitions may be made and dropped again, by several processes at once;
 * each waits at most a second for locks. Every time is the database's.
 */
import type { Database, Db } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";

const today = "(statement_timestamp() AT TIME ZONE 'UTC')::date";

const listDaysStatement = defineStatement({
  name: "list-request-days-to-make",
  prepare: false,
  takes: [],
  gives: row<{ readonly day: string }>({ day: "date" }),
  text: `SELECT day::date AS day FROM generate_series((${today} - 7)::timestamp, (${today} + 2)::timestamp, interval '1 day') AS day
    WHERE to_regclass('requests_' || to_char(day, 'YYYYMMDD')) IS NULL
      AND (day::date >= ${today} OR EXISTS (SELECT FROM requests_default
        WHERE id >= request_id_at(day AT TIME ZONE 'UTC') AND id < request_id_at((day + interval '1 day') AT TIME ZONE 'UTC')))
    ORDER BY day`,
});

/** The days (UTC) that are to be made: today, the two next, and earlier ones that the default partition has something of. */
export async function listDaysToMake(db: Db): Promise<readonly string[]> {
  return (await db.rows(listDaysStatement)).map(({ day }) => day);
}

const makeDayStatement = defineStatement({
  name: "make-request-day",
  prepare: false,
  takes: ["date"],
  gives: row<{ readonly made: boolean }>({ made: "bool" }),
  text: "SELECT make_request_day($1::date) AS made",
});

/** Makes the partition of a day, with what the default partition has of it. */
export async function makeDay(database: Database, day: string): Promise<void> {
  await database.transaction((tx) => tx.one(makeDayStatement, [day]));
}

const dropDaysStatement = defineStatement({
  name: "drop-request-days",
  prepare: false,
  takes: [],
  gives: row<{ readonly name: string }>({ name: "text" }),
  text: "SELECT drop_request_days() AS name",
});

/** Drops the days whose last request was answered more than seven days ago; answers their names. */
export async function dropDays(database: Database): Promise<readonly string[]> {
  const rows = await database.transaction((tx) => tx.rows(dropDaysStatement));
  return rows.map(({ name }) => name);
}

const deleteUnsortedStatement = defineStatement({
  name: "delete-unsorted-requests",
  prepare: false,
  takes: ["int8"],
  gives: row<{ readonly count: number }>({ count: "int8" }),
  text: `WITH gone AS (
      DELETE FROM requests_default WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM requests_default WHERE at < statement_timestamp() - interval '7 days' LIMIT $1))
      RETURNING 1)
    SELECT count(*) AS count FROM gone`,
});

/** Deletes up to `limit` old requests that are in no day; answers how many. */
export async function deleteUnsorted(database: Database, limit: number): Promise<number> {
  const { count } = await database.transaction((tx) => tx.one(deleteUnsortedStatement, [limit]));
  return count;
}
