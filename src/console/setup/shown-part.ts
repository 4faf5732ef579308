/** The fields for the texts of an area or an experience, also in other languages. Pure. */
import type { Shown, Translated } from "../../bookings/venue/configuration.ts";
import { guestLanguages } from "../../kernel/language.ts";
import { minorDigits } from "../../kernel/minor-units.ts";
import { languageNames } from "../../words/language-names.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";
import { textOf, textOrNull } from "../shell/row-fields.ts";
import type { SetupWords } from "./setup-part.ts";

type Pictured = Pick<Shown, "photoUrl" | "pricePerPerson">;

interface TextField<Field extends string> {
  readonly name: Field;
  readonly label: string;
  readonly max: number;
  readonly lines?: true;
}

/** Photo and price. */
export function shownSection(say: SetupWords): Section {
  const optional = true;
  return {
    title: say("shown"),
    fields: [
      { kind: "text", name: "photo", label: say("shown.photo"), hint: say("shown.photo.hint"), max: 2048, optional },
      {
        kind: "money",
        name: "price",
        label: say("shown.price"),
        hint: say("shown.price.hint"),
        currencyIn: "currency",
        optional,
      },
      {
        kind: "text",
        name: "currency",
        label: say("payment.currency"),
        hint: say("payment.currency.hint"),
        max: 3,
        optional,
      },
    ],
  };
}

/** Photo and price as the values of the fields. */
export function shownFields({ photoUrl, pricePerPerson }: Pictured): Fields {
  const photo = photoUrl ?? null;
  if (pricePerPerson === undefined) return { photo, price: null, currency: null };
  const digits = minorDigits(pricePerPerson.currency);
  const price = (pricePerPerson.amount / 10 ** digits).toFixed(digits);
  return { photo, price, currency: pricePerPerson.currency };
}

/** Photo and price of the values; without a price there is no currency. */
export function shownOf(fields: Fields): Pictured {
  const [photoUrl, price] = [textOrNull(fields["photo"]), textOrNull(fields["price"])];
  const currency = textOf(fields["currency"]).toUpperCase();
  return {
    ...(photoUrl === null ? {} : { photoUrl }),
    ...(price === null
      ? {}
      : { pricePerPerson: { amount: Math.round(Number(price) * 10 ** minorDigits(currency)), currency } }),
  };
}

/** The texts in each language of guests; what is empty is read in the words of the restaurant itself. */
export function textsSection<Field extends string>(say: SetupWords, texts: readonly TextField<Field>[]): Section {
  return {
    title: say("shown.languages"),
    text: say("shown.languages.text"),
    fields: guestLanguages.flatMap((language) =>
      texts.map(({ name, label, max, lines }) => ({
        kind: "text" as const,
        name: `${name}_${language}`,
        label: `${languageNames[language]} · ${label}`,
        max,
        optional: true,
        ...(lines === undefined ? {} : { lines }),
      })),
    ),
  };
}

/** The texts as the values of the fields. */
export function textsFields<Field extends string>(
  { translations }: { readonly translations?: Translated<Field> },
  names: readonly Field[],
): Fields {
  return Object.fromEntries(
    guestLanguages.flatMap((language) =>
      names.map((name) => [`${name}_${language}`, translations?.[language]?.[name] ?? null] as const),
    ),
  );
}

/** The texts of the values; those in languages that the form does not have stay as they were. */
export function textsOfFields<Field extends string>(
  fields: Fields,
  names: readonly Field[],
  before: { readonly translations?: Translated<Field> } | undefined,
): { readonly translations?: Translated<Field> } {
  const others = Object.entries(before?.translations ?? {}).filter(
    ([language]) => !guestLanguages.some((known) => known === language),
  );
  const own = guestLanguages.flatMap((language) => {
    const texts = names.flatMap((name) => {
      const text = textOrNull(fields[`${name}_${language}`]);
      return text === null ? [] : [[name, text] as const];
    });
    return texts.length === 0 ? [] : [[language, Object.fromEntries(texts)] as const];
  });
  const all: readonly (readonly [string, object])[] = [...others, ...own];
  return all.length === 0 ? {} : { translations: Object.fromEntries(all) };
}
