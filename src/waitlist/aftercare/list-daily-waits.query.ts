import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { countDailyWaits, type DailyWaits } from "./daily-waits.sql.ts";

/** The waits of a location by the day on which a party joined; `bounds` are the beginnings of the days and the end of the last. */
export function listDailyWaits(db: Db, locationId: Id<"str">, bounds: readonly Instant[]): Promise<DailyWaits[]> {
  return countDailyWaits(db, locationId, bounds);
}
