/** When a section is offered, as rows of a form: a day, a start and an end. Pure. */
import type { Availability } from "../../kernel/wall-time.ts";
import { weekDays } from "../setup/week-days.ts";
import type { Mistakes, RowField } from "../shell/form-fields.ts";
import type { Fields } from "../shell/merge-three.ts";
import { rowFields, rowsIn } from "../shell/row-fields.ts";
import type { HourWords } from "./card-part.ts";

const stem = "hours";
/** What the name of an empty row begins with, before its number. */
const freshStem = `${stem}.new`;
/** Beside hours that are there, a form has so many empty rows. */
const more = 3;

/** The hours as rows; none: always. */
export function hourValues(availability: Availability | undefined): Fields {
  return Object.fromEntries(
    (availability?.windows ?? []).map(({ dayOfWeek, startTime, endTime }) => [
      `${stem}.${dayOfWeek} ${startTime}`,
      [String(dayOfWeek), startTime, endTime],
    ]),
  );
}

/** The rows; somebody who writes hours for the first time has one for each day. */
export function hourRows({ say, day }: HourWords, availability: Availability | undefined, sent: Fields): RowField[] {
  const days = weekDays.map((one) => [String(one), day(one)] as const);
  const present = rowsIn(stem, hourValues(availability)).map(([id, [one]]) => [id, day(Number(one))] as const);
  const cells = (first: number) =>
    [
      { kind: "choice", label: say("hours.day"), options: [...days.slice(first), ...days.slice(0, first)] },
      { kind: "time", label: say("hours.opens") },
      { kind: "time", label: say("hours.closes") },
    ] as const;
  const empty = present.length === 0 ? days.length : more;
  return rowFields(stem, present, sent, { cells: cells(0), empty, newLabel: say("row.new") }).map((row) =>
    row.isFresh === true ? { ...row, cells: cells((Number(row.name.slice(freshStem.length)) - 1) % days.length) } : row,
  );
}

/** A mistake at the second of two rows that begin at the same time of the same day. */
export function hourMistakes({ say }: HourWords, fields: Fields): Mistakes {
  const mistakes = new Map<string, string>();
  const starts = new Set<string>();
  for (const [id, [day, start]] of rowsIn(stem, fields)) {
    const key = `${day} ${start}`;
    if (starts.has(key)) mistakes.set(`${stem}.${id}`, say("problem.twice"));
    starts.add(key);
  }
  return mistakes;
}

/** The hours that the rows say, in the order of the week; single dates stay as they are. Undefined: always. */
export function hoursOf(fields: Fields, before: Availability | undefined): Availability | undefined {
  const rows = new Map(rowsIn(stem, fields).map((row) => [row[1].join(" "), row]));
  const windows = [...rows.values()]
    .map(([, [day, startTime = "", endTime = ""]]) => ({ dayOfWeek: Number(day), startTime, endTime }))
    .toSorted((one, other) => orderOf(one) - orderOf(other) || (one.startTime < other.startTime ? -1 : 1));
  const exceptions = before?.exceptions ?? [];
  if (windows.length === 0 && exceptions.length === 0) return undefined;
  if (windows.length > 0) return { ...before, windows };
  const always = weekDays.map((dayOfWeek) => ({ dayOfWeek, startTime: "00:00", endTime: "00:00" }));
  return { windows: always, exceptions };
}

function orderOf({ dayOfWeek }: { readonly dayOfWeek: number }): number {
  return weekDays.findIndex((day) => day === dayOfWeek);
}
