/**
 * Wall-clock rules: weekly windows of local time, in an IANA zone, turned into instants.
 *
 * Guarantees: a window belongs to the local date on which it opens, also when it passes midnight; an exception replaces
 * all windows of its date; a start is inclusive and an end exclusive. On nights when the clock changes, a bound that
 * does not exist moves to the moment of the change, a bound that exists twice is the earlier one for a start and the
 * later one for an end. Pure: the instant is a parameter. Menus (availability), locations (opening hours) and bookings
 * (services, searches) call it; offsets come from `zone-offsets.ts` alone.
 */
import type { Instant } from "./clock.ts";
import { offsetAt } from "./zone-offsets.ts";

/** A local time without a zone: the milliseconds that it would be since the epoch if the clock stood in UTC. */
export type WallTime = number;

/** Local times "HH:MM"; an end at or before the start lies on the next day, so equal times are a whole day. */
export interface LocalWindow {
  readonly startTime: string;
  readonly endTime: string;
}

/** `dayOfWeek` 0 is Sunday. */
export interface WeeklyWindow extends LocalWindow {
  readonly dayOfWeek: number;
}

export type AvailabilityException =
  | { readonly date: string; readonly closed: true }
  | { readonly date: string; readonly windows: readonly LocalWindow[] };

export interface Availability {
  readonly windows: readonly WeeklyWindow[];
  readonly exceptions?: readonly AvailabilityException[];
}

interface OpenSpan {
  readonly from: Instant;
  readonly until: Instant;
}

/** Whether the text is an IANA zone name in its usual spelling ("Europe/Paris", "UTC"); offsets such as "+02:00" are not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId === name;
  } catch {
    return false;
  }
}

/** The local calendar date "YYYY-MM-DD" of an instant. */
export function localDate(timeZone: string, instant: Instant): string {
  return new Date(wallAt(timeZone, instant)).toISOString().slice(0, -14);
}

/** What the clocks of the zone show at an instant. */
export function wallAt(timeZone: string, instant: Instant): WallTime {
  return instant + offsetAt(timeZone, instant);
}

/** How many minutes the clocks of the zone are past midnight at an instant. */
export function minuteOfDay(timeZone: string, instant: Instant): number {
  const date = new Date(wallAt(timeZone, instant));
  return date.getUTCHours() * 60 + date.getUTCMinutes();
}

/** The wall time of a date "YYYY-MM-DD" and a number of minutes after its midnight. */
export function wallTime(date: string, minutes = 0): WallTime {
  return Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
}

/** The date "YYYY-MM-DD" that a wall time lies on. */
export function dateOfWall(wall: WallTime): string {
  return new Date(wall).toISOString().slice(0, -14);
}

const dayMs = 24 * 3_600_000;

/** The instants at which clocks show a wall time, ascending: none in a skipped hour, two in a repeated one. */
export function instantsOf(timeZone: string, wall: WallTime): Instant[] {
  const before = offsetAt(timeZone, wall - dayMs);
  const after = offsetAt(timeZone, wall + dayMs);
  const offsets = before === after ? [before] : [Math.max(before, after), Math.min(before, after)];
  return offsets.map((offset) => wall - offset).filter((instant) => wallAt(timeZone, instant) === wall);
}

/** The one instant of a wall time: of two the one asked for; in a skipped hour, the moment of the change. */
export function instantOf(timeZone: string, wall: WallTime, whenTwice: "earlier" | "later"): Instant {
  const found = whenTwice === "earlier" ? instantsOf(timeZone, wall)[0] : instantsOf(timeZone, wall).at(-1);
  if (found !== undefined) return found;
  // Clocks went from below `wall` to above it between these two.
  let [low, high] = [wall - offsetAt(timeZone, wall + dayMs), wall - offsetAt(timeZone, wall - dayMs)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (wallAt(timeZone, middle) < wall) low = middle;
    else high = middle;
  }
  return wallAt(timeZone, low) < wall ? high : low;
}

