/** The health of an app's endpoints, for its developer. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Endpoint } from "./endpoint.ts";
import { listEndpoints as list } from "./endpoints.sql.ts";

/** The app's subscriptions, newest first, each with what became of the attempts of the last 24 hours. */
export function listEndpoints(db: Db, appId: Id<"app">): Promise<Endpoint[]> {
  return list(db, appId);
}
