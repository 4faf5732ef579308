/** The profile of a location: how it presents itself to guests, and its legal name (rules/console 5). Pure. */
import type { GuestLanguage } from "../../kernel/language.ts";

export interface Profile {
  /** A few sentences about the restaurant, in the language of the location. */
  readonly description: string | null;
  /** For example "Italian", in the language of the location. */
  readonly cuisines: readonly string[];
  /** From 1, cheap, to 4. */
  readonly price_level: number | null;
  /** Where guests write to. */
  readonly contact_email: string | null;
  /** Whoever sells, as receipts name it. */
  readonly legal_name: string | null;
  readonly tax_id: string | null;
  /** `/r/{slug}` is the front page; unique, and kept as a way in when another takes its place. */
  readonly slug: string | null;
  /** Whether it stands in the directory and in the map of the site for search engines. */
  readonly listed: boolean;
  /** The description in other languages. */
  readonly translations: Readonly<Partial<Record<GuestLanguage, { readonly description: string }>>>;
}

/** What may be given of it; an absent field stays as it is, and translations are taken whole. */
export type ProfileInput = Partial<Profile>;

export const emptyProfile: Profile = {
  description: null,
  cuisines: [],
  price_level: null,
  contact_email: null,
  legal_name: null,
  tax_id: null,
  slug: null,
  listed: false,
  translations: {},
};

/** The profile as it is to be; what is wrong is added to the issues. */
export function parseProfile(
  present: Profile,
  input: ProfileInput,
  issues: { readonly path: string; readonly message: string }[],
): Profile {
  const { slug, contact_email: email } = input;
  if (typeof slug === "string" && !isSlug(slug))
    issues.push({
      path: "body.profile.slug",
      message: "must be 3 to 60 small letters from a to z, digits and hyphens, with no hyphen at its ends",
    });
  if (typeof email === "string" && !isEmail(email))
    issues.push({ path: "body.profile.contact_email", message: "must be an e-mail address" });
  return { ...present, ...input };
}

/** Whether a text may be a slug. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{3,60}$/.test(text) && !text.startsWith("-") && !text.endsWith("-");
}

/** Whether a text has the form of an e-mail address: one @ between a name and a host with a dot. */
export function isEmail(text: string): boolean {
  const [name = "", host = "", ...rest] = text.split("@");
  const isPlain = text.length <= 254 && !/[\s<>()",;:\\]/.test(text);
  return (
    isPlain && name !== "" && rest.length === 0 && host.includes(".") && !host.startsWith(".") && !host.endsWith(".")
  );
}

/** The description in a language; with `isOwn` false it is in the language of the location. */
export function descriptionIn(
  profile: Pick<Profile, "description" | "translations">,
  language: GuestLanguage,
): { readonly text: string; readonly isOwn: boolean } | null {
  const translated = profile.translations[language]?.description;
  if (translated !== undefined) return { text: translated, isOwn: true };
  return profile.description === null ? null : { text: profile.description, isOwn: false };
}
