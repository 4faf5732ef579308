import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Booking } from "./booking.ts";
import * as bookings from "./bookings.sql.ts";
import { asOf, type Hold } from "./hold.ts";
import * as holds from "./holds.sql.ts";
import { getGrantedVenueState } from "../venue/venue.query.ts";

/** A booking of a location granted to the app, whoever made it. */
export async function getBooking(db: Db, id: Id<"bkg">, appId: Id<"app">): Promise<Booking | Refusal<"not_found">> {
  const booking = await bookings.findVisibleBooking(db, id, appId);
  return booking ?? refuse("not_found", `there is no booking ${id} at a location granted to this app`);
}

/** Any booking, for callers who have looked at the right to it. */
export function findAnyBooking(db: Db, id: Id<"bkg">): Promise<Booking | undefined> {
  return bookings.findBooking(db, id);
}

/** A hold of the app, as it is by the location's time now. */
export async function getHold(db: Db, id: Id<"bkh">, appId: Id<"app">): Promise<Hold | Refusal<"not_found">> {
  const hold = await holds.findHold(db, id, appId);
  if (hold === undefined) return refuse("not_found", `there is no hold ${id} of this app`);
  const state = await getGrantedVenueState(db, appId, hold.location_id);
  return isRefusal(state) ? state : asOf(hold, state.now);
}
