/**
 * Our own book behind the provider port, for one channel and location. Booking channels use it at `/reserve/v3`; the
 * conformance suite compares it with the other adapters.
 *
 * Guarantees: a token makes one hold or booking, also when it is sent twice at once or again after a crash. A channel
 * sees and changes only its own bookings. Every rule is a rule of our book (`bookings/make/book.ts`), for a guest. Each
 * write is in the transaction that stores the channel's token.
 */
import { findAnyBooking } from "../bookings/book/get-booking.query.ts";
import { createNativeBook, type NativeBook } from "../bookings/make/native-book.command.ts";
import { issueSlot, type Offer } from "../bookings/search/offer.ts";
import { findGuestHold } from "../bookings/aftercare/guest-bookings.query.ts";
import type { BookingRequest } from "../bookings/make/create-booking.command.ts";
import type { Hold } from "../bookings/book/hold.ts";
import type { Instant } from "../kernel/clock.ts";
import type * as port from "../bookings/provider/reservation-provider.ts";
import type { SlotTokens } from "../bookings/search/slot-token.ts";
import { findVenueState } from "../bookings/venue/venue.query.ts";
import type { LocationPermits } from "../bookings/make/wait-for-location.query.ts";
import type { ChannelCaller } from "../platform/http/callers.ts";
import { parseId, type Id } from "../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../kernel/refusal.ts";
import { wallAt } from "../kernel/wall-time.ts";
import type { Database, Db, Tx } from "../platform/postgres/database.ts";
import { showBooking } from "./channel-bookings.query.ts";
import * as sql from "./channels.sql.ts";
import { causeOf } from "./native-causes.ts";

export interface NativeProviderDeps {
  readonly database: Database;
  readonly tokens: SlotTokens;
  readonly permits: LocationPermits;
  readonly channelId: Id<"bch">;
  readonly locationId: Id<"str">;
}

/** The adapter of a channel at a location. */
export type FindChannelProvider = (channel: ChannelCaller, locationId: Id<"str">) => port.ReservationProvider;

interface Parts extends NativeProviderDeps {
  readonly book: NativeBook;
}

/** Builds the adapter. */
export function createNativeProvider(given: NativeProviderDeps): port.ReservationProvider {
  const { database, permits, channelId, locationId } = given;
  const nativeBook = createNativeBook(given.tokens, () => permits.at(locationId));
  const deps: Parts = { ...given, book: nativeBook };

  /** One write with a permit of the location; a refusal of ours becomes one of the port. */
  async function write<Value>(work: (tx: Tx) => Promise<Value | Refusal>): Promise<port.ProviderAnswer<Value>> {
    const releasePermit = await permits.at(locationId);
    try {
      const value = await database.transaction(work);
      if (isRefusal(value)) return { kind: "refused", cause: causeOf(value), description: value.message };
      return { kind: "done", value: value as Value };
    } finally {
      releasePermit();
    }
  }

  async function own(db: Db, reference: string): Promise<Id<"bkg"> | Refusal<"not_found">> {
    const found = await sql.findChannelBooking(db, channelId, reference);
    return found?.location_id === locationId
      ? found.booking_id
      : refuse("not_found", `there is no booking ${reference} of this channel`);
  }

  return {
    name: "native",
    partySize: { min: 1, max: 1000 },
    holds: true,
    changesNotes: true,
    available: () => true,
    async search(query) {
      const found = await offer(deps, database.read, query, null);
      if (isRefusal(found)) return { kind: "refused", cause: causeOf(found), description: found.message };
      return { kind: "done", value: found.map(({ slot }) => slot) };
    },
    hold: ({ token, slot }) =>
      write(async (tx) => {
        await sql.lockToken(tx, channelId, token);
        const known = await sql.findHoldOfToken(tx, channelId, token);
        const made = known === undefined ? undefined : await findGuestHold(tx, known);
        if (made?.hold.status === "live") return leaseOf(made.hold, made.state.now);
        if (made !== undefined) return refuse("hold_expired", `hold ${made.hold.id} is over`);
        const slotToken = await tokenFor(deps, tx, slot, null);
        const hold = isRefusal(slotToken)
          ? slotToken
          : await nativeBook.hold({ ...unpaid, appId: null, slotToken }).run(tx);
        if (isRefusal(hold)) return hold;
        sql.sendChannelLease(tx, hold.id, channelId, token);
        return leaseOf(hold, hold.created_at);
      }),
    book: (request) => write((tx) => book(deps, tx, request)),
    change: ({ reference, slot, notes }) =>
      write(async (tx) => {
        const id = await own(tx, reference);
        if (isRefusal(id)) return id;
        const present = await findAnyBooking(tx, id);
        if (present === undefined) return refuse("not_found", `there is no booking ${reference}`);
        const isThere = slot === null || (slot.startsAt === present.starts_at && slot.partySize === present.party_size);
        const slotToken = isThere ? undefined : await tokenFor(deps, tx, slot, id);
        if (isRefusal(slotToken)) return slotToken;
        const isSame = slotToken === undefined && (notes === undefined || notes === present.notes);
        if (isSame && (present.status === "confirmed" || present.status === "pending")) return showBooking(present);
        const change = { slotToken, notes: slotToken === undefined ? (notes ?? null) : notes };
        const booking = await nativeBook.change(null, id, { ...change, expectedVersion: undefined }).run(tx);
        return isRefusal(booking) ? booking : showBooking(booking);
      }),
    cancel: ({ reference }) =>
      write(async (tx) => {
        const id = await own(tx, reference);
        if (isRefusal(id)) return id;
        const booking = await nativeBook.cancel(null, id, { reason: null, expectedVersion: undefined }).run(tx);
        return isRefusal(booking) ? booking : null;
      }),
    async status({ reference }) {
      const id = await own(database.read, reference);
      const booking = isRefusal(id) ? undefined : await findAnyBooking(database.read, id);
      if (booking === undefined) return { kind: "refused", cause: "NOT_FOUND", description: null };
      return { kind: "done", value: showBooking(booking).status };
    },
    async lookup({ guestKey }) {
      const found = await sql.listOfUser(database.read, channelId, guestKey, [locationId]);
      const bookings = await Promise.all(found.map(({ booking_id: id }) => findAnyBooking(database.read, id)));
      return {
        kind: "done",
        value: bookings.flatMap((booking) => (booking === undefined ? [] : [showBooking(booking)])),
      };
    },
  };
}

