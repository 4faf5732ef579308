/**
 * Reads unknown JSON as an availability: weekly windows and exceptions of single dates. Used for the availability of
 * menu objects and for the opening hours of a location.
 */
import { isNameable } from "./clock.ts";
import type { Availability, AvailabilityException, LocalWindow, WeeklyWindow } from "./wall-time.ts";

export type AvailabilityIssueCode = "required" | "type" | "format" | "range" | "limit" | "duplicate_value";

/** `path` is a JSON Pointer below the availability itself ("" is the whole value). */
export type ReportAvailabilityIssue = (path: string, code: AvailabilityIssueCode, message: string) => void;

const maxWindows = 200;
const maxExceptions = 1000;
const timeForm = /^([01]\d|2[0-3]):[0-5]\d$/;
const dateForm = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the availability with only its known fields, or undefined after reporting every issue. */
export function parseAvailability(value: unknown, report: ReportAvailabilityIssue): Availability | undefined {
  let sound = true;
  const note: ReportAvailabilityIssue = (path, code, message) => {
    sound = false;
    report(path, code, message);
  };
  if (!isRecord(value)) {
    note("", "type", "must be an object with windows");
    return undefined;
  }
  const windows = listOf(value["windows"], "/windows", maxWindows, note, parseWeeklyWindow);
  if (value["exceptions"] === undefined) return sound ? { windows } : undefined;
  const dates = new Set<string>();
  const exceptions = listOf(value["exceptions"], "/exceptions", maxExceptions, note, (entry, path) => {
    const exception = parseException(entry, path, note);
    if (dates.has(exception.date)) note(`${path}/date`, "duplicate_value", "has an exception already");
    if (exception.date !== "") dates.add(exception.date);
    return exception;
  });
  return sound ? { windows, exceptions } : undefined;
}

function listOf<T>(
  value: unknown,
  path: string,
  limit: number,
  note: ReportAvailabilityIssue,
  parse: (value: Record<string, unknown>, path: string, note: ReportAvailabilityIssue) => T,
): T[] {
  if (value === undefined) note(path, "required", "is required");
  else if (!Array.isArray(value)) note(path, "type", "must be an array");
  else if (value.length > limit) note(path, "limit", `must have at most ${limit} entries`);
  else {
    return value.flatMap((entry: unknown, index) => {
      if (isRecord(entry)) return [parse(entry, `${path}/${index}`, note)];
      note(`${path}/${index}`, "type", "must be an object");
      return [];
    });
  }
  return [];
}

function parseWeeklyWindow(value: Record<string, unknown>, path: string, note: ReportAvailabilityIssue): WeeklyWindow {
  const dayOfWeek = value["dayOfWeek"];
  if (dayOfWeek === undefined) note(`${path}/dayOfWeek`, "required", "is required");
  else if (typeof dayOfWeek !== "number" || !Number.isInteger(dayOfWeek)) {
    note(`${path}/dayOfWeek`, "type", "must be an integer");
  } else if (dayOfWeek < 0 || dayOfWeek > 6) note(`${path}/dayOfWeek`, "range", "must be 0 (Sunday) to 6 (Saturday)");
  return {
    dayOfWeek: typeof dayOfWeek === "number" ? dayOfWeek : 0,
    ...parseLocalWindow(value, path, note),
  };
}

function parseLocalWindow(value: Record<string, unknown>, path: string, note: ReportAvailabilityIssue): LocalWindow {
  return {
    startTime: textOf(value["startTime"], `${path}/startTime`, note, (text) => timeForm.test(text), "a time HH:MM"),
    endTime: textOf(value["endTime"], `${path}/endTime`, note, (text) => timeForm.test(text), "a time HH:MM"),
  };
}

function parseException(
  value: Record<string, unknown>,
  path: string,
  note: ReportAvailabilityIssue,
): AvailabilityException {
  const date = textOf(
    value["date"],
    `${path}/date`,
    note,
    isDate,
    "a calendar date YYYY-MM-DD of the years 1970 to 2999",
  );
  const { closed, windows } = value;
  if (closed !== undefined && typeof closed !== "boolean") note(`${path}/closed`, "type", "must be true");
  else if (closed === true && windows !== undefined) {
    note(path, "format", "must have either closed: true or windows, not both");
  } else if (closed === true) return { date, closed };
  else if (windows === undefined) note(path, "required", "must have closed: true or windows");
  else
    return {
      date,
      windows: listOf(windows, `${path}/windows`, maxWindows, note, parseLocalWindow),
    };
  return { date, windows: [] };
}

function textOf(
  value: unknown,
  path: string,
  note: ReportAvailabilityIssue,
  accepts: (text: string) => boolean,
  form: string,
): string {
  if (value === undefined) note(path, "required", "is required");
  else if (typeof value !== "string") note(path, "type", "must be text");
  else if (accepts(value)) return value;
  else note(path, "format", `must be ${form}`);
  return "";
}

function isDate(text: string): boolean {
  if (!dateForm.test(text)) return false;
  try {
    const date = Temporal.PlainDate.from(text, { overflow: "reject" });
    return date.toString() === text && isNameable(date.toZonedDateTime("UTC").epochMilliseconds);
  } catch {
    return false;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
