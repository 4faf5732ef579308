/** The week as restaurants count it, in the language of the reader. */

/** Monday first; 0 is Sunday. */
export const weekOrder = [1, 2, 3, 4, 5, 6, 0] as const;

/** Says a day, 0 being Sunday. */
export function daysOf(locale: string): (day: number) => string {
  const format = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  // 4 January 1970 was a Sunday.
  return (day) => format.format((3 + day) * 86_400_000);
}
