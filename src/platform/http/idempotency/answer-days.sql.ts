/**
 * The SQL of the daily partitions of stored answers. Partitions may be made and dropped again, by several processes at
 * once; each waits at most one second for locks. Every time is the database's. The day of an answer is the day of the
 * first use of its key.
 */
import type { Database, Db } from "../../postgres/database.ts";
import { row } from "../../postgres/sql-types.ts";
import { defineStatement } from "../../postgres/statement.ts";

const today = "(statement_timestamp() AT TIME ZONE 'UTC')::date";

const listDaysStatement = defineStatement({
  name: "list-answer-days-to-make",
  prepare: false,
  takes: [],
  gives: row<{ readonly day: string }>({ day: "date" }),
  text: `SELECT day::date AS day FROM generate_series((${today} - 1)::timestamp, (${today} + 2)::timestamp, interval '1 day') AS day
    WHERE to_regclass('idempotency_answers_' || to_char(day, 'YYYYMMDD')) IS NULL
      AND (day::date >= ${today} OR EXISTS (SELECT FROM idempotency_answers_default d WHERE d.day = day::date))
    ORDER BY day`,
});

/** The days (UTC) that are to be made: today, the two next, and yesterday where the default partition has something of it. */
export async function listAnswerDaysToMake(db: Db): Promise<readonly string[]> {
  return (await db.rows(listDaysStatement)).map(({ day }) => day);
}

const makeDayStatement = defineStatement({
  name: "make-answer-day",
  prepare: false,
  takes: ["date"],
  gives: row<{ readonly made: boolean }>({ made: "bool" }),
  text: "SELECT make_answer_day($1::date) AS made",
});

/** Makes the partition of a day, with what the default partition has of it. */
export async function makeAnswerDay(database: Database, day: string): Promise<void> {
  await database.transaction((tx) => tx.one(makeDayStatement, [day]));
}

const dropDaysStatement = defineStatement({
  name: "drop-answer-days",
  prepare: false,
  takes: [],
  gives: row<{ readonly name: string }>({ name: "text" }),
  text: "SELECT drop_answer_days() AS name",
});

/** Drops the days that began 48 hours ago, so that their youngest answer is 24 hours old; answers their names. */
export async function dropAnswerDays(database: Database): Promise<readonly string[]> {
  const rows = await database.transaction((tx) => tx.rows(dropDaysStatement));
  return rows.map(({ name }) => name);
}

const deleteUnsortedStatement = defineStatement({
  name: "delete-unsorted-answers",
  prepare: false,
  takes: ["int8"],
  gives: row<{ readonly count: number }>({ count: "int8" }),
  text: `WITH gone AS (
      DELETE FROM idempotency_answers_default WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM idempotency_answers_default
        WHERE day <= ((statement_timestamp() - interval '48 hours') AT TIME ZONE 'UTC')::date LIMIT $1))
      RETURNING 1)
    SELECT count(*) AS count FROM gone`,
});

/** Deletes up to `limit` answers that are as old as a day that is dropped, and are in no day; answers how many. */
export async function deleteUnsortedAnswers(database: Database, limit: number): Promise<number> {
  const { count } = await database.transaction((tx) => tx.one(deleteUnsortedStatement, [limit]));
  return count;
}
