import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { countDailyBookings, type DailyBookings } from "./daily-bookings.sql.ts";

/** The bookings of a location by the day on which they start; `bounds` are the beginnings of the days and the end of the last. */
export function listDailyBookings(db: Db, locationId: Id<"str">, bounds: readonly Instant[]): Promise<DailyBookings[]> {
  return countDailyBookings(db, locationId, bounds);
}
