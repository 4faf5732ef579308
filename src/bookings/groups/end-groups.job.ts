/**
 * Ends requests of groups that nobody answered within seven days, and deletes requests thirty days after their day. By the
 * clock of each location, in SQL. Idempotent; several processes may run it.
 */
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import { forgetMessagesAbout } from "../../messaging/aftercare/forget-messages.command.ts";
import type { Database } from "../../platform/postgres/database.ts";
import * as sql from "./groups.sql.ts";

const batch = 200;

/** Ends what is due; answers true when there may be more. */
export async function endGroupRequests(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => {
    const locations = await sql.expireGroups(tx, batch);
    for (const id of new Set(locations)) recordLiveChange(tx, id, "settings", id);
    return locations.length === batch;
  });
}

/** Deletes one batch; answers true when there may be more. */
export async function forgetGroupRequests(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => {
    const ids = await sql.forgetGroups(tx, batch);
    forgetMessagesAbout(tx, ids);
    return ids.length === batch;
  });
}
