/** Days and moments on the pages of accounts, always with their zone. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import type { GuestLanguage } from "../../kernel/language.ts";

export interface PageTimes {
  /** A day in words. */
  day(at: Instant): string;
  /** A moment to the minute, with the short name of its zone. */
  moment(at: Instant): string;
}

/** The formats of one reader; `timeZone` is an IANA name. */
export function pageTimes(language: GuestLanguage, timeZone: string): PageTimes {
  const days = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone });
  const moments = new Intl.DateTimeFormat(language, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  });
  return { day: (at) => days.format(at), moment: (at) => moments.format(at) };
}

/** The one zone of all places where somebody works; UTC where there is none, or more than one. */
export function zoneOf(locations: readonly { readonly timezone: string | null }[]): string {
  const [only, second] = new Set(locations.map(({ timezone }) => timezone));
  return only !== undefined && only !== null && second === undefined ? only : "UTC";
}
