/** The days of the week in a language. Pure. */
import type { GuestLanguage } from "../../kernel/language.ts";

/** The week as restaurants count it; 0 is Sunday. */
export const weekDays = [1, 2, 3, 4, 5, 6, 0] as const;

/** Says a day, 0 being Sunday. */
export function dayNames(language: GuestLanguage): (day: number) => string {
  const format = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  // 4 January 1970 was a Sunday.
  return (day) => format.format((3 + day) * 86_400_000);
}

/** Says days of the week; three or more that follow each other by the first and the last: "Monday–Friday, Sunday". */
export function daysInWords(language: GuestLanguage, days: readonly number[]): string {
  const runs: number[][] = [];
  for (const [index, day] of weekDays.entries()) {
    if (!days.includes(day)) continue;
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === weekDays[index - 1]) run.push(day);
    else runs.push([day]);
  }
  const say = dayNames(language);
  return runs
    .map((run) => (run.length < 3 ? run.map(say) : [`${say(run[0] ?? 0)}–${say(run.at(-1) ?? 0)}`]).join(", "))
    .join(", ");
}
