/** The languages in which guests are written to, and which one a venue speaks. */

export const guestLanguages = ["en", "fr", "de", "es", "it", "nl", "pt"] as const;
export type GuestLanguage = (typeof guestLanguages)[number];

/** One of the languages of guests, read from any text; undefined: it is none of them. */
export function guestLanguageNamed(text: string | null | undefined): GuestLanguage | undefined {
  return guestLanguages.find((known) => known === text);
}

/**
 * The language of an `Accept-Language` header that people can be written to in and that its reader likes best; undefined
 * where it names none. Reads at most 200 characters.
 */
export function wantedLanguage(header: string | undefined): GuestLanguage | undefined {
  let best: { readonly language: GuestLanguage; readonly weight: number } | undefined;
  for (const one of (header ?? "").slice(0, 200).toLowerCase().split(",")) {
    const [range = "", ...parameters] = one.split(";").map((part) => part.trim());
    const language = guestLanguageNamed(range.split("-", 1)[0]);
    const weight = weightOf(parameters);
    if (language !== undefined && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language;
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
