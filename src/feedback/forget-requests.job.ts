import type { Database } from "../platform/postgres/database.ts";
import { deleteOldRequests } from "./requests.sql.ts";

const keptDays = 7;
const batchSize = 5_000;

/**
 * Deletes requests older than seven days by the database's clock (rules/messages-and-privacy 3.5), one bounded batch;
 * answers whether there may be more. Idempotent; several processes may run it at once.
 */
export async function forgetRequests(database: Database): Promise<boolean> {
  const deleted = await database.transaction((tx) => deleteOldRequests(tx, keptDays, batchSize));
  return deleted === batchSize;
}
