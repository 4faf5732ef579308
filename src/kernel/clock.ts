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

/** ISO 8601 text in UTC, as documents write every `*_at` string. */
export function toIso(instant: Instant): string {
  return new Date(instant).toISOString();
}

/** The instant that ISO 8601 text of a checked format names; a leap second is the first moment after it. */
export function fromIso(text: string): Instant {
  const at = Date.parse(text);
  return Number.isNaN(at) ? Date.parse(text.replace(":60", ":59")) + 1000 : at;
}
