import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Booking } from "./booking.ts";
import * as sql from "./bookings.sql.ts";

/** The bookings whose party sits now, walk-ins included, longest seated first. */
export function listSeatedBookings(db: Db, locationId: Id<"str">): Promise<Booking[]> {
  return sql.listSeated(db, locationId);
}
