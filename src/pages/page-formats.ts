/** Amounts, times and days as a person reads them, in language and country of the reader (`de-US`). Pure. */
import type { Instant } from "../kernel/clock.ts";
import { moneyFormat } from "../kernel/minor-units.ts";
import { instantsOf, wallAt } from "../kernel/wall-time.ts";
import { formattedFor, plainLocale } from "../words/pseudo-language.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function format(at: Instant, locale: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const plain = plainLocale(locale);
  const key = `${plain} ${timeZone} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(plain, { ...options, timeZone });
  if (formats.size > 2_000) formats.clear();
  formats.set(key, known);
  return formattedFor(locale, firstOfMonth(known.format(at), plain));
}

/** French says the first of a month, and counts the other days: "1er décembre", "2 décembre". */
function firstOfMonth(text: string, locale: string): string {
  return locale.startsWith("fr") ? text.replace(/(?<!\d)1(?= \p{L}|–\d)/u, "1er") : text;
}

const moneys = new Map<string, (amountMinor: number) => string>();

/** Formats are kept: making one costs more than a whole dish of a menu. */
function moneyOf(currency: string, locale: string): (amountMinor: number) => string {
  const key = `${locale} ${currency}`;
  const known = moneys.get(key);
  if (known !== undefined) return known;
  const made = moneyFormat(plainLocale(locale), currency);
  if (moneys.size > 500) moneys.clear();
  moneys.set(key, made);
  return made;
}

/** An amount in minor units, for example "€12.50". */
export function formatMoney(amount: number, currency: string, locale = "en"): string {
  return formattedFor(locale, moneyOf(currency, locale)(amount));
}

/** What stands between a label and its value: French has a space before the colon. */
export function colonOf(language: string): string {
  return language.startsWith("fr") ? "\u00A0: " : ": ";
}

/** The local time, for example "7:30 PM", or "1:30 AM GMT-4" where the clock shows that time twice. */
export function formatTime(at: Instant, timeZone: string, locale = "en"): string {
  const offset = formatOffset(at, timeZone, locale);
  return offset === "" ? formatPlainTime(at, timeZone, locale) : `${formatPlainTime(at, timeZone, locale)} ${offset}`;
}

/** The local time alone. */
export function formatPlainTime(at: Instant, timeZone: string, locale = "en"): string {
  return format(at, locale, timeZone, { timeStyle: "short" });
}

/** The offset from UTC, for example "GMT+1", where the clock shows the time of the instant a second time; else empty. */
export function formatOffset(at: Instant, timeZone: string, locale = "en"): string {
  if (instantsOf(timeZone, wallAt(timeZone, at)).length < 2) return "";
  const written = new Intl.DateTimeFormat(plainLocale(locale), { timeZone, timeZoneName: "shortOffset" });
  return written.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** A local "HH:MM" as a person reads the clock, for example "7:30 PM". */
export function formatClock(time: string, locale = "en"): string {
  return formatTime(Date.parse(`2024-01-01T${time}:00Z`), "UTC", locale);
}

/** A Sunday: only its weekday is shown. */
const sunday = Date.UTC(2024, 0, 7);

/** The name of a day of the week, 0 (Sunday) to 6. */
export function formatWeekday(day: number, locale = "en"): string {
  return format(sunday + day * 86_400_000, locale, "UTC", { weekday: "long" });
}

/** So far away, a day without its year could be that of another. */
const yearIsSaidMs = 300 * 86_400_000;

/**
 * The local day with weekday and month in letters, for example "Friday, 21 November"; with the year where the day is more
 * than 300 days from `now` (rules/languages 1.4).
 */
export function formatDay(at: Instant, timeZone: string, locale = "en", now: Instant = at): string {
  return format(at, locale, timeZone, dayOptions("long", Math.abs(at - now) > yearIsSaidMs));
}

/** The local day and time in one text. */
export function formatDayTime(at: Instant, timeZone: string, locale = "en", now: Instant = at): string {
  return `${formatDay(at, timeZone, locale, now)}, ${formatTime(at, timeZone, locale)}`;
}

/** Weekday, day, month, year and time, as a receipt needs them; with the offset where the clock shows that time twice. */
export function formatInFull(at: Instant, timeZone: string, locale = "en"): string {
  const written = format(at, locale, timeZone, { dateStyle: "full", timeStyle: "short" });
  return [written, formatOffset(at, timeZone, locale)].filter((part) => part !== "").join(" ");
}

/** A `YYYY-MM-DD` as a day, for example "Friday, 21 November", or "Fri, 21 November"; `today` as for `formatDay`. */
export function formatDate(
  date: string,
  locale = "en",
  style: "short" | "long" = "long",
  today: string = date,
): string {
  const [at, now] = [date, today].map((each) => Date.parse(`${each}T12:00:00Z`));
  return format(at ?? 0, locale, "UTC", dayOptions(style, Math.abs((at ?? 0) - (now ?? 0)) > yearIsSaidMs));
}

/** The days from one `YYYY-MM-DD` to another with their year, for example "1–28 November 2026". */
export function formatDates(from: string, to: string, locale = "en"): string {
  const plain = plainLocale(locale);
  const written = new Intl.DateTimeFormat(plain, { dateStyle: "long", timeZone: "UTC" });
  const [first, last] = [from, to].map((each) => Date.parse(`${each}T12:00:00Z`));
  return formattedFor(locale, firstOfMonth(written.formatRange(first ?? 0, last ?? 0), plain));
}

/** The month is written out: the short one is a figure in some languages. */
function dayOptions(weekday: "short" | "long", withYear: boolean): Intl.DateTimeFormatOptions {
  return { weekday, day: "numeric", month: "long", ...(withYear ? { year: "numeric" } : {}) };
}
