/** Forgets dry runs of publishes a day after their end (rules/menus 4.9). */
import type { Database } from "../../platform/postgres/database.ts";
import { deleteDryRuns } from "../read/menu-syncs.sql.ts";

const batch = 500;

/** Deletes a batch; answers whether there may be more. */
export async function forgetDryRuns(database: Database): Promise<boolean> {
  return (await database.transaction((tx) => deleteDryRuns(tx, batch))) === batch;
}
