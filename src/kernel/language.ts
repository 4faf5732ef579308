/** The languages of guests, and the language of a venue. */

export const guestLanguages = ["en", "fr", "de", "es", "it", "nl", "pt"] as const;
export type GuestLanguage = (typeof guestLanguages)[number];

/** One of the languages of guests, read from any text; undefined: it is none of them. */
export function guestLanguageNamed(text: string | null | undefined): GuestLanguage | undefined {
  return guestLanguages.find((known) => known === text);
}

/**
 * The language of an `Accept-Language` header that its reader likes best among ours; undefined where it names none. Reads at
 * most 200 characters.
 */
export function wantedLanguage(header: string | undefined): GuestLanguage | undefined {
  for (const { range } of rangesOf(header)) {
    const language = guestLanguageNamed(range.split("-", 1)[0]);
    if (language !== undefined) return language;
  }
  return undefined;
}

/** The languages of an `Accept-Language` header as BCP 47 writes them, best first. Reads at most 200 characters. */
export function acceptedLanguages(header: string | undefined): readonly string[] {
  return rangesOf(header).flatMap(({ range }) => {
    try {
      return Intl.getCanonicalLocales(range);
    } catch {
      return [];
    }
  });
}

interface Range {
  readonly range: string;
  readonly weight: number;
}

/** Ranges of equal weight stay in their order; those of weight 0 are not wanted. */
function rangesOf(header: string | undefined): readonly Range[] {
  return (header ?? "")
    .slice(0, 200)
    .toLowerCase()
    .split(",")
    .map((one) => {
      const [range = "", ...parameters] = one.split(";").map((part) => part.trim());
      return { range, weight: weightOf(parameters) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
}

/** The part `q` of a range; 1 where there is none, 0 where it is no number. */
function weightOf(parameters: readonly string[]): number {
  const written = parameters.find((parameter) => parameter.startsWith("q="));
  const weight = written === undefined ? 1 : Number(written.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
}

/** The same; English where the header names none. */
export function preferredLanguage(header: string | undefined): GuestLanguage {
  return wantedLanguage(header) ?? "en";
}

const byCountry: Readonly<Record<string, GuestLanguage>> = {
  FR: "fr",
  MC: "fr",
  LU: "fr",
  BE: "fr",
  DE: "de",
  AT: "de",
  CH: "de",
  LI: "de",
  ES: "es",
  MX: "es",
  AR: "es",
  CL: "es",
  CO: "es",
  PE: "es",
  UY: "es",
  IT: "it",
  SM: "it",
  NL: "nl",
  PT: "pt",
  BR: "pt",
};

/** The language set for the venue, else that of its country, else English. */
export function guestLanguageOf(language: string | null, country: string | null): GuestLanguage {
  return guestLanguageNamed(language) ?? byCountry[country?.toUpperCase() ?? ""] ?? "en";
}

/** At most so many languages have a translation of one object. */
export const maxTranslations = 20;
/** A language name is never longer; longer ones are not looked at. */
export const maxLanguageLength = 35;

/** The name as BCP 47 writes it (`pt-br` is `pt-BR`); undefined where it names no language. */
export function canonicalLanguage(name: string): string | undefined {
  if (name.length > maxLanguageLength) return undefined;
  try {
    return Intl.getCanonicalLocales(name)[0];
  } catch {
    return undefined;
  }
}

/**
 * The locale in which figures, money and clocks are written (`de-US`). A country that is no code of two letters is left out;
 * Portuguese of a country that does not speak it is written as in Portugal: Intl would take Brazil's.
 */
export function localeOf(language: GuestLanguage, country: string | null): string {
  const hasCountry = country !== null && /^[A-Za-z]{2}$/.test(country);
  const locale = hasCountry ? `${language}-${country.toUpperCase()}` : language;
  const isUnknown = language === "pt" && new Intl.NumberFormat(locale).resolvedOptions().locale === "pt";
  return isUnknown ? "pt-PT" : locale;
}
