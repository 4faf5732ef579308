/** SQL of the apps that a location is granted to. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Scope } from "../../platform/http/scopes.ts";

export interface GrantedApp {
  readonly id: Id<"app">;
  readonly scopes: readonly Scope[];
}

const listGrantedAppsStatement = defineStatement({
  name: "list-granted-apps",
  takes: ["text"],
  gives: row<GrantedApp>({ id: "text", scopes: "text[]" }),
  text: `SELECT a.id, a.scopes FROM grants g JOIN apps a ON a.id = g.app_id WHERE g.location_id = $1 ORDER BY a.id`,
});

export function listGrantedApps(db: Db, locationId: Id<"str">): Promise<GrantedApp[]> {
  return db.rows(listGrantedAppsStatement, [locationId]);
}
