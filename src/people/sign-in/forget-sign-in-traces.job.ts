/**
 * Deletes what signing in leaves behind: challenges, counts of wrong ones and recovery links that are over, sessions that are
 * long over. Idempotent; several processes may run it at once. A run that is late changes nothing for callers: what is over
 * is also judged when it is used.
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
