/** Whether somebody sees the orders of a location (rules/board 3.3). */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findWatch } from "./attendance.sql.ts";

/** Whether a board showed the orders of the location within the last 60 seconds. */
export async function isBoardWatched(db: Db, locationId: Id<"str">): Promise<boolean> {
  return (await findWatch(db, locationId))?.is_shown ?? false;
}
