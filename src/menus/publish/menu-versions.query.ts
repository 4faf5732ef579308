/** The kept versions of a location's menu, as the operator sees them. */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { getLocationClock } from "../../locations/read-locations.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import * as sql from "./menu-versions.sql.ts";

/** Newest first; refuses an unknown location. */
export async function listMenuVersions(
  db: Db,
  locationId: Id<"str">,
  page: { readonly before: Id<"mnv"> | undefined; readonly limit: number },
): Promise<readonly sql.MenuVersion[] | Refusal<"not_found">> {
  const location = await getLocationClock(db, locationId);
  return isRefusal(location) ? location : sql.listMenuVersions(db, locationId, page);
}
