/** The days of the week in a language. Pure. */
import type { GuestLanguage } from "../../kernel/language.ts";

/** Says a day, 0 being Sunday. */
export function dayNames(language: GuestLanguage): (day: number) => string {
  const format = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  // 4 January 1970 was a Sunday.
  return (day) => format.format((3 + day) * 86_400_000);
}
