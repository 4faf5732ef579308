/** The opening hours of a location for orders, as rows of a form. Pure. */
import type { Availability, AvailabilityException } from "../../kernel/wall-time.ts";
import type { Cell, Mistakes } from "../shell/form-fields.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Draft } from "../shell/merged-save.ts";
import type { Fields, FieldValue } from "../shell/merge-three.ts";
import { rowFields, rowsIn } from "../shell/row-fields.ts";
import type { SetupWords } from "../setup/setup-part.ts";
import { weekDays } from "../setup/week-days.ts";

/** The sections; `day` says a day of the week. */
export function hoursSections(
  say: SetupWords,
  {
    hours,
    sent,
    day,
  }: {
    readonly hours: Availability | null;
    readonly sent: Fields;
    readonly day: (of: number) => string;
  },
): Section[] {
  const times: readonly Cell[] = [
    { kind: "time", label: say("hours.opens") },
    { kind: "time", label: say("hours.closes") },
  ];
  const days = weekDays.map((one) => [String(one), day(one)] as const);
  /** `first`: the day that an empty row begins with, by its number in the week. */
  const weekly = (first = 0): readonly Cell[] => [
    { kind: "choice", label: say("hours.day"), options: [...days.slice(first), ...days.slice(0, first)] },
    ...times,
  ];
  const single: readonly Cell[] = [
    { kind: "date", label: say("date") },
    { kind: "tick", label: say("closed") },
    { kind: "time", label: say("hours.opens"), optional: true },
    { kind: "time", label: say("hours.closes"), optional: true },
  ];
  const fields = hoursFields(hours);
  const present = (stem: string) =>
    rowsIn(stem, fields).map(
      ([id, texts]) => [id, stem === "week" ? day(Number(texts[0])) : (texts[0] ?? id)] as const,
    );
  const newLabel = say("row.new");
  // Whoever writes a week for the first time has a row for each day. A form that comes back has as many as it had.
  const usual = present("week").length === 0 ? days.length : 3;
  const empty = Math.max(usual, ...Object.keys(sent).map(freshNumber));
  return [
    {
      title: say("hours"),
      text: say("hours.text"),
      fields: [
        { kind: "tick", name: "always", label: say("hours.always") },
        ...rowFields("week", present("week"), sent, { cells: weekly(), empty, newLabel }).map((row) =>
          row.isFresh === true ? { ...row, cells: weekly((freshNumber(row.name) - 1) % days.length) } : row,
        ),
      ],
    },
    {
      title: say("hours.dates"),
      fields: rowFields("date", present("date"), sent, { cells: single, empty: 2, newLabel }),
    },
  ];
}

/** The number of an empty row of the week; 0 for any other field. */
function freshNumber(name: string): number {
  return Number(/^week\.new(\d{1,2})$/.exec(name)?.[1] ?? 0);
}

export function hoursFields(hours: Availability | null): Fields {
  const weekly = (hours?.windows ?? []).map(
    ({ dayOfWeek, startTime, endTime }) =>
      [`week.${dayOfWeek} ${startTime}`, [String(dayOfWeek), startTime, endTime]] as const,
  );
  return {
    always: hours === null,
    ...Object.fromEntries(weekly),
    ...Object.fromEntries((hours?.exceptions ?? []).flatMap(rowsOf)),
  };
}

function rowsOf(exception: AvailabilityException): (readonly [string, string[]])[] {
  const { date } = exception;
  if ("closed" in exception || exception.windows.length === 0) return [[`date.${date} closed`, [date, "1", "", ""]]];
  return exception.windows.map(({ startTime, endTime }) => [
    `date.${date} ${startTime}`,
    [date, "", startTime, endTime],
  ]);
}

/**
 * A mistake at a row of a single date that is neither closed nor has both hours, and at the second of two rows that say
 * the same start, or one of which says closed: only one of them could be kept.
 *
 * A mistake where "always open" is ticked beside hours that were typed into this form: one of both is not meant. Hours
 * that stood there before the form was opened go when the box is ticked. A mistake too where the box is unticked and the
 * week stays empty (rules/console 1.7).
 */
export function hoursMistakes(say: SetupWords, { base, mine }: Pick<Draft, "base" | "mine">): Mistakes {
  const isTyped = ([name, value]: readonly [string, FieldValue]): boolean =>
    Array.isArray(value) && JSON.stringify(value) !== JSON.stringify(base[name] ?? null);
  const isWrong = mine["always"] === true && Object.entries(mine).some(isTyped);
  if (isWrong) return new Map([["always", say("hours.always_mistake")]]);
  // Without a week every day is closed but for the single dates: whoever unticks the box means something else.
  const isBare = base["always"] === true && mine["always"] !== true && rowsIn("week", mine).length === 0;
  if (isBare) return new Map([["always", say("hours.week_mistake")]]);
  return mine["always"] === true ? new Map() : rowMistakes(say, mine);
}

function rowMistakes(say: SetupWords, mine: Fields): Mistakes {
  const mistakes = new Map<string, string>();
  const starts = new Set<string>();
  for (const [id, [day, start]] of rowsIn("week", mine)) {
    const key = `${day} ${start}`;
    if (starts.has(key)) mistakes.set(`week.${id}`, say("problem.twice"));
    starts.add(key);
  }
  const dates = rowsIn("date", mine);
  for (const [index, [id, [date, closed, start = "", end = ""]]] of dates.entries()) {
    const isClosed = closed === "1";
    const isTwice = dates
      .slice(0, index)
      .some(([, before]) => before[0] === date && (isClosed || before[1] === "1" || before[2] === start));
    if (isTwice) mistakes.set(`date.${id}`, say("problem.twice"));
    else if (!isClosed && (start === "" || end === "")) mistakes.set(`date.${id}`, say("hours.date_mistake"));
  }
  return mistakes;
}

/** The hours as the operator would send them; null: always open. */
export function hoursIn(fields: Fields): unknown {
  if (fields["always"] === true) return null;
  const windows = rowsIn("week", fields).map(([, [day, startTime, endTime]]) => ({
    dayOfWeek: Number(day),
    startTime,
    endTime,
  }));
  const rows = rowsIn("date", fields).map(([, [date = "", closed, startTime, endTime]]) => ({
    date,
    isClosed: closed === "1",
    window: { startTime, endTime },
  }));
  const dates = [...new Set(rows.map(({ date }) => date))].toSorted();
  const exceptions = dates.map((date) => {
    const own = rows.filter((row) => row.date === date);
    return own.some(({ isClosed }) => isClosed)
      ? { date, closed: true }
      : { date, windows: own.map(({ window }) => window) };
  });
  return { windows, ...(exceptions.length === 0 ? {} : { exceptions }) };
}
