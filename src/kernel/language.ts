/** The languages in which guests are written to, and which one a venue speaks. */

export const guestLanguages = ["en", "fr", "de", "es", "it", "nl", "pt"] as const;
export type GuestLanguage = (typeof guestLanguages)[number];

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
  const chosen = guestLanguages.find((known) => known === language);
  return chosen ?? byCountry[country?.toUpperCase() ?? ""] ?? "en";
}
