/** The days of a restaurant for a guest's choice: days with a table, full days, closed days. Pure. */
import { alertRules } from "../../bookings/alerts/table-alert.ts";
import type { Slot } from "../../bookings/search/availability.ts";
import { addDays, startsOn } from "../../bookings/venue/service-days.ts";
import { areasOfService, bookingWindow, isStartBlocked } from "../../bookings/search/start-rules.ts";
import type { Venue } from "../../bookings/venue/venue.ts";
import type { Instant } from "../../kernel/clock.ts";
import { localDate, wallTime } from "../../kernel/wall-time.ts";
import { serviceDateOf, serviceDatesOf } from "./booking-when.ts";

/** `open`: a table is free; `full`: none is; `over`: it is too late or too early to book it; `closed`: no service, or blocked. */
export const dayStates = ["open", "full", "over", "closed"] as const;
export type DayState = (typeof dayStates)[number];

/** Two weeks are shown at once. */
export const daysShown = 14;

export interface BookingDay {
  /** Venue-local; of guests' pages the service day. */
  readonly date: string;
  readonly state: DayState;
  /** How many starts have a table. */
  readonly times: number;
}

/** The state of each of so many days; `slots` are all the free ones in them for the party, `dateOf` says the day of a start. */
export function bookingDays(
  venue: Venue,
  slots: readonly Slot[],
  now: Instant,
  days: { readonly from: string; readonly count: number; readonly dateOf: (startsAt: Instant) => string },
): BookingDay[] {
  const free = new Map<string, Set<Instant>>();
  for (const { startsAt } of slots) {
    const date = days.dateOf(startsAt);
    free.set(date, (free.get(date) ?? new Set()).add(startsAt));
  }
  const window = bookingWindow(venue, now);
  return Array.from({ length: days.count }, (_, index) => {
    const date = addDays(days.from, index);
    const times = free.get(date)?.size ?? 0;
    if (times > 0) return { date, state: "open", times };
    const starts = offeredOn(venue, date, days.dateOf);
    const bookable = starts.some((startsAt) => window.from <= startsAt && startsAt < window.until);
    return { date, state: starts.length === 0 ? "closed" : bookable ? "full" : "over", times: 0 };
  });
}

/** The starts that services offer on a day and no blackout forbids everywhere; a service may have opened the day before. */
function offeredOn(venue: Venue, date: string, dateOf: (startsAt: Instant) => string): Instant[] {
  return [addDays(date, -1), date]
    .flatMap((day) => startsOn(venue, day))
    .filter((start) => dateOf(start.startsAt) === date)
    .filter((start) => areasOfService(venue, start).some((areaId) => !isStartBlocked(venue, start, areaId)))
    .map(({ startsAt }) => startsAt);
}

/** The first and the last local date that can be booked now. */
export function bookableDates(venue: Venue, now: Instant): { readonly first: string; readonly last: string } {
  const { from, until } = bookingWindow(venue, now);
  return { first: localDate(venue.timeZone, from), last: localDate(venue.timeZone, Math.max(from, until - 1)) };
}

/** The first and the last service day that can be booked now: last night's goes on after midnight. */
export function bookableServiceDates(venue: Venue, now: Instant): { readonly first: string; readonly last: string } {
  const { first, last } = bookableDates(venue, now);
  const { from } = bookingWindow(venue, now);
  const before = addDays(first, -1);
  const isStillOn = [...serviceDatesOf(venue, [before, first])].some(([at, date]) => date === before && at >= from);
  return { first: isStillOn ? before : first, last };
}

/** The starts of a service day that are far enough away for a guest to wait for them (rules/bookings 19.1), ascending. */
export function waitableStarts(venue: Venue, date: string, now: Instant): readonly Instant[] {
  const soonest = now + alertRules.leastAhead * 60_000;
  const starts = startsOn(venue, date).map(({ startsAt }) => startsAt);
  return [...new Set(starts)]
    .filter((startsAt) => startsAt > soonest && serviceDateOf(venue, startsAt) === date)
    .toSorted((a, b) => a - b);
}

/** The days between two dates. */
export function daysBetween(from: string, to: string): number {
  return Math.round((wallTime(to) - wallTime(from)) / 86_400_000);
}
