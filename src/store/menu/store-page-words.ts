/** Amounts, times and labels of the store's page as words. Pure. */
import { formatDay, formatMoney, formatTime } from "../../pages/page-formats.ts";
import type { Reader } from "../../pages/reader.ts";
import type { Say } from "../../words/message-arguments.ts";
import { plainLocale } from "../../words/pseudo-language.ts";
import { speak, words, type Parts } from "../../words/speak.ts";

/** How the page of a menu speaks to its reader. */
export interface StoreWords {
  readonly reader: Reader;
  readonly say: Say<Parts["store"]>;
  /** "18:30", from Unix seconds. */
  readonly time: (seconds: number) => string;
  /** "Monday 23 November", from Unix seconds. */
  readonly day: (seconds: number) => string;
  /** "18:30", on another day than that of the page with its day, from Unix seconds. */
  readonly moment: (seconds: number) => string;
  /** "€13.50", from minor units. */
  readonly price: (amount: number) => string;
  /** "10 %", from whole percents. */
  readonly percent: (share: number) => string;
  /** "2.50". */
  readonly figure: (amount: number) => string;
  /** A label of the menu as people write it: "gluten_free" is "gluten free". */
  readonly label: (text: string) => string;
}

/** The words of the page of a location's menu; `now` is of its clock, in Unix seconds. */
export function storeWords(reader: Reader, timeZone: string, currency: string, now: number): StoreWords {
  const { language, locale } = reader;
  const say = speak(language, "store", locale);
  const time = (seconds: number): string => formatTime(seconds * 1000, timeZone, locale);
  const day = (seconds: number): string => formatDay(seconds * 1000, timeZone, locale);
  return {
    reader,
    say,
    time,
    day,
    moment: (seconds) => (day(seconds) === day(now) ? time(seconds) : `${day(seconds)}, ${time(seconds)}`),
    price: (amount) => formatMoney(amount, currency, locale),
    percent: (share) => new Intl.NumberFormat(plainLocale(locale), { style: "percent" }).format(share / 100),
    figure: (amount) => new Intl.NumberFormat(plainLocale(locale), { minimumFractionDigits: 2 }).format(amount),
    label: (text) => {
      const key = `label.${text.toLowerCase().replaceAll(/[\s-]+/g, "_")}`;
      return isKnownLabel(key) ? say(key) : text.replaceAll("_", " ");
    },
  };
}

type LabelKey = Extract<keyof Parts["store"], `label.${string}`>;

function isKnownLabel(key: string): key is LabelKey {
  return key.startsWith("label.") && Object.hasOwn(words.en.store, key);
}
