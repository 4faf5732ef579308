/**
 * Retention: a message is deleted 13 months after it was written, by the database's clock, whatever its outcome
 * (rules/messages-and-privacy 3.6). Idempotent. After a crash the next run continues.
 */
import type { Database } from "../../platform/postgres/database.ts";
import { deleteOldMessages as deleteOldest } from "./old-messages.sql.ts";

const usualBatch = 1_000;

/** Deletes one bounded batch; answers whether there may be more. */
export async function deleteOldMessages(database: Database, batch = usualBatch): Promise<boolean> {
  return (await database.transaction((tx) => deleteOldest(tx, batch))) === batch;
}
