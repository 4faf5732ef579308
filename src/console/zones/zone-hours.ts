/** The hours of a zone as rows of the form: a day, from when, until when. Pure; runs in the browser. */
import type { WeeklyWindow } from "../../kernel/wall-time.ts";

/** As many as the calls take. */
export const mostRows = 200;

/** The hours of a zone as the calls have them. */
export interface WireHours {
  readonly windows: readonly WeeklyWindow[];
  readonly exceptions?: readonly object[];
}

export interface HoursRow {
  /** 0 is Sunday. */
  readonly day: number;
  /** HH:MM, or empty while nothing is typed. */
  readonly from: string;
  readonly to: string;
}

export interface TypedHours {
  /** Without own hours the zone is delivered to whenever the restaurant takes orders. */
  readonly isOwn: boolean;
  readonly rows: readonly HoursRow[];
  /** Single dates with other hours: they are not typed here and stay as they are. */
  readonly dates: readonly object[];
}

/** What is typed for the hours of a zone. */
export function typedHoursOf(hours: WireHours | null): TypedHours {
  const rows = (hours?.windows ?? []).map(({ dayOfWeek, startTime, endTime }) => ({
    day: dayOfWeek,
    from: startTime,
    to: endTime,
  }));
  return { isOwn: hours !== null, rows, dates: hours?.exceptions ?? [] };
}

/** The hours as one value, to be compared and joined: JSON text, or null for none of its own. */
export function hoursText(hours: WireHours | null): string | null {
  return hours === null ? null : textOf(typedHoursOf(hours));
}

/** What was typed as that value; undefined where a row is not whole, or where own hours have no row and no date. */
export function readHours(typed: TypedHours): string | null | undefined {
  if (!typed.isOwn) return null;
  const { rows, dates } = typed;
  const isWhole = rows.every(({ from, to }) => isTime(from) && isTime(to));
  return isWhole && rows.length <= mostRows && rows.length + dates.length > 0 ? textOf(typed) : undefined;
}

/** The next row: the day after the last one, at the same times. */
export function rowAfter(rows: readonly HoursRow[]): HoursRow {
  const last = rows.at(-1);
  return last === undefined ? { day: 1, from: "", to: "" } : { ...last, day: (last.day + 1) % 7 };
}

function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

function textOf({ rows, dates }: TypedHours): string {
  const windows = rows.map(({ day, from, to }) => ({ dayOfWeek: day, startTime: from, endTime: to }));
  return JSON.stringify({ windows, ...(dates.length === 0 ? {} : { exceptions: dates }) });
}
