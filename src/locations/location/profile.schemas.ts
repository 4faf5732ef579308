/** Wire shapes of the profile of a location. */
import Type, { type Static } from "typebox";
import type { GuestLanguage } from "../../kernel/language.ts";
import { nullable, textField } from "../../platform/http/reading/fields.ts";
import type { Profile } from "./profile.ts";

const closed = { additionalProperties: false } as const;
const words = textField(1_000, { form: "trimmed", description: "A few sentences." });

const translation = Type.Object({ description: words }, { ...closed, title: "ProfileTranslation" });
const inLanguage = Type.Optional(translation);
const translations: Record<GuestLanguage, typeof inLanguage> = {
  en: inLanguage,
  fr: inLanguage,
  de: inLanguage,
  es: inLanguage,
  it: inLanguage,
  nl: inLanguage,
  pt: inLanguage,
};

export const profileFields = {
  description: nullable(
    textField(1_000, { form: "trimmed", description: "A few sentences about the restaurant, in its own language." }),
  ),
  cuisines: Type.Array(textField(40, { form: "trimmed" }), {
    maxItems: 5,
    uniqueItems: true,
    description: "For example Italian, in the language of the location.",
  }),
  price_level: nullable(Type.Integer({ minimum: 1, maximum: 4, description: "From 1, cheap, to 4." })),
  contact_email: nullable(textField(254, { form: "trimmed", description: "Where guests write to." })),
  legal_name: nullable(textField(200, { form: "trimmed", description: "Whoever sells, as receipts name it." })),
  tax_id: nullable(textField(50, { form: "trimmed", description: "As receipts name it." })),
  slug: nullable(
    textField(60, {
      description:
        "`/r/{slug}` is the front page: small letters, digits and hyphens. Another slug makes the old one lead to the new one.",
    }),
  ),
  listed: Type.Boolean({ description: "Whether it stands in the directory and in the map for search engines." }),
  translations: Type.Object(translations, {
    title: "ProfileTranslations",
    ...closed,
    description: "The description in other languages; taken whole.",
  }),
};

/** The whole profile. */
export const profileShape = Type.Object(profileFields, { title: "LocationProfile" });

/** Some fields of it: the others stay as they are. */
export const profileBody = Type.Object(Type.Partial(Type.Object(profileFields)).properties, {
  ...closed,
  title: "GivenLocationProfile",
});

export function profileToWire(profile: Profile): Static<typeof profileShape> {
  return { ...profile, cuisines: [...profile.cuisines], translations: { ...profile.translations } };
}
