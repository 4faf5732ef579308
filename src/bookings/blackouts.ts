/**
 * Blackouts: windows in which a location takes no reservations (decisions for bookings, sections 2 and 12).
 *
 * They block starts, never stays that have begun before. Without times, whole service days are blocked, from the first to
 * the last date; with times, the starts whose wall clock lies in the window of its one day. Pure.
 */
import type { Instant } from "../kernel/clock.ts";
import { wallAt, wallTime } from "../kernel/wall-time.ts";

/** Dates are inclusive; times are both set or both null, the end exclusive. */
export interface Blackout {
  readonly start_date: string;
  readonly end_date: string;
  readonly start_time: string | null;
  readonly end_time: string | null;
  /** Null is the whole location. */
  readonly area_id: string | null;
  readonly reason: string | null;
}

export interface BlackoutIssue {
  readonly path: string;
  readonly message: string;
}

export type ParsedBlackouts =
  | { readonly kind: "ok"; readonly blackouts: readonly Blackout[] }
  | { readonly kind: "issues"; readonly issues: readonly BlackoutIssue[] };

export const maxBlackouts = 366;

/** Whether a start is blocked for an area, or, without one, for the whole location. */
export function isBlocked(
  { timeZone, blackouts }: { readonly timeZone: string; readonly blackouts: readonly Blackout[] },
  serviceDay: string,
  startsAt: Instant,
  areaId: string | null,
): boolean {
  return blackouts.some((blackout) => {
    if (blackout.area_id !== null && blackout.area_id !== areaId) return false;
    const { start_date, end_date, start_time, end_time } = blackout;
    if (start_time === null || end_time === null) return start_date <= serviceDay && serviceDay <= end_date;
    const wall = wallAt(timeZone, startsAt);
    return wallOf(start_date, start_time) <= wall && wall < wallOf(end_date, end_time);
  });
}

/** As partners send them: what is absent or null does not apply. */
export interface GivenBlackout {
  readonly start_date: string;
  readonly end_date: string;
  readonly start_time?: string | null;
  readonly end_time?: string | null;
  readonly area_id?: string | null;
  readonly reason?: string | null;
}

/** Checks what the shape of the elements cannot say; every issue is named. `areaIds` is null when there are none to know. */
export function parseBlackouts(given: readonly GivenBlackout[], areaIds: readonly string[] | null): ParsedBlackouts {
  const blackouts = given.map((each): Blackout => ({
    start_date: each.start_date,
    end_date: each.end_date,
    start_time: each.start_time ?? null,
    end_time: each.end_time ?? null,
    area_id: each.area_id ?? null,
    reason: each.reason ?? null,
  }));
  const issues = blackouts.flatMap((blackout, index) =>
    issuesOf(blackout, areaIds).map(([field, message]) => ({ path: pathOf(index, field), message })),
  );
  if (blackouts.length > maxBlackouts) {
    issues.push({ path: "body.blackout_dates", message: `must have at most ${maxBlackouts} elements` });
  }
  if (issues.length === 0) issues.push(...overlapsIn(blackouts));
  return issues.length === 0 ? { kind: "ok", blackouts } : { kind: "issues", issues };
}

function pathOf(index: number, field: string): string {
  return `body.blackout_dates[${index}]${field === "" ? "" : `.${field}`}`;
}

function issuesOf(
  { start_date, end_date, start_time, end_time, area_id }: Blackout,
  areaIds: readonly string[] | null,
): (readonly [field: string, message: string])[] {
  const issues: (readonly [string, string])[] = [];
  const dates = [
    ["start_date", start_date],
    ["end_date", end_date],
  ] as const;
  const impossible = dates.filter(([, date]) => !isDate(date));
  issues.push(...impossible.map(([field]) => [field, "is not a date of the calendar (YYYY-MM-DD)"] as const));
  if (impossible.length === 0 && end_date < start_date) issues.push(["end_date", "must not be before start_date"]);
  for (const [field, time] of [
    ["start_time", start_time],
    ["end_time", end_time],
  ] as const) {
    if (time !== null && !isTime(time)) issues.push([field, "is not a time of the day (HH:MM)"]);
  }
  if ((start_time === null) !== (end_time === null)) {
    issues.push([start_time === null ? "start_time" : "end_time", "is required when the other time is sent"]);
  } else if (start_time !== null && end_time !== null) {
    if (start_date !== end_date) issues.push(["start_time", "may be sent on one-day ranges only"]);
    else if (end_time <= start_time) issues.push(["end_time", "must be after start_time"]);
  }
  if (area_id !== null && areaIds !== null && !areaIds.includes(area_id)) {
    issues.push(["area_id", `names no area of this location; they are ${areaIds.join(", ")}`]);
  }
  return issues;
}

function overlapsIn(blackouts: readonly Blackout[]): BlackoutIssue[] {
  const spans = blackouts.map((blackout, index) => ({ ...spanOf(blackout), areaId: blackout.area_id, index }));
  const inOrder = spans.toSorted((a, b) => a.from - b.from || a.index - b.index);
  const found: BlackoutIssue[] = [];
  for (const [at, span] of inOrder.entries()) {
    for (const earlier of inOrder.slice(0, at)) {
      const sameArea = earlier.areaId === null || span.areaId === null || earlier.areaId === span.areaId;
      if (!sameArea || earlier.until <= span.from) continue;
      const [first, second] = [Math.min(earlier.index, span.index), Math.max(earlier.index, span.index)];
      found.push({ path: pathOf(second, ""), message: `overlaps blackout_dates[${first}]` });
    }
  }
  return found;
}

function spanOf({ start_date, end_date, start_time, end_time }: Blackout): { from: number; until: number } {
  if (start_time !== null && end_time !== null) {
    return { from: wallOf(start_date, start_time), until: wallOf(end_date, end_time) };
  }
  return { from: wallTime(start_date), until: wallTime(end_date, 24 * 60) };
}

function wallOf(date: string, time: string): number {
  return Date.parse(`${date}T${time}:00Z`);
}

/** Whether the text is a date of the calendar, "2026-02-28". */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** Whether the text is a time of the day, "00:00" to "23:59". */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}
