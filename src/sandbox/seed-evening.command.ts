/**
 * Fills the demonstration restaurant with a running evening: parties that sit, parties to come, a line, a blocked table,
 * and four weeks before it. Guarantees: real commands make the state of the first start. The sandbox itself writes only
 * the beginnings of stays and waits, and the weeks before. Called within the transaction that seeds.
 */
import { bookByPhone, type PhoneRequest } from "../bookings/acts/book-by-phone.command.ts";
import { noteLate } from "../bookings/acts/note-on-booking.command.ts";
import { blockTables } from "../bookings/blocks/block-tables.command.ts";
import type { Booking } from "../bookings/book/booking.ts";
import { noteOnGuest } from "../bookings/guests/note-on-guest.command.ts";
import { cancelForGuest, cancelForVenue, markNoShow } from "../bookings/make/cancel-booking.command.ts";
import { seatArrival } from "../bookings/make/seat-arrival.command.ts";
import { completeBooking, seatBooking } from "../bookings/make/seat-booking.command.ts";
import { findVenueState, type BookableState } from "../bookings/venue/venue.query.ts";
import { saveFloorPlan } from "../floor/save-floor-plan.command.ts";
import type { StaffActor } from "../kernel/actor.ts";
import { type Id } from "../kernel/id.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import { addDays } from "../bookings/venue/service-days.ts";
import { instantOf, localDate, localTimeOf, wallTime } from "../kernel/wall-time.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { addToWaitlist } from "../waitlist/line/add-to-waitlist.command.ts";
import { notifyEntry } from "../waitlist/line/move-entry.command.ts";
import {
  comingDays,
  line,
  notedGuest,
  tonight,
  walkIns,
  type ComingBooking,
  type DemoBooking,
} from "./demo-evening.ts";
import { demoPlan } from "./demo-room.ts";
import { sendPastParties } from "./past/seed-past-parties.command.ts";
import { sendAgedBooking, sendAgedEntry } from "./demo-times.sql.ts";

/** Who did it all at the stand, and what the link of a party in line is. */
export interface EveningBy {
  /** Without an id where nobody has an account yet. */
  readonly host: StaffActor;
  readonly linkOf: (token: string) => string;
}

const author = { actor: "seed", requestId: null } as const;
const minuteMs = 60_000;
const nobody = { first_name: null, last_name: null, phone: null, email: null, language: null };

/** Makes the evening at a location whose configuration is published; the link of a party in line is made of its key. */
export async function seedEvening(tx: Tx, locationId: Id<"str">, by: EveningBy): Promise<void> {
  const { host } = by;
  const found = await findVenueState(tx, locationId);
  if (found?.venue === undefined || found.venue === null) throw new Error("the demonstration restaurant has no tables");
  const state: BookableState = { ...found, venue: found.venue };
  must(
    await saveFloorPlan(tx, state, {
      document: demoPlan,
      expectedRevision: 0,
      by: { ...author, by: { kind: "system", id: null } },
    }),
  );
  sendPastParties(tx, state, host);
  for (const walkIn of walkIns) await seatWalkIn(tx, state, host, walkIn);
  const made = new Map<DemoBooking, Booking>();
  for (const booking of tonight) made.set(booking, await play(tx, state, host, booking));
  for (const booking of comingDays) await bookAhead(tx, state, host, booking);
  const until = state.now + 100 * minuteMs;
  must(
    await blockTables(tx, state, { unitIds: ["g3"], from: null, until, reason: "The heater is being repaired" }, host),
  );
  for (const party of line) await queue(tx, state, by, party);
  const known = Array.from(made).find(([{ guest }]) => guest === notedGuest.guest)?.[1];
  if (known === undefined) throw new Error("nobody of tonight is noted");
  const { note, tags } = notedGuest;
  const edit = { expectedVersion: 0, note, tags, guestAgreed: false };
  must(await noteOnGuest(tx, host, { locationId, key: known.id }, edit));
}

/** Books a party by telephone for one of the coming days. */
async function bookAhead(
  tx: Tx,
  state: BookableState,
  host: StaffActor,
  { inDays, at, ...demo }: ComingBooking,
): Promise<void> {
  const { timeZone } = state.venue;
  const date = addDays(localDate(timeZone, state.now), inDays);
  const startsAt = instantOf(timeZone, wallTime(date, at), "earlier");
  must(await bookByPhone(tx, state, requestOf(host, demo, startsAt), author));
}

