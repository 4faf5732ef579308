/**
 * The days that guests of a restaurant choose among: the days of its services, or the days of the calendar where a
 * provider keeps the book. Pure.
 */
import type { Slot } from "../../bookings/search/availability.ts";
import type { Blackout } from "../../bookings/venue/blackouts.ts";
import type { Service } from "../../bookings/venue/configuration.ts";
import { addDays, minutesOf, serviceDayOf, servicesOn, startsOn } from "../../bookings/venue/service-days.ts";
import type { Venue } from "../../bookings/venue/venue.ts";
import type { Instant } from "../../kernel/clock.ts";
import { localDate, wallTime, type WallTime } from "../../kernel/wall-time.ts";
import { bookableDates, bookableServiceDates, bookingDays, daysShown, type BookingDay } from "./booking-days.ts";
import { serviceDateOf, serviceDatesOf } from "./booking-when.ts";

export interface DateRange {
  readonly first: string;
  readonly last: string;
}

export interface GuestDays {
  /** The days on which parties can be booked now. */
  readonly bookable: DateRange;
  /** The same by local dates, which programs search by. */
  readonly bookableDates: DateRange;
  readonly today: string;
  /** The day of a start. */
  dateOf(startsAt: Instant): string;
  /** The same for the starts of a page of days from one on, worked out once. */
  datesFrom(from: string): (startsAt: Instant) => string;
  /** When a day is over: what starts later is of the next. */
  endOf(date: string): WallTime;
  /** The service that each start of a day is of; empty where nobody names services. */
  servicesOn(date: string): ReadonlyMap<Instant, Service>;
  /** The state of each of so many days; `slots` are all the free ones in them for the party. */
  list(
    slots: readonly Slot[],
    days: { readonly from: string; readonly count: number; readonly dateOf: (startsAt: Instant) => string },
  ): BookingDay[];
}

/** Days that begin and end with the services of our own configuration: "Saturday night" goes on after midnight. */
export function daysOfServices(venue: Venue, now: Instant): GuestDays {
  const { timeZone } = venue;
  return {
    bookable: bookableServiceDates(venue, now),
    bookableDates: bookableDates(venue, now),
    today: serviceDayOf(venue, now),
    dateOf: (startsAt) => serviceDateOf(venue, startsAt),
    datesFrom(from) {
      const dates = Array.from({ length: daysShown + 2 }, (_, index) => addDays(from, index - 1));
      const known = serviceDatesOf(venue, dates);
      return (startsAt) => known.get(startsAt) ?? localDate(timeZone, startsAt);
    },
    endOf(date) {
      const closings = servicesOn(venue, date).map((service) => wallTime(date, minutesOf(service).closes + 1));
      return Math.max(wallTime(addDays(date, 1)), ...closings);
    },
    servicesOn: (date) => new Map(startsOn(venue, date).map(({ startsAt, service }) => [startsAt, service] as const)),
    list: (slots, days) => bookingDays(venue, slots, now, days),
  };
}

/** A provider says what is free when it is asked, and not how far ahead it takes bookings. */
const daysAhead = 60;

/** The days of the calendar in the zone of a location. */
export function daysOfCalendar(
  { timeZone, blackouts }: { readonly timeZone: string; readonly blackouts: readonly Blackout[] },
  now: Instant,
): GuestDays {
  const today = localDate(timeZone, now);
  const bookable = { first: today, last: addDays(today, daysAhead) };
  const dateOf = (startsAt: Instant): string => localDate(timeZone, startsAt);
  return {
    bookable,
    bookableDates: bookable,
    today,
    dateOf,
    datesFrom: () => dateOf,
    endOf: (date) => wallTime(addDays(date, 1)),
    servicesOn: () => new Map(),
    list(slots, days) {
      const starts = Map.groupBy(slots, ({ startsAt }) => days.dateOf(startsAt));
      return Array.from({ length: days.count }, (_, index) => {
        const date = addDays(days.from, index);
        const times = new Set(starts.get(date)?.map(({ startsAt }) => startsAt)).size;
        return { date, state: times > 0 ? "open" : isClosed(blackouts, date) ? "closed" : "full", times };
      });
    },
  };
}

function isClosed(blackouts: readonly Blackout[], date: string): boolean {
  return blackouts.some(
    ({ area_id, start_time, start_date, end_date }) =>
      area_id === null && start_time === null && start_date <= date && date <= end_date,
  );
}
