/** The restaurant that a guest looks at: where it lives, and what booking and its visitors need to know of it. */
import { findGuestBooking, findGuestHold } from "../../bookings/aftercare/guest-bookings.query.ts";
import type { Booking } from "../../bookings/book/booking.ts";
import type { Hold } from "../../bookings/book/hold.ts";
import type { TermsRefusal } from "../../bookings/make/book.ts";
import { findVenueState, type VenueState } from "../../bookings/venue/venue.query.ts";
import { parseId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { LocationSettings } from "../../locations/location.ts";
import { getLocationSettings } from "../../locations/read-locations.query.ts";
import type { Database, Db } from "../../platform/postgres/database.ts";
import type { GuestBookingDeps } from "./guest-booking-deps.ts";
import { guestVenueOf, type GuestVenue } from "./guest-venue.ts";

export interface BookingLocation {
  readonly livemode: boolean;
  readonly database: Database;
  readonly location: LocationSettings;
  readonly state: VenueState;
}

/** The location of an id as an address gives it; undefined for everything else. */
export async function findBookingLocation(deps: GuestBookingDeps, text: string): Promise<BookingLocation | undefined> {
  const id = parseId("str", text);
  return id.kind === "ok" ? bookingLocationIn(deps.database, id.id) : undefined;
}

/** The location as of now, in a database that has it. */
export async function bookingLocationIn(database: Database, id: Id<"str">): Promise<BookingLocation | undefined> {
  const read = await readBookingLocation(database.read, id);
  return read === undefined ? undefined : { livemode: database.livemode, database, ...read };
}

/** The same, read with a connection of the caller. */
export async function readBookingLocation(
  db: Db,
  id: Id<"str">,
): Promise<Pick<BookingLocation, "location" | "state"> | undefined> {
  const [location, state] = await Promise.all([getLocationSettings(db, id), findVenueState(db, id)]);
  return isRefusal(location) || state === undefined ? undefined : { location, state };
}

/** A location as its guests book there, or why no table can be booked. */
export async function readGuestVenue(
  deps: Pick<GuestBookingDeps, "books">,
  db: Db,
  state: VenueState,
): Promise<GuestVenue | TermsRefusal> {
  const terms = await deps.books.at(state.location).terms(db, state);
  return isRefusal(terms) ? terms : guestVenueOf(state, terms);
}

/** The booking that a guest's key belongs to, and its location. */
export async function findBookingAndLocation(
  deps: GuestBookingDeps,
  token: string,
): Promise<(BookingLocation & { readonly booking: Booking }) | undefined> {
  const booking = await findGuestBooking(deps.database.read, token);
  const here = booking === undefined ? undefined : await bookingLocationIn(deps.database, booking.location_id);
  return booking === undefined || here === undefined ? undefined : { ...here, booking };
}

/** The hold that a guest's key belongs to, and its location. */
export async function findHoldAndLocation(
  deps: GuestBookingDeps,
  token: string,
): Promise<(BookingLocation & { readonly hold: Hold }) | undefined> {
  const id = deps.guestTokens.readHoldToken(token);
  const found = id === undefined ? undefined : await findGuestHold(deps.database.read, id);
  const here = found === undefined ? undefined : await bookingLocationIn(deps.database, found.hold.location_id);
  return found === undefined || here === undefined ? undefined : { ...here, hold: found.hold };
}

/** What tells, for each thing that a guest's call names, whether this service keeps it. */
export function keptHere(deps: GuestBookingDeps) {
  return {
    location: async (text: string): Promise<boolean> => {
      const id = parseId("str", text);
      return id.kind === "ok" && deps.keepsLocation(id.id);
    },
    /** Its secret wrote the hold's key. */
    hold: async (token: string): Promise<boolean> => deps.guestTokens.readHoldToken(token) !== undefined,
    /** Its secret sealed the slot token of a guest's search. */
    slot: async (slotToken: string): Promise<boolean> => !isRefusal(deps.tokens.read(slotToken, null)),
    booking: async (token: string): Promise<boolean> =>
      (await findGuestBooking(deps.database.read, token)) !== undefined,
  };
}