/** A channel has no way to lead its guests to a payment: what asks for one is not offered there. */
const unpaid = { acceptsPaymentLink: false } as const;

async function book(deps: Parts, tx: Tx, request: port.ProviderBookRequest): Promise<port.ProviderBooking | Refusal> {
  const { channelId } = deps;
  const { token, slot, lease, guest, guestKey: userId, notes } = request;
  await sql.lockToken(tx, channelId, token);
  const known = await sql.findBookingOfToken(tx, channelId, token);
  const made = known === undefined ? undefined : await findAnyBooking(tx, known);
  if (made !== undefined) return showBooking(made);
  const by = lease === null ? await bySlot(deps, tx, slot) : await byLease(tx, deps, lease);
  if (isRefusal(by)) return by;
  const wanted: BookingRequest = {
    ...unpaid,
    appId: null,
    source: "online",
    by,
    guest: {
      ...(guest.firstName === null ? {} : { first_name: guest.firstName }),
      ...(guest.lastName === null ? {} : { last_name: guest.lastName }),
      ...(guest.phone === null ? {} : { phone: guest.phone }),
      ...(guest.email === null ? {} : { email: guest.email }),
    },
    notes,
  };
  const booking = await deps.book.book(wanted).run(tx);
  if (isRefusal(booking)) return booking;
  sql.sendChannelBooking(tx, { bookingId: booking.id, channelId, userId, token });
  return showBooking(booking);
}

async function bySlot(deps: Parts, tx: Tx, slot: port.ProviderSlot) {
  const slotToken = await tokenFor(deps, tx, slot, null);
  return isRefusal(slotToken) ? slotToken : { kind: "token" as const, slotToken };
}

async function byLease(tx: Tx, { channelId, locationId }: Parts, lease: string) {
  const parsed = parseId("bkh", lease);
  if (parsed.kind !== "ok" || !(await sql.isLeaseOf(tx, channelId, parsed.id, locationId)))
    return refuse("hold_expired", "there is no such lease of this channel at this location");
  return { kind: "hold" as const, holdId: parsed.id };
}

interface Offered {
  readonly slot: port.ProviderSlot;
  readonly token: string;
}

/** The standard slots of the window with their tokens; `ignoring` is a booking that is to be moved. */
async function offer(
  { tokens, locationId, book: nativeBook }: Parts,
  db: Db,
  query: Pick<port.ProviderSearch, "from" | "until" | "partySize">,
  ignoring: Id<"bkg"> | null,
): Promise<readonly Offered[] | Refusal> {
  const state = await findVenueState(db, locationId);
  if (state === undefined) return refuse("not_found", `there is no location ${locationId}`);
  const timeZone = state.location.timezone ?? "UTC";
  const { partySize } = query;
  // Wall clocks may stand twice at the same time: what lies outside is left out below.
  const found: Offer | Refusal = await nativeBook.search(db, state, {
    start: Math.min(wallAt(timeZone, query.from), wallAt(timeZone, query.until - 1)),
    end: Math.max(wallAt(timeZone, query.until), wallAt(timeZone, query.from) + 1),
    partySize,
    experienceId: null,
    areaId: null,
    bookingId: ignoring,
  });
  if (isRefusal(found)) return found;
  return found.slots
    .filter(
      ({ startsAt, experience, terms }) =>
        experience === null && terms === null && startsAt >= query.from && startsAt < query.until,
    )
    .map((slot) => ({
      slot: { startsAt: slot.startsAt, minutes: slot.minutes, partySize },
      token: issueSlot(tokens, found, slot, { appId: null, partySize, areaId: null }).token,
    }));
}

/** The token of one start, if it is offered. */
async function tokenFor(
  deps: Parts,
  db: Db,
  slot: port.ProviderSlot,
  ignoring: Id<"bkg"> | null,
): Promise<string | Refusal> {
  const { startsAt, partySize } = slot;
  const found = await offer(deps, db, { from: startsAt, until: startsAt + 60_000, partySize }, ignoring);
  if (isRefusal(found)) return found;
  const offered = found.find((each) => each.slot.startsAt === startsAt);
  return offered?.token ?? refuse("slot_unavailable", "no table is free for this party at this time");
}

function leaseOf(hold: Hold, now: Instant): port.ProviderLease {
  const minutes = (hold.ends_at - hold.starts_at) / 60_000;
  return {
    lease: hold.id,
    slot: { startsAt: hold.starts_at, minutes, partySize: hold.party_size },
    expiresInMs: hold.expires_at - now,
  };
}