/** An instant as local time with its offset, "2026-10-25T02:30:00+01:00": tells the two passes of a repeated hour apart. */
export function localTimeOf(timeZone: string, instant: Instant): string {
  const minutes = Math.round(offsetAt(timeZone, instant) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
  return new Date(wallAt(timeZone, instant)).toISOString().slice(0, 19) + offset;
}

/** Whether any window contains the instant. */
export function isOpenAt(availability: Availability, timeZone: string, instant: Instant): boolean {
  const today = plainDateAt(timeZone, instant);
  return [today.subtract({ days: 1 }), today].some((date) =>
    spansOf(availability, date, timeZone).some((span) => span.from <= instant && instant < span.until),
  );
}

/** Until when it stays open without a break; null where it is closed, and where no end lies within a week. */
export function openUntil(availability: Availability, timeZone: string, instant: Instant): Instant | null {
  const today = plainDateAt(timeZone, instant);
  const days = Array.from({ length: 9 }, (_, day) => today.add({ days: day - 1 }));
  const spans = days.flatMap((date) => spansOf(availability, date, timeZone));
  let end = instant;
  for (const { from, until } of spans.toSorted((one, other) => one.from - other.from))
    if (from <= end && end < until) end = until;
  const lastDay = instantOf(timeZone, wallTime(today.add({ days: 7 }).toString()), "earlier");
  return end === instant || end >= lastDay ? null : end;
}

/** The first instant at or after the given one that is open (the given one when open already), or null when there is none. */
export function nextOpening(availability: Availability, timeZone: string, instant: Instant): Instant | null {
  const yesterday = plainDateAt(timeZone, instant).subtract({ days: 1 });
  let earliest: Instant | null = null;
  for (const date of datesToSearch(availability, yesterday)) {
    for (const span of spansOf(availability, date, timeZone)) {
      const opens = Math.max(span.from, instant);
      if (opens < span.until && (earliest === null || opens < earliest)) earliest = opens;
    }
    if (earliest !== null) return earliest;
  }
  return null;
}

/**
 * The first opening of the service day after that of the instant; the next midnight where nothing opens again. A service day
 * has the date on which its windows open: until a window of yesterday closes, the service day is yesterday's.
 */
export function nextServiceDay(availability: Availability | null, timeZone: string, instant: Instant): Instant {
  const today = plainDateAt(timeZone, instant);
  const tomorrow = today.add({ days: 1 });
  if (availability !== null) {
    const spans = spansOf(availability, today.subtract({ days: 1 }), timeZone);
    const isYesterdays = spans.some(({ from, until }) => from <= instant && instant < until);
    for (const date of datesToSearch(availability, isYesterdays ? today : tomorrow)) {
      const opens = Math.min(...spansOf(availability, date, timeZone).map(({ from }) => from));
      if (opens > instant && Number.isFinite(opens)) return opens;
    }
  }
  return instantOf(timeZone, wallTime(tomorrow.toString()), "earlier");
}

/** In ascending order, every date on which the first opening can fall: enough weeks to outlast the closed exceptions. */
function* datesToSearch(availability: Availability, first: Temporal.PlainDate): Generator<Temporal.PlainDate> {
  const exceptions = availability.exceptions ?? [];
  const days = availability.windows.length === 0 ? 0 : 7 * (exceptions.length + 3);
  for (let day = 0; day < days; day++) yield first.add({ days: day });
  const rest = first.add({ days }).toString();
  const dates = exceptions.map((exception) => exception.date).filter((date) => date >= rest);
  for (const date of dates.toSorted()) yield Temporal.PlainDate.from(date);
}

function plainDateAt(timeZone: string, instant: Instant): Temporal.PlainDate {
  return Temporal.PlainDate.from(localDate(timeZone, instant));
}

function spansOf(availability: Availability, date: Temporal.PlainDate, timeZone: string): OpenSpan[] {
  return windowsOn(availability, date).map(({ startTime, endTime }) => {
    const closing = endTime <= startTime ? date.add({ days: 1 }) : date;
    return {
      from: instantOf(timeZone, wallOf(date, startTime), "earlier"),
      until: instantOf(timeZone, wallOf(closing, endTime), "later"),
    };
  });
}

function windowsOn(availability: Availability, date: Temporal.PlainDate): readonly LocalWindow[] {
  const exceptions = availability.exceptions ?? [];
  const text = exceptions.length === 0 ? "" : date.toString();
  const exception = exceptions.find((candidate) => candidate.date === text);
  if (exception !== undefined) return "closed" in exception ? [] : exception.windows;
  // Temporal counts Monday 1 to Sunday 7.
  return availability.windows.filter((window) => window.dayOfWeek === date.dayOfWeek % 7);
}

function wallOf(date: Temporal.PlainDate, time: string): WallTime {
  return Date.parse(`${date.toString()}T${time}:00Z`);
}
