import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import * as sql from "./booking-days.sql.ts";

/** One mark for some local dates of a location: it grows with every write to their tables, in any process. */
export function readDayMark(db: Db, locationId: Id<"str">, days: readonly string[]): Promise<sql.DayMark> {
  return sql.readDayMark(db, locationId, days);
}
