/** A dry run of a publish for an app, outside of the partners' call: the changes that a document would make. Writes nothing. */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { getConnection, getLocationClock } from "../../locations/grants/read-locations.query.ts";
import type { Database } from "../../platform/postgres/database.ts";
import type { MenuSync } from "../read/menu-sync.ts";
import type { MenuThreads } from "./menu-threads.worker.ts";
import { publishMenu } from "./publish-menu.command.ts";

export interface TriedMenu {
  readonly appId: Id<"app">;
  readonly locationId: Id<"str">;
  readonly bytes: Uint8Array;
}

/**
 * Compares a document with the live menu of a location to which the app holds the connection. A document of more than 5,000
 * objects is queued, as the publish would be: its sync is `pending`.
 */
export async function tryMenu(
  database: Database,
  threads: Pick<MenuThreads, "read" | "compare">,
  { appId, locationId, bytes }: TriedMenu,
): Promise<MenuSync | Refusal<"not_found" | "connection_not_found" | "invalid_request" | "invalid_menu">> {
  const connection = await getConnection(database.read, appId, locationId);
  if (isRefusal(connection)) return connection;
  const menu = await threads.read(bytes);
  if (isRefusal(menu)) return menu;
  return database.transaction(async (tx) => {
    const held = await getConnection(tx, appId, locationId);
    if (isRefusal(held)) return held;
    const clock = await getLocationClock(tx, locationId);
    if (isRefusal(clock)) return clock;
    const options = { dryRun: true, respondAsync: false, compare: threads.compare };
    return publishMenu(tx, { appId, locationId, now: clock.now }, menu, options);
  });
}
