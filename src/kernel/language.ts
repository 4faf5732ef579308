/** The languages in which guests are written to, and which one a venue speaks. */

export const guestLanguages = ["en", "fr", "de", "es", "it", "nl", "pt"] as const;
export type GuestLanguage = (typeof guestLanguages)[number];

/** The first language of an `Accept-Language` header that people can be written to in, else English. */
export function preferredLanguage(header: string | undefined): GuestLanguage {
  const wanted = (header ?? "").slice(0, 200).split(",");
  const known = wanted.map((one) =>
    guestLanguages.find((name) => one.trim().toLowerCase().split(/[-;]/, 1)[0] === name),
  );
  return known.find((one) => one !== undefined) ?? "en";
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
  const chosen = guestLanguages.find((known) => known === language);
  return chosen ?? byCountry[country?.toUpperCase() ?? ""] ?? "en";
}
