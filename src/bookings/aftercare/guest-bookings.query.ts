/** Reads the booking of a guest's token, and the hold of a guest. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Booking } from "../book/booking.ts";
import {
  findByTokenHash,
  findTokenHash,
  listBookingsByCode,
  listBookingsOfContact,
  listSoughtBookings,
  type BookingOfContact,
  type FoundBooking,
  type SoughtBooking,
} from "./guest-bookings.sql.ts";
import { bookingTokenForm, hashGuestToken, type GuestTokens } from "../book/guest-token.ts";
import { asOf, type Hold } from "../book/hold.ts";
import { findHold } from "../book/holds.sql.ts";
import { findVenueState, type VenueState } from "../venue/venue.query.ts";

/** The booking that a key opens. */
export async function findGuestBooking(db: Db, token: string): Promise<Booking | undefined> {
  return bookingTokenForm.test(token) ? findByTokenHash(db, hashGuestToken(token)) : undefined;
}

/** The bookings with a code that a guest may still find, latest first. */
export function findBookingsByCode(db: Db, code: string): Promise<readonly FoundBooking[]> {
  return listBookingsByCode(db, code);
}

/** The bookings of a contact that links still lead to, latest first. */
export function findBookingsOf(
  db: Db,
  contact: { readonly phone: string | null; readonly email: string | null },
  most: number,
): Promise<readonly BookingOfContact[]> {
  return listBookingsOfContact(db, contact, most);
}

/** The key that a booking's guest was given, to write its link again; undefined when it has none (made by a partner, or erased). */
export async function findBookingToken(db: Db, tokens: GuestTokens, id: Id<"bkg">): Promise<string | undefined> {
  const hash = await findTokenHash(db, id);
  return hash === null || hash === undefined ? undefined : tokens.bookingToken(id, hash);
}

/** A guest's hold as it is by the location's time now, and the location. */
export async function findGuestHold(
  db: Db,
  id: Id<"bkh">,
): Promise<{ readonly hold: Hold; readonly state: VenueState } | undefined> {
  const hold = await findHold(db, id, null);
  const state = hold === undefined ? undefined : await findVenueState(db, hold.location_id);
  return hold === undefined || state === undefined ? undefined : { hold: asOf(hold, state.now), state };
}

/** The bookings with a code, of a phone (E.164) or of an e-mail address (in small letters), latest first, however old. */
export function findSoughtBookings(
  db: Db,
  by: { readonly code: string | null; readonly phone: string | null; readonly email: string | null },
  limit: number,
): Promise<readonly SoughtBooking[]> {
  return listSoughtBookings(db, by, limit);
}
