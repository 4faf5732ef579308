/**
 * Wall-clock rules: weekly windows of local time, in an IANA zone, turned into instants.
 *
 * Guarantees: a window belongs to the local date on which it opens, also when it passes midnight; an exception replaces
 * all windows of its date; a start is inclusive and an end exclusive. On nights when the clock changes, a bound that
 * does not exist moves to the moment of the change, a bound that exists twice is the earlier one for a start and the
 * later one for an end. Pure: the instant is a parameter. Menus (availability) and locations (opening hours) call it.
 */
import type { Instant } from "./clock.ts";

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
  return plainDateAt(timeZone, instant).toString();
}

/** Whether any window contains the instant. */
export function isOpenAt(availability: Availability, timeZone: string, instant: Instant): boolean {
  const today = plainDateAt(timeZone, instant);
  return [today.subtract({ days: 1 }), today].some((date) =>
    spansOf(availability, date, timeZone).some((span) => span.from <= instant && instant < span.until),
  );
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
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate();
}

function spansOf(availability: Availability, date: Temporal.PlainDate, timeZone: string): OpenSpan[] {
  return windowsOn(availability, date).map(({ startTime, endTime }) => ({
    from: instantOf(date, startTime, timeZone, "earlier"),
    until: instantOf(endTime <= startTime ? date.add({ days: 1 }) : date, endTime, timeZone, "later"),
  }));
}

function windowsOn(availability: Availability, date: Temporal.PlainDate): readonly LocalWindow[] {
  const exceptions = availability.exceptions ?? [];
  const text = exceptions.length === 0 ? "" : date.toString();
  const exception = exceptions.find((candidate) => candidate.date === text);
  if (exception !== undefined) return "closed" in exception ? [] : exception.windows;
  // Temporal counts Monday 1 to Sunday 7.
  return availability.windows.filter((window) => window.dayOfWeek === date.dayOfWeek % 7);
}

function instantOf(date: Temporal.PlainDate, time: string, timeZone: string, whenTwice: "earlier" | "later"): Instant {
  const wall = date.toPlainDateTime(time);
  const zoned = wall.toZonedDateTime(timeZone, { disambiguation: whenTwice });
  if (zoned.toPlainDateTime().equals(wall)) return zoned.epochMilliseconds;
  const before = wall.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  return (before.getTimeZoneTransition("next") ?? zoned).epochMilliseconds;
}
