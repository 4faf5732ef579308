/**
 * Service days: the services of a local date, the starts of parties, and the service day of an instant.
 *
 * A service belongs to the date on which it opens, also when it passes midnight. Starts are at `opens` and every slot
 * interval after it by the wall clock. A skipped time is never a start; a time that comes twice gives two starts. Pure;
 * search, holds, bookings and the floor call it.
 */
import type { Instant } from "../../kernel/clock.ts";
import { dateOfWall, instantOf, instantsOf, localDate, wallTime, type WallTime } from "../../kernel/wall-time.ts";
import { offsetAt } from "../../kernel/zone-offsets.ts";
import type { Service } from "./configuration.ts";
import type { Venue } from "./venue.ts";

/** A moment at which a service takes parties. */
export interface ServiceStart {
  readonly startsAt: Instant;
  readonly service: Service;
  /** The service day, "YYYY-MM-DD". */
  readonly date: string;
  /** The stay must have ended by then; null when the service has a last seating instead. */
  readonly stayEndsBy: Instant | null;
}

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
/** In minutes of the next morning: when a day without services ends at the latest. */
const closedUntil = 4 * 60;

/** The date so many days later. */
export function addDays(date: string, days: number): string {
  return dateOfWall(wallTime(date, days * dayMinutes));
}

/** The services that open on a date: those of its exception, else those of its day of the week. */
export function servicesOn(venue: Venue, date: string): readonly Service[] {
  const { services, exceptions } = venue.configuration;
  const exception = exceptions.find((candidate) => candidate.date === date);
  if (exception !== undefined) return exception.services;
  const day = new Date(wallTime(date)).getUTCDay();
  return services.filter(({ days }) => days.includes(day));
}

/** Every start of the services that open on a date, service by service, ascending within each but for repeated hours. */
export function startsOn(venue: Venue, date: string): ServiceStart[] {
  const services = servicesOn(venue, date);
  if (services.length === 0) return [];
  const midnight = wallTime(date);
  const offset = steadyOffset(venue.timeZone, midnight);
  const starts: ServiceStart[] = [];
  for (const service of services) addStarts(starts, venue, service, { date, midnight, offset });
  return starts;
}

interface ServiceDate {
  readonly date: string;
  readonly midnight: WallTime;
  /** Of the zone, when it does not change around the date; else null. */
  readonly offset: number | null;
}

function addStarts(
  starts: ServiceStart[],
  venue: Venue,
  service: Service,
  { date, midnight, offset }: ServiceDate,
): void {
  const step = venue.configuration.slotIntervalMinutes * minuteMs;
  const { opens, closes, lastSeating } = minutesOf(service);
  const closing = midnight + closes * minuteMs;
  const stayEndsBy =
    lastSeating !== null ? null : offset === null ? instantOf(venue.timeZone, closing, "later") : closing - offset;
  const last = midnight + (lastSeating ?? closes) * minuteMs;
  for (let wall = midnight + opens * minuteMs; wall <= last; wall += step) {
    if (offset !== null) starts.push({ startsAt: wall - offset, service, date, stayEndsBy });
    else for (const startsAt of instantsOf(venue.timeZone, wall)) starts.push({ startsAt, service, date, stayEndsBy });
  }
}

/** The offset of a zone when it stays the same from the day before a midnight until three days after it, else null. */
function steadyOffset(timeZone: string, midnight: WallTime): number | null {
  const offset = offsetAt(timeZone, midnight - dayMinutes * minuteMs);
  for (let days = 0; days <= 3; days++) {
    if (offsetAt(timeZone, midnight + days * dayMinutes * minuteMs) !== offset) return null;
  }
  return offset;
}

/** Minutes after the midnight before the service opens; `closes` and `lastSeating` may lie on the next day. */
export function minutesOf(service: Pick<Service, "opens" | "closes" | "lastSeating">): {
  readonly opens: number;
  readonly closes: number;
  readonly lastSeating: number | null;
} {
  const opens = minutesOfDay(service.opens);
  const closes = minutesOfDay(service.closes);
  const last = service.lastSeating === null ? null : minutesOfDay(service.lastSeating);
  return {
    opens,
    closes: closes <= opens ? closes + dayMinutes : closes,
    lastSeating: last === null ? null : last < opens ? last + dayMinutes : last,
  };
}

function minutesOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/**
 * When a service day ends: when its last service closes (rules/bookings 1.9). A day without services ends at 04:00 of the
 * next morning, or when that morning's first service opens, if that is sooner.
 */
export function serviceDayEnd(venue: Venue, date: string): Instant {
  const closings = servicesOn(venue, date).map((service) => wallTime(date, minutesOf(service).closes));
  if (closings.length > 0) return instantOf(venue.timeZone, Math.max(...closings), "later");
  const next = addDays(date, 1);
  const openings = servicesOn(venue, next).map(({ opens }) => wallTime(next, minutesOfDay(opens)));
  return Math.min(
    instantOf(venue.timeZone, wallTime(next, closedUntil), "later"),
    ...openings.map((opening) => instantOf(venue.timeZone, opening, "earlier")),
  );
}

/** The service day that an instant belongs to: the day before while that has not ended, else its local date. */
export function serviceDayOf(venue: Venue, instant: Instant): string {
  const date = localDate(venue.timeZone, instant);
  const before = addDays(date, -1);
  return instant < serviceDayEnd(venue, before) ? before : date;
}
