import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import * as sql from "./bookings.sql.ts";

/** The tables of the bookings that are still to come after an instant, for warnings about a new configuration. */
export function listFutureSeatings(db: Db, locationId: Id<"str">, from: Instant): Promise<sql.FutureSeating[]> {
  return sql.listFutureSeatings(db, locationId, from);
}
