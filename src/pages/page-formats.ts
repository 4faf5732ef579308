/** Amounts, times and counts as a person reads them, in the page's language. */
import type { Instant } from "../kernel/clock.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone });
  if (formats.size > 2_000) formats.clear();
  formats.set(key, known);
  return known;
}

const moneys = new Map<string, { readonly format: Intl.NumberFormat; readonly minor: number }>();

/** Formats are kept: making one costs more than a whole dish of a menu. */
function moneyOf(currency: string, language: string) {
  const key = `${language} ${currency}`;
  const known = moneys.get(key);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(language, { style: "currency", currency });
  const made = { format, minor: 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2) };
  if (moneys.size > 500) moneys.clear();
  moneys.set(key, made);
  return made;
}

/** An amount in minor units, for example "€12.50". */
export function formatMoney(amount: number, currency: string, language = "en"): string {
  const { format, minor } = moneyOf(currency, language);
  return format.format(amount / minor);
}

/** The local time, for example "7:30 PM". */
export function formatTime(at: Instant, timeZone: string, language = "en"): string {
  return formatOf(language, timeZone, { timeStyle: "short" }).format(at);
}

/** The local day, for example "Friday, 21 November". */
export function formatDay(at: Instant, timeZone: string, language = "en"): string {
  return formatOf(language, timeZone, { weekday: "long", day: "numeric", month: "long" }).format(at);
}

/** The local day and time in one text. */
export function formatDayTime(at: Instant, timeZone: string, language = "en"): string {
  return `${formatDay(at, timeZone, language)}, ${formatTime(at, timeZone, language)}`;
}

/** A `YYYY-MM-DD` as a day, for example "Fri 21 Nov". */
export function formatDate(date: string, language = "en", style: "short" | "long" = "long"): string {
  const options: Intl.DateTimeFormatOptions =
    style === "long"
      ? { weekday: "long", day: "numeric", month: "long" }
      : { weekday: "short", day: "numeric", month: "short" };
  return formatOf(language, "UTC", options).format(Date.parse(`${date}T12:00:00Z`));
}

/** "1 guest", "2 guests": English only, as the pages' own words are. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
