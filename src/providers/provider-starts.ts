/** The starts that a provider is asked for. Its contract answers questions about slots, but lists none. Pure. */
import type { Instant } from "../kernel/clock.ts";
import { dateOfWall, instantsOf, wallAt, wallTime } from "../kernel/wall-time.ts";

export interface StartGrid {
  readonly timeZone: string;
  /** Venue-local HH:MM; a last start that is not after the first is of the next day. */
  readonly firstStart: string;
  readonly lastStart: string;
  readonly everyMinutes: number;
}

/** Every start of the grid in [from, until), ascending; hours that do not exist are left out, repeated ones are two. */
export function startsBetween(grid: StartGrid, from: Instant, until: Instant): readonly Instant[] {
  const dayMs = 24 * 3_600_000;
  const first = minutesOf(grid.firstStart);
  const ends = minutesOf(grid.lastStart);
  const last = ends < first ? ends + 24 * 60 : ends;
  const starts = new Set<Instant>();
  // A day earlier: starts after midnight belong to the day before.
  const begin = wallTime(dateOfWall(wallAt(grid.timeZone, from))) - dayMs;
  const end = wallAt(grid.timeZone, until) + dayMs;
  for (let day = begin; day <= end; day += dayMs) {
    for (let minute = first; minute <= last; minute += grid.everyMinutes) {
      for (const at of instantsOf(grid.timeZone, day + minute * 60_000)) if (at >= from && at < until) starts.add(at);
    }
  }
  return [...starts].toSorted((a, b) => a - b);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