/** What a host asks for: the table, whatever the rules of the search say. */
function requestOf(
  actor: StaffActor,
  { guest, partySize, table, notes }: Omit<ComingBooking, "inDays" | "at">,
  startsAt: number,
): PhoneRequest {
  return {
    actor,
    startsAt,
    partySize,
    experienceId: null,
    areaId: null,
    chosen: { unitIds: [table], allowOverrun: true, allowOverCapacity: false },
    override: new Set(["hours", "lead_time", "pacing", "large_party", "blackout"]),
    guest,
    notes: notes ?? null,
    venueNotes: null,
  };
}

/** Books a party by telephone and lets what became of it happen. */
async function play(tx: Tx, state: BookableState, host: StaffActor, demo: DemoBooking): Promise<Booking> {
  const { startsIn, fate } = demo;
  const sits = fate?.kind === "sits" || fate?.kind === "left";
  const isPlanned = fate === undefined || fate.kind.startsWith("cancelled");
  const startsAt = quarterBefore(state.now + startsIn * minuteMs, isPlanned);
  const booking = must(await bookByPhone(tx, state, requestOf(host, demo, startsAt), author));
  const { id, version } = booking;
  if (sits) return sitDown(tx, state, host, booking, fate.kind === "sits" ? fate.since : fate.after + fate.ago, fate);
  switch (fate?.kind) {
    case "no_show":
      return must(await markNoShow(tx, host, id, version));
    case "cancelled_by_guest":
      return must(await cancelForGuest(tx, null, id, { reason: null, expectedVersion: undefined }));
    case "cancelled_by_venue":
      return must(await cancelForVenue(tx, host, id, { reason: "The terrace is full", expectedVersion: version }));
    case "late":
      return must(await noteLate(tx, host, id, { minutes: 15, expectedVersion: version }));
    case undefined:
      return booking;
  }
}

/** Bookings to come begin at a quarter of an hour, as guests book them. */
function quarterBefore(at: number, isPlanned: boolean): number {
  return isPlanned ? at - (at % (15 * minuteMs)) + 15 * minuteMs : at;
}

async function sitDown(
  tx: Tx,
  state: BookableState,
  host: StaffActor,
  booking: Booking,
  since: number,
  fate: NonNullable<DemoBooking["fate"]>,
): Promise<Booking> {
  const chosen = { unitIds: booking.unit_ids, allowOverrun: true, allowOverCapacity: false };
  const seated = must(await seatBooking(tx, host, booking.id, { chosen, expectedVersion: booking.version }));
  const last = fate.kind === "left" ? must(await completeBooking(tx, host, booking.id, seated.version)) : seated;
  age(tx, state, last, since, fate.kind === "left" ? fate.ago : 0);
  return last;
}

async function seatWalkIn(
  tx: Tx,
  state: BookableState,
  host: StaffActor,
  { partySize, table, since }: (typeof walkIns)[number],
): Promise<void> {
  const chosen = { unitIds: [table], allowOverrun: true, allowOverCapacity: false };
  const arrival = { appId: null, actedBy: host, source: "walk_in", waitlistEntryId: null, notes: null } as const;
  age(tx, state, must(await seatArrival(tx, state, { ...arrival, partySize, guest: nobody, chosen })), since, 0);
}

/** Lets a party have sat down so many minutes ago, and have left so many ago. */
function age(tx: Tx, { venue }: BookableState, { id, starts_at }: Booking, since: number, left: number): void {
  const came = since * minuteMs;
  sendAgedBooking(tx, id, came / 1000, left * 60, localTimeOf(venue.timeZone, starts_at - came));
}

async function queue(
  tx: Tx,
  { venue }: BookableState,
  { host, linkOf }: EveningBy,
  { name, phone, partySize, since, told }: (typeof line)[number],
): Promise<void> {
  const joined = must(
    await addToWaitlist(tx, {
      appId: null,
      staff: host,
      locationId: venue.locationId,
      partySize,
      guest: { ...nobody, first_name: name, phone },
      notes: null,
      channel: "in_person",
      quoted: null,
      linkOf,
    }),
  );
  if (told === true) must(await notifyEntry(tx, host, joined.entry.id, { note: null, linkOf }));
  sendAgedEntry(tx, joined.entry.id, since * 60);
}

function must<T>(value: T | Refusal): T {
  if (isRefusal(value)) throw new Error(`the demonstration was refused: ${value.code} ${value.message}`);
  return value;
}
