/** Days of a location as spans of instants. Pure. */
import type { Instant } from "./clock.ts";
import { dateOfWall, instantOf, wallTime } from "./wall-time.ts";

export interface DaySpan {
  /** "YYYY-MM-DD", one after the other. */
  readonly days: readonly string[];
  /** The beginning of each day and, at last, the end of the last: one more than days. */
  readonly bounds: readonly Instant[];
}

const dayMs = 24 * 3_600_000;

/** The days from one date to another, both included, by the wall clock of a zone. */
export function daySpan(timeZone: string, first: string, last: string): DaySpan {
  const count = Math.round((wallTime(last) - wallTime(first)) / dayMs) + 1;
  const walls = Array.from({ length: count + 1 }, (_, index) => wallTime(first) + index * dayMs);
  return {
    days: walls.slice(0, -1).map(dateOfWall),
    bounds: walls.map((wall) => instantOf(timeZone, wall, "earlier")),
  };
}

/** The date so many days later; earlier where the number is negative. */
export function dateAfter(date: string, days: number): string {
  return dateOfWall(wallTime(date) + days * dayMs);
}
