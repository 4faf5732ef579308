/** Instants travel as milliseconds since the epoch inside the program, and as Unix seconds or ISO text on the wire. */
export type Instant = number;

/** The last instant that a request may name: a later one is a mistake, and clocks of locations may move on from it. */
export const lastInstant: Instant = Date.UTC(2999, 11, 31, 23, 59, 59, 999);

/** Whether an instant is of the years 1970 to 2999: what requests may name. */
export function isNameable(instant: Instant): boolean {
  return instant >= 0 && instant <= lastInstant;
}

/**
 * Milliseconds since some moment, to measure how long something takes in this process; this clock never steps. What is
 * stored, signed, compared or deleted goes by the database's clock (`platform/clock/database-clock.ts`).
 */
export function monotonicMs(): number {
  return performance.now();
}

/** Whole Unix seconds, rounded down, as documents write `created`. */
export function toUnixSeconds(instant: Instant): number {
  return Math.floor(instant / 1000);
}

const dayMs = 86_400_000;
const twoDigits: readonly string[] = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, "0"));

/**
 * ISO 8601 text in UTC, as documents write every `*_at` string. A list of 100 orders has a thousand of them; digits that are
 * put together here take a sixth of what `Date` takes.
 */
export function toIso(instant: Instant): string {
  if (!isNameable(instant)) return new Date(instant).toISOString();
  const days = Math.floor(instant / dayMs);
  const ms = Math.floor(instant - days * dayMs);
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const thousandths = ms - 1000 * seconds;
  const time = `${two(hours)}:${two(minutes - 60 * hours)}:${two(seconds - 60 * minutes)}`;
  return `${isoDate(days)}T${time}.${Math.floor(thousandths / 100)}${two(thousandths % 100)}Z`;
}

function two(number: number): string {
  return twoDigits[number] ?? "";
}

/** The Gregorian date of the days since 1970, counted in spans of 400 years that begin with a March. */
function isoDate(days: number): string {
  const [daysOf400, daysOf100, daysOf4] = [146_097, 36_524, 1_460];
  const since = days + 719_468;
  const span = Math.floor(since / daysOf400);
  const inSpan = since - span * daysOf400;
  const leaps = Math.floor(inSpan / daysOf4) - Math.floor(inSpan / daysOf100) + Math.floor(inSpan / (daysOf400 - 1));
  const years = Math.floor((inSpan - leaps) / 365);
  const inYear = inSpan - (365 * years + Math.floor(years / 4) - Math.floor(years / 100));
  // Five months from March on have 153 days.
  const months = Math.floor((5 * inYear + 2) / 153);
  const day = inYear - Math.floor((153 * months + 2) / 5) + 1;
  const month = months < 10 ? months + 3 : months - 9;
  const year = 400 * span + years + (month <= 2 ? 1 : 0);
  return `${year}-${two(month)}-${two(day)}`;
}

/** The instant that ISO 8601 text of a checked format names; a leap second is the first moment after it. */
export function fromIso(text: string): Instant {
  const at = Date.parse(text);
  return Number.isNaN(at) ? Date.parse(text.replace(":60", ":59")) + 1000 : at;
}
