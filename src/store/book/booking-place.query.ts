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
import type { BookingDesk } from "./booking-desk.ts";
import { guestVenueOf, type GuestVenue } from "./guest-venue.ts";

export interface BookingPlace {
  readonly livemode: boolean;
  readonly database: Database;
  readonly location: LocationSettings;
  readonly state: VenueState;
}

/** The place of a location id as an address gives it; undefined for everything else. */
export async function findPlace(desk: BookingDesk, text: string): Promise<BookingPlace | undefined> {
  const id = parseId("str", text);
  return id.kind === "ok" ? placeIn(desk.database, id.id) : undefined;
}

/** The location as of now, in a database that has it. */
export async function placeIn(database: Database, id: Id<"str">): Promise<BookingPlace | undefined> {
  const read = await readPlace(database.read, id);
  return read === undefined ? undefined : { livemode: database.livemode, database, ...read };
}

/** The same, read with a connection of the caller. */
export async function readPlace(db: Db, id: Id<"str">): Promise<Pick<BookingPlace, "location" | "state"> | undefined> {
  const [location, state] = await Promise.all([getLocationSettings(db, id), findVenueState(db, id)]);
  return isRefusal(location) || state === undefined ? undefined : { location, state };
}

/** The restaurant of a place as its guests book there, or why no table can be booked. */
export async function readGuestVenue(
  desk: Pick<BookingDesk, "books">,
  db: Db,
  state: VenueState,
): Promise<GuestVenue | TermsRefusal> {
  const terms = await desk.books.at(state.location).terms(db, state);
  return isRefusal(terms) ? terms : guestVenueOf(state, terms);
}

/** The booking that a guest's key opens, and its place. */
export async function findBookingPlace(
  desk: BookingDesk,
  token: string,
): Promise<(BookingPlace & { readonly booking: Booking }) | undefined> {
  const booking = await findGuestBooking(desk.database.read, token);
  const place = booking === undefined ? undefined : await placeIn(desk.database, booking.location_id);
  return booking === undefined || place === undefined ? undefined : { ...place, booking };
}

/** The hold that a guest's key opens, and its place. */
export async function findHoldPlace(
  desk: BookingDesk,
  token: string,
): Promise<(BookingPlace & { readonly hold: Hold }) | undefined> {
  const id = desk.guestTokens.readHoldToken(token);
  const found = id === undefined ? undefined : await findGuestHold(desk.database.read, id);
  const place = found === undefined ? undefined : await placeIn(desk.database, found.hold.location_id);
  return found === undefined || place === undefined ? undefined : { ...place, hold: found.hold };
}

/** What tells, for each thing that a guest's call names, whether this service keeps it. */
export function keptHere(desk: BookingDesk) {
  return {
    location: async (text: string): Promise<boolean> => {
      const id = parseId("str", text);
      return id.kind === "ok" && desk.keepsLocation(id.id);
    },
    /** Its secret wrote the hold's key. */
    hold: async (token: string): Promise<boolean> => desk.guestTokens.readHoldToken(token) !== undefined,
    /** Its secret sealed the slot token of a guest's search. */
    slot: async (slotToken: string): Promise<boolean> => !isRefusal(desk.tokens.read(slotToken, null)),
    booking: async (token: string): Promise<boolean> =>
      (await findGuestBooking(desk.database.read, token)) !== undefined,
  };
}
