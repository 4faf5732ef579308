/** The reader of a guest's page: the language, and how figures, days and clocks are written (rules/languages 1.1). Pure. */
import {
  acceptedLanguages,
  guestLanguageNamed,
  guestLanguageOf,
  localeOf,
  wantedLanguage,
  type GuestLanguage,
} from "../kernel/language.ts";
import { pseudoLanguages } from "../words/pseudo-language.ts";
import type { WordsLanguage } from "../words/speak.ts";

export interface Reader {
  readonly language: WordsLanguage;
  /** Language and the country of the location, for figures, money and clocks: `de-US`. */
  readonly locale: string;
  /** What a program reads, best first, also where we do not write it; absent: the language above alone. */
  readonly accepts?: readonly string[];
}

/** What a page knows of the place that it is about, and of the order, booking or entry that it shows. */
export interface ReadAbout {
  readonly location?: { readonly language: string | null; readonly country: string | null };
  /** What the thing was made in; null or absent: nobody said. */
  readonly stored?: GuestLanguage | null;
}

/** What a request says of its reader. */
export interface ReaderWishes {
  /** Of the address, `?lang=`. */
  readonly asked: string | null;
  /** The cookie of an earlier `?lang=`. */
  readonly remembered: string | undefined;
  /** The header Accept-Language. */
  readonly accepted: string | undefined;
  /** Tests read in the pseudo languages too. */
  readonly pseudo?: boolean;
}

/** Keeps the language that a guest chose. */
export const languageCookie = "maple_lang";
export const languageCookieSeconds = 365 * 24 * 3_600;

/** The reader: what they chose, else what is stored, else what their browser says, else what the place speaks. */
export function chooseReader(wishes: ReaderWishes, { location, stored }: ReadAbout = {}): Reader {
  const country = location?.country ?? null;
  const pseudo = pseudoLanguages.find((known) => wishes.pseudo === true && known === wishes.asked);
  if (pseudo !== undefined) return { language: pseudo, locale: pseudo };
  const language =
    chosenLanguage(wishes) ??
    stored ??
    wantedLanguage(wishes.accepted) ??
    guestLanguageOf(location?.language ?? null, country);
  return readerOf(language, country);
}

/** What the guest chose with the switch, now or before. */
export function chosenLanguage({ asked, remembered }: ReaderWishes): GuestLanguage | undefined {
  return guestLanguageNamed(asked) ?? guestLanguageNamed(remembered);
}

/** A reader of a language at a place of a country. */
export function readerOf(language: GuestLanguage, country: string | null): Reader {
  return { language, locale: localeOf(language, country) };
}

/** Who reads an answer of the interface for diners: what `Accept-Language` names, with its country; else English (rules/languages 1.5). */
export function programReader(accepted: string | undefined): Reader {
  const language = wantedLanguage(accepted) ?? "en";
  const ranges = (accepted ?? "").slice(0, 200).toLowerCase().split(",");
  const countries = ranges.map((range) => /^\s*([a-z]{2})-([a-z]{2})\s*(?:;|$)/.exec(range));
  const country = countries.find((found) => found?.[1] === language)?.[2] ?? null;
  return { ...readerOf(language, country), accepts: acceptedLanguages(accepted) };
}

/** The languages in which the texts of a venue are wanted, best first. */
export function textWishes({ accepts, locale, language }: Reader): readonly string[] {
  return accepts !== undefined && accepts.length > 0 ? accepts : [locale, language];
}

/** The address of this page in another language: the rest of the query stays. */
export function inLanguage(url: string, language: string): string {
  const [path = "", query = ""] = url.split("?", 2);
  const asked = new URLSearchParams(query);
  asked.set("lang", language);
  return `${path}?${asked.toString()}`;
}
