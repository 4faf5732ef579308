/** The state of the finder: the days around the wanted one, and the free times of that day. */
import type { Slot } from "../../bookings/search/availability.ts";
import type { Booking } from "../../bookings/book/booking.ts";
import type { Book } from "../../bookings/make/book.ts";
import { isDate } from "../../bookings/venue/blackouts.ts";
import { addDays } from "../../bookings/venue/service-days.ts";
import type { VenueState } from "../../bookings/venue/venue.query.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { wallTime } from "../../kernel/wall-time.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { daysBetween, daysShown, type BookingDay } from "./booking-days.ts";
import type { GuestVenue } from "./guest-venue.ts";

/** As a query string has it. */
export interface FinderQuestion {
  readonly party: string | null;
  readonly date: string | null;
  /** Empty: anywhere. */
  readonly area: string | null;
}

export interface Finder {
  readonly party: number;
  /** Null: anywhere. */
  readonly areaId: string | null;
  /** The area that the guest has now, and stays in unless they say otherwise. */
  readonly ownAreaId: string | null;
  /** The day that was asked for, a service day, as are `first` and `last`. */
  readonly date: string;
  /** Whether the date lies before the first day that can be booked, or after the last; it is shown all the same. */
  readonly beyond: "before" | "after" | null;
  readonly first: string;
  readonly last: string;
  readonly days: readonly BookingDay[];
  /** The free slots of the date, those after its midnight included. */
  readonly slots: readonly Slot[];
  /** Days with a table, nearest to the date. */
  readonly nearest: readonly string[];
  /** Why this party is never seated online. */
  readonly refused: Refusal<"party_size_out_of_bounds" | "large_party_inquiry_required"> | undefined;
}

interface Own {
  readonly booking?: Booking;
  readonly hold?: Id<"bkh"> | undefined;
}

/** Where a guest looks: the restaurant, and the book that it has now. */
export interface FinderLocation {
  readonly book: Pick<Book, "search">;
  readonly state: VenueState;
  readonly venue: GuestVenue;
}

/** Answers a guest's question; what it does not say, or says wrongly, is chosen for them. */
export async function readFinder(
  db: Db,
  here: FinderLocation,
  question: FinderQuestion,
  own: Own = {},
): Promise<Finder> {
  const { venue } = here;
  const { booking } = own;
  const { first, last } = venue.days.bookable;
  const party = partyOf(question.party, venue.partySize, booking?.party_size ?? 2);
  const ownAreaId = areaOf(venue, booking?.area_id ?? null);
  const areaId = question.area === null ? ownAreaId : areaOf(venue, question.area);
  const booked = booking === undefined ? undefined : venue.days.dateOf(booking.starts_at);
  const asked = question.date !== null && isDate(question.date) ? question.date : undefined;
  const given = asked ?? booked;
  const wanted = given ?? first;
  const within = wanted < first ? first : wanted > last ? last : wanted;
  const from = addDays(first, Math.floor(daysBetween(first, within) / daysShown) * daysShown);
  const searchFrom = (day: string) => searchDays(db, here, { ...own, party, areaId }, day);
  const { days, slotsOf, refused } = await searchFrom(from);
  const date = given === undefined ? (days.find(isOpen)?.date ?? within) : given;
  const slots = date === within || given === undefined ? slotsOf(date) : [];
  const halfWay = addDays(within, -daysShown / 2);
  // A provider is asked once for a page: every day is a question to somebody else's system.
  const isEnough = slots.length > 0 || refused !== undefined || venue.keptBy === "provider";
  const around = isEnough ? [] : (await searchFrom(halfWay < first ? first : halfWay)).days;
  return {
    party,
    areaId,
    ownAreaId,
    date,
    beyond: date < first ? "before" : date > last ? "after" : null,
    first,
    last,
    days,
    slots,
    nearest: nearestOpen(date, [...days, ...around]),
    refused,
  };
}

/** What is free on the days of a page, from one on; a party that is never seated online is refused instead. */
async function searchDays(
  db: Db,
  { book, state, venue }: FinderLocation,
  { party, areaId, booking, hold }: Own & Pick<Finder, "party" | "areaId">,
  from: string,
) {
  const found = await book.search(db, state, {
    start: wallTime(from),
    end: venue.days.endOf(addDays(from, daysShown - 1)),
    partySize: party,
    experienceId: booking?.experience_id ?? null,
    areaId,
    bookingId: booking?.id ?? null,
    ownHold: hold,
  });
  const all = isRefusal(found) ? [] : found.slots;
  const slots = booking === undefined ? all.filter(canBeBooked) : all.filter(isOf(booking));
  const dateOf = venue.days.datesFrom(from);
  const days = venue.days.list(slots, { from, count: daysShown, dateOf });
  return {
    days: days.filter(({ date }) => date <= venue.days.bookable.last),
    slotsOf: (date: string) => slots.filter((slot) => dateOf(slot.startsAt) === date),
    refused: isRefusal(found) && isAboutParty(found) ? found : undefined,
  };
}

function isOpen({ state }: BookingDay): boolean {
  return state === "open";
}

/** Three days with a table that are nearest to a date, in their order. */
function nearestOpen(date: string, days: readonly BookingDay[]): readonly string[] {
  const open = new Set(days.filter(isOpen).map((day) => day.date));
  return [...open]
    .toSorted((a, b) => Math.abs(daysBetween(date, a)) - Math.abs(daysBetween(date, b)))
    .slice(0, 3)
    .toSorted();
}

function areaOf(venue: GuestVenue, id: string | null): string | null {
  return venue.areas.find((area) => area.areaId === id)?.areaId ?? null;
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
