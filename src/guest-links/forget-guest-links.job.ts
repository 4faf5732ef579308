/** Retention of links in messages to guests: a link that leads nowhere any more is deleted. Idempotent. */
import type { Database } from "../platform/postgres/database.ts";
import { deleteOldLinks } from "./guest-links.sql.ts";

const batchSize = 2_000;

/** Deletes one bounded batch; answers whether there may be more. */
export async function forgetGuestLinks(database: Database): Promise<boolean> {
  return (await database.transaction((tx) => deleteOldLinks(tx, batchSize))) === batchSize;
}
