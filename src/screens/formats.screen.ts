/** Money and clocks as the locale writes them; times are the location's. */
import { moneyFormat } from "../kernel/minor-units.ts";

export interface Formats {
  /** "18:45", of Unix milliseconds. */
  time(ms: number): string;
  /** "18:45:07", for the last word of a lost connection. */
  second(ms: number): string;
  /** "Sunday 22 November", of Unix milliseconds. */
  day(ms: number): string;
  /** "22 November 2026", of Unix milliseconds. */
  date(ms: number): string;
  /** "€12.50", of minor units. */
  money(amount: number, currency: string): string;
  /** "A, B and C". */
  list(texts: readonly string[]): string;
}

/** The formats of a locale and an IANA time zone. */
export function createFormats(locale: string, timeZone: string): Formats {
  const tag = locale === "en-XA" || locale === "ar-XB" ? "en-GB" : locale;
  const time = new Intl.DateTimeFormat(tag, { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const second = new Intl.DateTimeFormat(tag, { timeZone, timeStyle: "medium", hourCycle: "h23" });
  const day = new Intl.DateTimeFormat(tag, { timeZone, weekday: "long", day: "numeric", month: "long" });
  const date = new Intl.DateTimeFormat(tag, { timeZone, dateStyle: "long" });
  const list = new Intl.ListFormat(tag, { type: "conjunction" });
  const moneys = new Map<string, (amountMinor: number) => string>();
  return {
    time: (ms) => time.format(ms),
    second: (ms) => second.format(ms),
    day: (ms) => day.format(ms),
    date: (ms) => date.format(ms),
    money(amount, currency) {
      const money = moneys.get(currency) ?? moneyFormat(tag, currency);
      moneys.set(currency, money);
      return money(amount);
    },
    list: (texts) => list.format(texts),
  };
}

/** From so many minutes on people count in hours. */
const longMinutes = 180;

/** The whole hours of a long time, undefined of one that is read in minutes. */
export function longHours(minutes: number): number | undefined {
  return minutes < longMinutes ? undefined : Math.floor(minutes / 60);
}
