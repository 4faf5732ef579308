import type { Instant } from "../kernel/clock.ts";
import type { Database } from "../platform/postgres/database.ts";
import { deleteRequestsBefore } from "./feedback.sql.ts";

const keptMs = 7 * 24 * 3600 * 1000;
const batchSize = 5_000;

/**
 * Deletes requests older than seven days (decisions, section 11), one bounded batch; answers whether there may be more.
 * Idempotent; several processes may run it at once.
 */
export async function forgetRequests(database: Database, now: Instant): Promise<boolean> {
  const deleted = await database.transaction((tx) => deleteRequestsBefore(tx, now - keptMs, batchSize));
  return deleted === batchSize;
}
