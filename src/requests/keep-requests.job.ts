/**
 * Keeps the request log in days. `makeRequestDays` makes the partitions of today and the two next days, and moves rows
 * without a partition into theirs. `forgetRequests` drops the days whose last request was answered seven days ago. Both
 * take the time from the database. Idempotent; after a crash the next run continues.
 */
import type { Database } from "../platform/postgres/database.ts";
import { deleteUnsorted, dropDays, listDaysToMake, makeDay } from "./request-days.sql.ts";

const batchSize = 5_000;

/** Makes the days that are missing; may be run whatever the clocks say, because nothing is lost by a day too many. */
export async function makeRequestDays(database: Database): Promise<void> {
  for (const day of await listDaysToMake(database.read)) await makeDay(database, day);
}

/** Drops what is older than seven days (rules/messages-and-privacy 3.5); answers whether there may be more. */
export async function forgetRequests(database: Database): Promise<boolean> {
  await dropDays(database);
  return (await deleteUnsorted(database, batchSize)) === batchSize;
}
