/**
 * The one place that knows the offset of a zone from UTC at an instant; everything else asks here.
 *
 * Guarantees: offsets come from a table of changes per zone. A table is made from the runtime's own zone data when the
 * zone is first asked for. Outside the years of a table the runtime answers directly. Only `wall-time.ts` calls `offsetAt`.
 */
import type { Instant } from "./clock.ts";

/** `offsets[i]` holds, in milliseconds, from `changes[i - 1]` until `changes[i]`; one more offset than changes. */
export interface ZoneTable {
  readonly changes: readonly Instant[];
  readonly offsets: readonly number[];
}

/** The years that tables cover. */
export const tableFrom = Date.UTC(1970, 0, 1);
export const tableUntil = Date.UTC(2100, 0, 1);

/** The release of the runtime's own zone data, such as 2026c; releases sort as texts do. */
export const zoneDataRelease = process.versions["tz"] ?? "";

const tables = new Map<string, ZoneTable>();
/** Milliseconds that the zone's clocks are ahead of UTC. */
export function offsetAt(timeZone: string, instant: Instant): number {
  if (instant < tableFrom || instant >= tableUntil) return runtimeOffset(timeZone, instant);
  let table = tables.get(timeZone);
  if (table === undefined) tables.set(timeZone, (table = runtimeTable(timeZone)));
  return table.offsets[countUntil(table.changes, instant)] ?? 0;
}

/** What the runtime's own zone data says. */
export function runtimeTable(timeZone: string): ZoneTable {
  const changes: Instant[] = [];
  const offsets = [runtimeOffset(timeZone, tableFrom)];
  let at: Temporal.ZonedDateTime | null = zonedAt(timeZone, tableFrom);
  for (;;) {
    at = at.getTimeZoneTransition("next");
    if (at === null || at.epochMilliseconds >= tableUntil) return { changes, offsets };
    const offset = at.offsetNanoseconds / 1e6;
    if (offset === offsets.at(-1)) continue;
    changes.push(at.epochMilliseconds);
    offsets.push(offset);
  }
}

function runtimeOffset(timeZone: string, instant: Instant): number {
  return zonedAt(timeZone, instant).offsetNanoseconds / 1e6;
}

function zonedAt(timeZone: string, instant: Instant): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(instant)).toZonedDateTimeISO(timeZone);
}

/** How many of the ascending instants are at or before the given one. */
function countUntil(changes: readonly Instant[], instant: Instant): number {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle] ?? 0) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
