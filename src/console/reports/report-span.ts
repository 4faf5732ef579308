/** Reads the days of a report (rules/console 2.1). Pure. */
import { dateAfter } from "../../kernel/day-span.ts";
import { wallTime } from "../../kernel/wall-time.ts";
import { invalidRequest, type FieldsRefusal } from "../../platform/http/reading/invalid-request.ts";

export const mostDays = 366;

export interface ReportDates {
  /** "YYYY-MM-DD", both included. */
  readonly from: string;
  readonly to: string;
}

/** Checks the dates; refuses what the calendar has not, an end before its beginning, and more than 366 days. */
export function parseSpan(from: string, to: string): ReportDates | FieldsRefusal<"invalid_request"> {
  const wrong = [
    ...(isDay(from) ? [] : [{ path: "query.from", message: "must be a date YYYY-MM-DD, such as 2026-11-25" }]),
    ...(isDay(to) ? [] : [{ path: "query.to", message: "must be a date YYYY-MM-DD, such as 2026-11-25" }]),
  ];
  if (wrong.length > 0) return invalidRequest(wrong);
  if (to < from) return invalidRequest([{ path: "query.to", message: "must not be before from" }]);
  if (dateAfter(from, mostDays - 1) < to)
    return invalidRequest([{ path: "query.to", message: `must be at most ${mostDays - 1} days after from` }]);
  return { from, to };
}

/** A date of the calendar of the years 1971 to 2998: a day before and after can be named. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < "1971-01-01" || text > "2998-12-31") return false;
  const at = wallTime(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The seven days that end with a day. */
export function lastWeek(today: string): ReportDates {
  return { from: dateAfter(today, -6), to: today };
}

/** The month of a day as far as that day, and the whole month before. */
export function monthsOf(today: string): { readonly current: ReportDates; readonly last: ReportDates } {
  const first = `${today.slice(0, 7)}-01`;
  const lastDay = dateAfter(first, -1);
  return { current: { from: first, to: today }, last: { from: `${lastDay.slice(0, 7)}-01`, to: lastDay } };
}
