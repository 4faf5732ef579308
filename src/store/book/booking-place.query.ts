/** The restaurant that a guest looks at: where it lives, and what booking and its visitors need to know of it. */
import { findGuestBooking, findGuestHold } from "../../bookings/aftercare/guest-bookings.query.ts";
import type { Booking } from "../../bookings/book/booking.ts";
import type { Hold } from "../../bookings/book/hold.ts";
import { findVenueState, type VenueState } from "../../bookings/venue/venue.query.ts";
import { parseId, type Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { LocationSettings } from "../../locations/location.ts";
import { getLocationSettings } from "../../locations/read-locations.query.ts";
import type { Database, Db, Environment } from "../../platform/postgres/database.ts";
import type { BookingDesk } from "./booking-desk.ts";

export interface BookingPlace {
  readonly environment: Environment;
  readonly database: Database;
  readonly location: LocationSettings;
  readonly state: VenueState;
}

/** The place of a location id as an address gives it; undefined for everything else. */
export async function findPlace(desk: BookingDesk, text: string): Promise<BookingPlace | undefined> {
  const id = parseId("str", text);
  if (id.kind !== "ok") return undefined;
  const environment = await desk.environments.ofLocation(id.id);
  if (isRefusal(environment)) return undefined;
  return placeIn(desk.environments.databaseOf(environment), id.id);
}

/** The location as of now, in a database that has it. */
export async function placeIn(database: Database, id: Id<"str">): Promise<BookingPlace | undefined> {
  const read = await readPlace(database.read, id);
  return read === undefined ? undefined : { environment: database.environment, database, ...read };
}

/** The same, read with a connection of the caller. */
export async function readPlace(db: Db, id: Id<"str">): Promise<Pick<BookingPlace, "location" | "state"> | undefined> {
  const [location, state] = await Promise.all([getLocationSettings(db, id), findVenueState(db, id)]);
  return isRefusal(location) || state === undefined ? undefined : { location, state };
}

/** The booking that a guest's key opens, and its place. */
export async function findBookingPlace(
  desk: BookingDesk,
  token: string,
): Promise<(BookingPlace & { readonly booking: Booking }) | undefined> {
  const found = await desk.environments.findIn((db) => findGuestBooking(db, token));
  if (found === undefined) return undefined;
  const place = await placeIn(found.database, found.found.location_id);
  return place === undefined ? undefined : { ...place, booking: found.found };
}

/** The hold that a guest's key opens, and its place. */
export async function findHoldPlace(
  desk: BookingDesk,
  token: string,
): Promise<(BookingPlace & { readonly hold: Hold }) | undefined> {
  const environment = environmentOfHold(desk, token);
  if (isRefusal(environment)) return undefined;
  const id = desk.guestTokens(environment).readHoldToken(token);
  const database = desk.environments.databaseOf(environment);
  const found = id === undefined ? undefined : await findGuestHold(database.read, id);
  const place = found === undefined ? undefined : await placeIn(database, found.hold.location_id);
  return found === undefined || place === undefined ? undefined : { ...place, hold: found.hold };
}

const environments = ["live", "test"] as const;

/** The environment whose secret wrote a hold's key. */
export function environmentOfHold(desk: BookingDesk, token: string): Environment | Refusal<"not_found"> {
  const found = environments.find((each) => desk.guestTokens(each).readHoldToken(token) !== undefined);
  return found ?? refuse("not_found", "there is no hold with this token");
}

/** The environment whose secret sealed a slot token of a guest's search. */
export function environmentOfSlot(desk: BookingDesk, slotToken: string): Environment | Refusal<"invalid_slot_token"> {
  for (const each of environments) if (!isRefusal(desk.tokens(each).read(slotToken, null))) return each;
  return refuse("invalid_slot_token", "slot_token: it is not a token that a guest's search gave");
}

/** The environment of a booking's key. */
export async function environmentOfBooking(
  desk: BookingDesk,
  token: string,
): Promise<Environment | Refusal<"not_found">> {
  const found = await desk.environments.findIn((db) => findGuestBooking(db, token));
  return found?.environment ?? refuse("not_found", "there is no booking with this token");
}
