/** The profile of a location, as the fields of a form. Pure. */
import { guestLanguages, type GuestLanguage } from "../../kernel/language.ts";
import { isEmail, isSlug, type Profile, type ProfileInput } from "../../locations/location/profile.ts";
import { languageNames } from "../../words/language-names.ts";
import type { speak } from "../../words/speak.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";

type Words = ReturnType<typeof speak<"profile">>;

const mostCuisines = 5;
const longestCuisine = 40;

/** The sections of the page; the description is translated into the languages besides the location's own. */
export function profileSections(say: Words, own: GuestLanguage): Section[] {
  const optional = true;
  return [
    {
      title: say("about"),
      fields: [
        {
          kind: "text",
          name: "description",
          label: say("description"),
          hint: say("description.hint"),
          max: 1_000,
          optional,
          lines: true,
        },
        { kind: "text", name: "cuisines", label: say("cuisines"), hint: say("cuisines.hint"), max: 220, optional },
        {
          kind: "choice",
          name: "price_level",
          label: say("prices"),
          options: [
            ["0", say("prices.none")],
            ...["1", "2", "3", "4"].map((level) => [level, "$".repeat(Number(level))] as const),
          ],
        },
      ],
    },
    {
      title: say("languages"),
      fields: guestLanguages
        .filter((language) => language !== own)
        .map((language) => ({
          kind: "text" as const,
          name: `description_${language}`,
          label: languageNames[language],
          max: 1_000,
          optional,
          lines: true as const,
        })),
    },
    {
      title: say("contact"),
      fields: [
        { kind: "text", name: "contact_email", label: say("email"), hint: say("email.hint"), max: 254, optional },
      ],
    },
    {
      title: say("seller"),
      fields: [
        {
          kind: "text",
          name: "legal_name",
          label: say("legal_name"),
          hint: say("legal_name.hint"),
          max: 200,
          optional,
        },
        { kind: "text", name: "tax_id", label: say("tax_id"), max: 50, optional },
      ],
    },
    {
      title: say("page"),
      fields: [
        { kind: "text", name: "slug", label: say("slug"), hint: say("slug.hint"), max: 60, optional },
        { kind: "tick", name: "listed", label: say("listed") },
      ],
    },
  ];
}

/** A profile as the values of the fields. */
export function profileFields(profile: Profile): Fields {
  return {
    description: profile.description,
    cuisines: profile.cuisines.length === 0 ? null : profile.cuisines.join(", "),
    price_level: String(profile.price_level ?? 0),
    contact_email: profile.contact_email,
    legal_name: profile.legal_name,
    tax_id: profile.tax_id,
    slug: profile.slug,
    listed: profile.listed,
    ...Object.fromEntries(
      guestLanguages.map((language) => [
        `description_${language}`,
        profile.translations[language]?.description ?? null,
      ]),
    ),
  };
}

/** The values as the command takes them; a translation into the location's own language stays as it is. */
export function profileInput(fields: Fields, present: Profile): ProfileInput {
  const text = (name: string): string | null => {
    const value = fields[name];
    return typeof value === "string" ? value : null;
  };
  const level = Number(fields["price_level"]);
  const translations = Object.fromEntries(
    guestLanguages.flatMap((language) => {
      const name = `description_${language}`;
      const kept = name in fields ? text(name) : (present.translations[language]?.description ?? null);
      return kept === null ? [] : [[language, { description: kept }]];
    }),
  );
  return {
    description: text("description"),
    cuisines: cuisinesOf(text("cuisines")),
    price_level: level >= 1 && level <= 4 ? level : null,
    contact_email: text("contact_email"),
    legal_name: text("legal_name"),
    tax_id: text("tax_id"),
    slug: text("slug"),
    listed: fields["listed"] === true,
    translations,
  };
}

/** What the fields let through and the command does not, by the name of the field. */
export function profileMistakes(fields: Fields, say: Words): ReadonlyMap<string, string> {
  const mistakes = new Map<string, string>();
  const { cuisines, contact_email: email, slug } = fields;
  const list = cuisinesOf(typeof cuisines === "string" ? cuisines : null);
  if (list.length > mostCuisines || list.some((one) => one.length > longestCuisine))
    mistakes.set("cuisines", say("cuisines.mistake"));
  if (typeof email === "string" && !isEmail(email)) mistakes.set("contact_email", say("email.mistake"));
  if (typeof slug === "string" && !isSlug(slug)) mistakes.set("slug", say("slug.mistake"));
  return mistakes;
}

function cuisinesOf(text: string | null): string[] {
  const all = (text ?? "").split(",").map((one) => one.trim());
  return [...new Set(all.filter((one) => one !== ""))];
}
