/** The bookings of one location for its own people, who have no app and no grant. The caller has checked their role. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Booking } from "./booking.ts";
import { listAt } from "./booking-list.sql.ts";
import { findBookings } from "./bookings.sql.ts";

export interface BookWindow {
  /** The first start. */
  readonly from: Instant;
  /** Exclusive. */
  readonly until: Instant;
  /** A booking of the window: those behind it are listed. */
  readonly after?: Id<"bkg"> | null;
}

/** The bookings that start in the window, by start; at most so many. */
export function listBookingsAt(
  db: Db,
  locationId: Id<"str">,
  { from, until, after = null }: BookWindow,
  limit: number,
): Promise<Booking[]> {
  return listAt(db, locationId, { from, until, after }, limit);
}

/** Those of the bookings that are of the location, by start. */
export function listBookingsById(db: Db, locationId: Id<"str">, ids: readonly string[]): Promise<Booking[]> {
  return findBookings(db, locationId, ids);
}
