/** The requests of an app in the last seven days, for its developer (rules/http 13). */
import type { Id } from "../kernel/id.ts";
import type { Db } from "../platform/postgres/database.ts";
import * as sql from "./requests.sql.ts";

export type { RequestFilter, RequestRow, RequestWithBodies } from "./requests.sql.ts";

/** The app's requests, newest first. */
export function listRequests(db: Db, filter: sql.RequestFilter): Promise<sql.RequestRow[]> {
  return sql.listRequests(db, filter);
}

/** One request of the app; undefined for one that is unknown, of another app, older than seven days or not yet written. */
export function findRequest(db: Db, appId: Id<"app">, id: Id<"req">): Promise<sql.RequestWithBodies | undefined> {
  return sql.findRequest(db, appId, id);
}

/** The app that sent a request, of the last seven days; undefined where no app did. */
export function findRequestApp(db: Db, id: Id<"req">): Promise<Id<"app"> | undefined> {
  return sql.findRequestApp(db, id);
}

/** The request of the app that made the event; undefined where there is none. */
export function findRequestOfEvent(db: Db, appId: Id<"app">, eventId: Id<"evt">): Promise<Id<"req"> | undefined> {
  return sql.findRequestOfEvent(db, appId, eventId);
}

/** Which of the ids are requests of the app. */
export function listRequestsOf(db: Db, appId: Id<"app">, ids: readonly string[]): Promise<string[]> {
  return sql.listRequestsOf(db, appId, ids);
}
