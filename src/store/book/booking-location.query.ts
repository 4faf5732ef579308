/** The restaurant of a guest's booking page: its service, and what booking and the page need of it. */
import { findGuestBooking, findGuestHold } from "../../bookings/aftercare/guest-bookings.query.ts";
import type { Booking } from "../../bookings/book/booking.ts";
import type { Hold } from "../../bookings/book/hold.ts";
import type { TermsRefusal } from "../../bookings/make/book.ts";
import { findVenueState, type VenueState } from "../../bookings/venue/venue.query.ts";
import { parseId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import type { MessageChannel } from "../../messaging/message/message-kinds.ts";
import { listGuestChannels } from "../../messaging/queue/queue-message.command.ts";
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

/** The location as of one moment, in a database that has it. */
export function bookingLocationIn(database: Database, id: Id<"str">): Promise<BookingLocation | undefined> {
  return database.snapshot((db) => readIn(database, db, id));
}

async function readIn(database: Database, db: Db, id: Id<"str">): Promise<BookingLocation | undefined> {
  const read = await readBookingLocation(db, id);
  return read === undefined ? undefined : { livemode: database.livemode, database, ...read };
}

/**
 * What a page of a location is made of, all as of one moment. A provider that keeps the book is asked over the network, for
 * which no transaction waits: what is read at its locations follows the look at them.
 */
export async function readAtBook<Value>(
  { database }: Pick<GuestBookingDeps, "database">,
  text: string,
  read: (db: Db, here: BookingLocation) => Promise<Value>,
): Promise<Value | undefined> {
  const id = parseId("str", text);
  return id.kind === "ok" ? readAt(database, (db) => readIn(database, db, id.id), read) : undefined;
}

/** The same at the location of the booking that a guest's key belongs to. */
export function readAtBooking<Value>(
  { database }: Pick<GuestBookingDeps, "database">,
  token: string,
  read: (db: Db, here: BookedHere) => Promise<Value>,
): Promise<Value | undefined> {
  return readAt(database, (db) => bookedIn(database, db, token), read);
}

async function readAt<Here extends BookingLocation, Value>(
  database: Database,
  find: (db: Db) => Promise<Here | undefined>,
  read: (db: Db, here: Here) => Promise<Value>,
): Promise<Value | undefined> {
  const seen = await database.snapshot(async (db) => {
    const here = await find(db);
    if (here === undefined) return undefined;
    return here.location.booking_mode === "provider" ? { here } : { value: await read(db, here) };
  });
  if (seen === undefined) return undefined;
  return "value" in seen ? seen.value : read(database.read, seen.here);
}

/** A location, read with a connection of the caller. */
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

/** The booking that a guest's key belongs to, and its location, as of one moment. */
export function findBookingAndLocation(
  { database }: Pick<GuestBookingDeps, "database">,
  token: string,
): Promise<BookedHere | undefined> {
  return database.snapshot((db) => bookedIn(database, db, token));
}

type BookedHere = BookingLocation & { readonly booking: Booking };

async function bookedIn(database: Database, db: Db, token: string): Promise<BookedHere | undefined> {
  const booking = await findGuestBooking(db, token);
  const here = booking === undefined ? undefined : await readIn(database, db, booking.location_id);
  return booking === undefined || here === undefined ? undefined : { ...here, booking };
}

/** The hold that a guest's key belongs to, its location, and how its guest can be told of the booking, as of one moment. */
export function findHoldAndLocation(
  { database, guestTokens }: Pick<GuestBookingDeps, "database" | "guestTokens">,
  token: string,
): Promise<(BookingLocation & HeldHere) | undefined> {
  return database.snapshot(async (db) => {
    const id = guestTokens.readHoldToken(token);
    const found = id === undefined ? undefined : await findGuestHold(db, id);
    const here = found === undefined ? undefined : await readIn(database, db, found.hold.location_id);
    if (found === undefined || here === undefined) return undefined;
    const channels = await listGuestChannels(db, here.location.id);
    return { ...here, hold: found.hold, channels };
  });
}

interface HeldHere {
  readonly hold: Hold;
  readonly channels: readonly MessageChannel[];
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
