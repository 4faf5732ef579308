/** The requests of an app as its developer reads them. */
import type { Id } from "../kernel/id.ts";
import type { Db } from "../platform/postgres/database.ts";
import * as sql from "./requests.sql.ts";

export type { RequestRow } from "./requests.sql.ts";

/** The app's requests of the last seven days, newest first. */
export function listRequests(db: Db, page: sql.RequestPage): Promise<sql.RequestRow[]> {
  return sql.listRequests(db, page);
}

/** One request of the app; undefined for one that is unknown, of another app, older than seven days or not yet written. */
export function findRequest(db: Db, appId: Id<"app">, id: Id<"req">): Promise<sql.RequestRow | undefined> {
  return sql.findRequest(db, appId, id);
}
