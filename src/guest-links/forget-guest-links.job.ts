/** Retention: deletes links whose page is gone, and counts whose time is over. Idempotent. */
import type { Database } from "../platform/postgres/database.ts";
import { deleteOldLinks } from "./guest-links.sql.ts";
import { deleteOldTries } from "./tries.sql.ts";

const batchSize = 2_000;

/** Deletes one bounded batch of each; answers whether there may be more. */
export async function forgetGuestLinks(database: Database): Promise<boolean> {
  const links = await database.transaction((tx) => deleteOldLinks(tx, batchSize));
  const tries = await database.transaction((tx) => deleteOldTries(tx, batchSize));
  return links === batchSize || tries === batchSize;
}
