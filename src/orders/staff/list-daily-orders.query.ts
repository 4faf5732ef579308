import type { Instant } from "../../kernel/clock.ts";
import type { Location } from "../../locations/location/location.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { countDailyOrders, type DailyOrders } from "./daily-orders.sql.ts";

/** The orders of a location by the day on which they were placed; `bounds` are the beginnings of the days and the end of the last. */
export function listDailyOrders(
  db: Db,
  { id, clock_offset_seconds: offset }: Pick<Location, "id" | "clock_offset_seconds">,
  bounds: readonly Instant[],
): Promise<DailyOrders[]> {
  return countDailyOrders(db, id, bounds, offset);
}
