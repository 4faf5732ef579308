/**
 * Blackouts: windows in which a location takes no reservations (rules/bookings 2.2 to 2.6).
 *
 * They block starts, never stays that have begun before. A blackout without times blocks whole service days, from the
 * first to the last date. One with times blocks the starts whose wall clock is in the window of its one day. Pure.
 */
import { isNameable, type Instant } from "../../kernel/clock.ts";
import { wallAt, wallTime } from "../../kernel/wall-time.ts";
import { refuseFields, type FieldsRefusal } from "../../platform/http/reading/invalid-request.ts";

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

/** The list, of which malformed elements are undefined; what they lack in shape is told by others. */
export type GivenBlackouts = readonly (GivenBlackout | undefined)[];

/** Checks what the shape of the elements cannot say; every issue is named. `areaIds` is null when they are not known. */
export function parseBlackouts(
  given: GivenBlackouts,
  areaIds: readonly string[] | null,
): readonly Blackout[] | FieldsRefusal<"invalid_blackout_dates"> {
  const readable = given.flatMap((each, index) => (each === undefined ? [] : [{ index, blackout: fillIn(each) }]));
  const judged = readable.map((each) => ({ ...each, own: issuesOf(each.blackout, areaIds) }));
  const issues: BlackoutIssue[] = judged.flatMap(({ index, own }) =>
    own.map(({ field, message }) => ({ path: pathOf(index, field), message })),
  );
  // When an element does not say when it is, nobody can say what it overlaps.
  issues.push(...overlapsIn(judged.filter(({ own }) => own.every(({ field }) => field === "area_id"))));
  const blackouts = readable.map(({ blackout }) => blackout);
  return issues.length === 0 ? blackouts : refuseFields("invalid_blackout_dates", issues);
}

function fillIn(given: GivenBlackout): Blackout {
  return {
    start_date: given.start_date,
    end_date: given.end_date,
    start_time: given.start_time ?? null,
    end_time: given.end_time ?? null,
    area_id: given.area_id ?? null,
    reason: given.reason ?? null,
  };
}

function pathOf(index: number, field: string): string {
  return `body.blackout_dates[${index}]${field === "" ? "" : `.${field}`}`;
}

interface OwnIssue {
  readonly field: keyof Blackout;
  readonly message: string;
}

function issuesOf(blackout: Blackout, areaIds: readonly string[] | null): OwnIssue[] {
  const { area_id } = blackout;
  const issues = [...dateIssues(blackout), ...timeIssues(blackout)];
  if (area_id !== null && areaIds !== null && !areaIds.includes(area_id)) {
    const areas = areaIds.length === 0 ? "it has none" : `they are ${areaIds.join(", ")}`;
    issues.push({ field: "area_id", message: `names no area of this location; ${areas}` });
  }
  return issues;
}

function* dateIssues({ start_date, end_date }: Blackout): Generator<OwnIssue> {
  const message = "is not a date of the calendar (YYYY-MM-DD)";
  const possible = { start: isDate(start_date), end: isDate(end_date) };
  if (!possible.start) yield { field: "start_date", message };
  if (!possible.end) yield { field: "end_date", message };
  if (possible.start && possible.end && end_date < start_date)
    yield { field: "end_date", message: "must not be before start_date" };
}

function* timeIssues({ start_date, end_date, start_time, end_time }: Blackout): Generator<OwnIssue> {
  const message = "is not a time of the day (HH:MM)";
  if (start_time !== null && !isTime(start_time)) yield { field: "start_time", message };
  if (end_time !== null && !isTime(end_time)) yield { field: "end_time", message };
  if ((start_time === null) !== (end_time === null)) {
    const field = start_time === null ? "start_time" : "end_time";
    yield { field, message: "is required when the other time is sent" };
  } else if (start_time !== null && end_time !== null) {
    if (start_date !== end_date) yield { field: "start_time", message: "may be sent on one-day ranges only" };
    else if (end_time <= start_time) yield { field: "end_time", message: "must be after start_time" };
  }
}

/** Each that overlaps one before it in the list, once. */
function overlapsIn(placed: readonly { readonly index: number; readonly blackout: Blackout }[]): BlackoutIssue[] {
  const spans = placed.map(({ index, blackout }) => ({ ...spanOf(blackout), areaId: blackout.area_id, index }));
  return spans.flatMap((span, at) => {
    const first = spans.slice(0, at).find((earlier) => {
      const sameArea = earlier.areaId === null || span.areaId === null || earlier.areaId === span.areaId;
      return sameArea && earlier.from < span.until && span.from < earlier.until;
    });
    if (first === undefined) return [];
    return [{ path: pathOf(span.index, ""), message: `overlaps blackout_dates[${first.index}]` }];
  });
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

/** Whether the text is a date of the calendar, "2026-02-28", of the years 1970 to 2999. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return isNameable(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** Whether the text is a time of the day, "00:00" to "23:59". */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}
