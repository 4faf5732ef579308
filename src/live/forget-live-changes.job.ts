/** Forgets changes that no screen can resume from: older than a day, or beyond the newest 5,000 of their location. */
import type { Database } from "../platform/postgres/database.ts";
import { deleteOldChanges } from "./live-changes.sql.ts";

const batch = 2_000;

/** Forgets one batch; answers true when there may be more. */
export async function forgetLiveChanges(database: Database): Promise<boolean> {
  return (await database.transaction((tx) => deleteOldChanges(tx, batch))) === batch;
}
