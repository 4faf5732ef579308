/** Reads apps and keys for the operator and other features. */
import type { Id } from "../kernel/id.ts";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import type { Db } from "../platform/postgres/database.ts";
import { findApp, listApps as readApps, listKeys, listSoughtKeys, type ApiKey, type App } from "./apps.sql.ts";

export type { ApiKey, App } from "./apps.sql.ts";

/** Every app, newest first. */
export function listApps(db: Db): Promise<App[]> {
  return readApps(db);
}

/** The app, or the refusal that there is none. */
export async function getApp(db: Db, id: Id<"app">): Promise<App | Refusal<"not_found">> {
  return (await findApp(db, id)) ?? refuse("not_found", `there is no app ${id}`);
}

/** Every key of an app, newest first, also those that have ended; refuses an unknown app. */
export async function listAppKeys(db: Db, id: Id<"app">): Promise<ApiKey[] | Refusal<"not_found">> {
  if ((await findApp(db, id)) === undefined) return refuse("not_found", `there is no app ${id}`);
  return listKeys(db, id);
}

/** The keys with this id or these last four characters, newest first, also those that have ended. */
export function findSoughtKeys(db: Db, text: string, limit: number): Promise<readonly ApiKey[]> {
  return listSoughtKeys(db, text, limit);
}
