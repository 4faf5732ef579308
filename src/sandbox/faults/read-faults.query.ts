import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import * as sql from "./faults.sql.ts";

export type { KeptFaults } from "./faults.sql.ts";

/** The rules of the app as they stand; undefined when there are none, or they have ended. */
export function findFaults(db: Db, appId: Id<"app">): Promise<sql.KeptFaults | undefined> {
  return sql.findFaults(db, appId);
}

/** Which of the apps have rules. */
export function listFaultyApps(db: Db, appIds: readonly Id<"app">[]): Promise<ReadonlySet<string>> {
  return sql.listFaultyApps(db, appIds);
}
