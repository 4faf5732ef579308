/** Days and moments on the pages of accounts, always with their zone. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import { localeOf, type GuestLanguage } from "../../kernel/language.ts";

export interface PageTimes {
  /** A day in words. */
  day(at: Instant): string;
  /** A moment to the minute, with the short name of its zone. */
  moment(at: Instant): string;
}

/** The formats of one reader, in language and country (`en-GB`); `timeZone` is an IANA name. */
export function pageTimes(locale: string, timeZone: string): PageTimes {
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone });
  const moments = new Intl.DateTimeFormat(locale, {
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

/** The reader's language, as it is written in the one country where they work. */
export function pageLocale(language: GuestLanguage, places: readonly { readonly country: string | null }[]): string {
  const [only = null, second] = new Set(places.map(({ country }) => country));
  return localeOf(language, second === undefined ? only : null);
}

/** The one zone of all places where somebody works; UTC where there is none, or more than one. */
export function zoneOf(locations: readonly { readonly timezone: string | null }[]): string {
  const [only, second] = new Set(locations.map(({ timezone }) => timezone));
  return only !== undefined && only !== null && second === undefined ? only : "UTC";
}
