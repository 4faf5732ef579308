/** What a guest who looks for a table is shown: the days around the one asked for, and that day's free times. */
import type { Slot } from "../bookings/availability.ts";
import type { Booking } from "../bookings/booking.ts";
import { isDate } from "../bookings/blackouts.ts";
import { findSlots } from "../bookings/search-availability.query.ts";
import { addDays } from "../bookings/service-days.ts";
import type { BookableState } from "../bookings/venue.query.ts";
import type { Id } from "../kernel/id.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import { localDate, wallTime } from "../kernel/wall-time.ts";
import type { Db } from "../platform/postgres/database.ts";
import { bookableDates, bookingDays, daysShown, type BookingDay } from "./booking-days.ts";

/** As a query string has it. */
export interface FinderQuestion {
  readonly party: string | null;
  readonly date: string | null;
  readonly area: string | null;
}

export interface Finder {
  readonly party: number;
  /** Null: anywhere. */
  readonly areaId: string | null;
  readonly date: string;
  readonly first: string;
  readonly last: string;
  readonly days: readonly BookingDay[];
  /** The free slots of the date. */
  readonly slots: readonly Slot[];
  /** Why this party is never seated online. */
  readonly refused: Refusal<"party_size_out_of_bounds" | "large_party_inquiry_required"> | undefined;
}

/** Answers a guest's question; what it does not say, or says wrongly, is chosen for them. */
export async function readFinder(
  db: Db,
  state: BookableState,
  question: FinderQuestion,
  own: { readonly booking?: Booking; readonly hold?: Id<"bkh"> | undefined } = {},
): Promise<Finder> {
  const { booking } = own;
  const { venue, now } = state;
  const { first, last } = bookableDates(venue, now);
  const party = partyOf(question.party, venue.configuration.partySize, booking?.party_size ?? 2);
  const areaId = venue.areas.find((area) => area.areaId === question.area)?.areaId ?? null;
  const booked = booking === undefined ? undefined : localDate(venue.timeZone, booking.starts_at);
  const given = question.date !== null && isDate(question.date) ? question.date : booked;
  const wanted = given ?? first;
  const within = wanted < first ? first : wanted > last ? last : wanted;
  const from = addDays(first, Math.floor(daysBetween(first, within) / daysShown) * daysShown);
  const request = {
    start: wallTime(from),
    end: wallTime(addDays(from, daysShown)),
    partySize: party,
    experienceId: booking?.experience_id ?? null,
    areaId,
    bookingId: booking?.id ?? null,
    ownHold: own.hold,
  };
  const found = await findSlots(db, state, request);
  const all = isRefusal(found) ? [] : found.slots;
  const slots = booking === undefined ? all.filter(canBeBooked) : all.filter(isOf(booking));
  const days = bookingDays(venue, slots, now, { from, count: daysShown }).filter((day) => day.date <= last);
  const date = given === undefined ? (days.find((day) => day.state === "open")?.date ?? within) : within;
  return {
    party,
    areaId,
    date,
    first,
    last,
    days,
    slots: slots.filter((slot) => localDate(venue.timeZone, slot.startsAt) === date),
    refused: isRefusal(found) && isAboutParty(found) ? found : undefined,
  };
}

/** The days between two dates. */
function daysBetween(from: string, to: string): number {
  return Math.round((wallTime(to) - wallTime(from)) / 86_400_000);
}

function partyOf(text: string | null, bounds: { readonly min: number; readonly max: number }, usual: number): number {
  if (text !== null && /^\d{1,3}$/.test(text) && Number(text) >= 1) return Number(text);
  return Math.min(Math.max(usual, bounds.min), bounds.max);
}

/** What is paid in advance needs a card, which nobody can give here. */
function canBeBooked({ experience }: Slot): boolean {
  return experience?.prepaymentRequired !== true;
}

/** A change keeps the experience, or that there is none. */
function isOf(booking: Booking): (slot: Slot) => boolean {
  return ({ experience }) => (experience?.experienceId ?? null) === booking.experience_id;
}

function isAboutParty(
  refusal: Refusal,
): refusal is Refusal<"party_size_out_of_bounds" | "large_party_inquiry_required"> {
  return refusal.code === "party_size_out_of_bounds" || refusal.code === "large_party_inquiry_required";
}
