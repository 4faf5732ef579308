import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import * as sql from "./granted-apps.sql.ts";

/** The apps that a location is granted to, with what each may see and do. */
export function listGrantedApps(db: Db, locationId: Id<"str">): Promise<sql.GrantedApp[]> {
  return sql.listGrantedApps(db, locationId);
}
