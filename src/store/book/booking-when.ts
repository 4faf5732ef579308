/**
 * When a party is expected, in the words of guests. "Saturday night" at half past midnight has Sunday's date. The page of
 * a day therefore has the starts of its service day, and every page that names such a start says both. Pure.
 */
import { addDays, serviceDayOf, startsOn } from "../../bookings/venue/service-days.ts";
import type { Venue } from "../../bookings/venue/venue.ts";
import type { Instant } from "../../kernel/clock.ts";
import { localDate, minuteOfDay, wallTime } from "../../kernel/wall-time.ts";
import { formatDay, formatTime } from "../../pages/page-formats.ts";
import type { Reader } from "../../pages/reader.ts";
import { formattedFor, plainLocale } from "../../words/pseudo-language.ts";
import { speak } from "../../words/speak.ts";

/** The service day of every start of the given days, ascending; a start of two days is of the later, whose date it has. */
export function serviceDatesOf(venue: Venue, dates: readonly string[]): ReadonlyMap<Instant, string> {
  return new Map(dates.flatMap((date) => startsOn(venue, date).map(({ startsAt }) => [startsAt, date] as const)));
}

/** The service day of one start; its local date when no service has it any more. */
export function serviceDateOf(venue: Venue, startsAt: Instant): string {
  const date = localDate(venue.timeZone, startsAt);
  return serviceDatesOf(venue, [addDays(date, -1), date]).get(startsAt) ?? date;
}

export interface When {
  readonly at: Instant;
  readonly timeZone: string;
  readonly reader: Reader;
  readonly serviceDate: string;
  /** The service day of the restaurant at present, where the words are read at once and not kept. */
  readonly today?: string;
}

/** A start at a restaurant; `venue` is null when it is no longer set up. With `now` a page can say "tonight". */
export function whenOf(venue: Venue | null, at: Instant, timeZone: string, reader: Reader, now?: Instant): When {
  const serviceDate = venue === null ? localDate(timeZone, at) : serviceDateOf(venue, at);
  const when = { at, timeZone, reader, serviceDate };
  if (now === undefined) return when;
  return { ...when, today: venue === null ? localDate(timeZone, now) : serviceDayOf(venue, now) };
}

/** From this hour on a day's evening is "tonight". */
const eveningBegins = 17;

/** The day with "today", "tonight" or "tomorrow" before it where that is so (rules/languages 1.8); for pages, never for what is kept. */
export function nearDayWords(when: When): string {
  const { at, timeZone, reader, serviceDate, today } = when;
  const isLate = serviceDate !== localDate(timeZone, at);
  const say = speak(reader.language, "booking", reader.locale);
  const day = formatDay(at, timeZone, reader.locale);
  if (serviceDate === today) {
    if (isLate) return say("near.night", { day });
    return say(minuteOfDay(timeZone, at) < eveningBegins * 60 ? "near.today" : "near.tonight", { day });
  }
  const isTomorrow = today !== undefined && !isLate && serviceDate === addDays(today, 1);
  return isTomorrow ? say("near.tomorrow", { day }) : dayWords(when);
}

/** "Friday 27 November", or "Saturday night, Sunday 29 November" after the midnight of a service. */
export function dayWords({ at, timeZone, reader: { language, locale }, serviceDate }: When): string {
  const day = formatDay(at, timeZone, locale);
  if (serviceDate === localDate(timeZone, at)) return day;
  const format = new Intl.DateTimeFormat(plainLocale(locale), { weekday: "long", timeZone: "UTC" });
  const weekday = formattedFor(locale, format.format(wallTime(serviceDate)));
  return speak(language, "booking", locale)("night", { weekday, day });
}

/** "00:30", or "02:30 GMT+1" where the clock shows that time twice. */
export function timeWords({ at, timeZone, reader: { locale } }: When): string {
  return formatTime(at, timeZone, locale);
}

/** Both in one text. */
export function dayTimeWords(when: When): string {
  return `${dayWords(when)}, ${timeWords(when)}`;
}
