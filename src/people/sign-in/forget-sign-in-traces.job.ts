/**
 * Deletes ended rows of signing in: challenges, counts of wrong attempts, recovery links, and sessions that ended long
 * ago. Idempotent; several processes may run the job at once. A late run changes nothing for callers, because each use
 * also checks the end.
 */
import type { Database } from "../../platform/postgres/database.ts";
import { dropTraces } from "./sign-in-traces.sql.ts";

const batchSize = 1_000;

/** Deletes one bounded batch of each; answers whether there may be more. */
export async function forgetSignInTraces(database: Database): Promise<boolean> {
  let isMore = false;
  for (const statement of dropTraces) {
    const { count } = await database.transaction((tx) => tx.one(statement, [batchSize]));
    isMore ||= count === batchSize;
  }
  return isMore;
}
