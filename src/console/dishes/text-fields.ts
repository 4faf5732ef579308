/** Texts and prices of a menu as the fields of a form. Pure. */
import { guestLanguages, guestLanguageNamed } from "../../kernel/language.ts";
import { minorDigits } from "../../kernel/minor-units.ts";
import type { MenuDocument, Price } from "../../menus/document/menu-document.ts";
import { isSameLanguage, type Translatable } from "../../menus/document/menu-texts.ts";
import { languagesOf } from "../../menus/read/menu-languages.ts";
import { languageNames } from "../../words/language-names.ts";
import type { speak } from "../../words/speak.ts";
import type { FormField } from "../shell/form-fields.ts";
import type { Fields } from "../shell/merge-three.ts";

export type Say = ReturnType<typeof speak<"menu">>;

export const longestName = 255;
export const longestDescription = 500;

/** The languages of guests and those of the menu, without the one of its own texts. */
export function otherLanguages(document: MenuDocument, base: string): readonly string[] {
  const has = [...languagesOf(document)].toSorted();
  const wanted = guestLanguages.filter((one) => !isSameLanguage(one, base) && !has.includes(one));
  return [...wanted, ...has].toSorted();
}

/** A language as its speakers call it; a code that has no name stays. */
export function nameOfLanguage(language: string): string {
  const known = guestLanguageNamed(language);
  return known === undefined ? language : languageNames[known];
}

/** Something whose name is written in another language: it is called so in its own. */
export interface NamedPart {
  readonly id: string;
  readonly name: string;
}

/** The name of the field for the name of a part in a language. */
export function nameField(language: string, id: string): string {
  return `name_${language}.${id}`;
}

/** What a part of the form says in a language. */
export function textValues(language: string, object: Partial<Translatable>, kinds: "name" | "both"): Fields {
  const { name, description } = object.translations?.[language] ?? {};
  return {
    [`name_${language}`]: plain(name),
    ...(kinds === "both" ? { [`description_${language}`]: plain(description) } : {}),
  };
}

/** What sizes or options are called in a language. */
export function nameValues(
  language: string,
  parts: readonly (Pick<Translatable, "translations"> & { readonly externalId: string })[],
): Fields {
  return Object.fromEntries(
    parts.map(({ externalId, translations }) => [
      nameField(language, externalId),
      plain(translations?.[language]?.name),
    ]),
  );
}

/** The fields for the texts of a thing in a language, and for the names of its parts. */
export function textFields(
  say: Say,
  language: string,
  kinds: "name" | "both",
  parts: readonly NamedPart[] = [],
): FormField[] {
  const named = nameOfLanguage(language);
  const name = say("dish.name_in", { language: named });
  const optional = true;
  return [
    { kind: "text", name: `name_${language}`, label: name, max: longestName, optional },
    ...(kinds === "both"
      ? [
          {
            kind: "text" as const,
            name: `description_${language}`,
            label: say("dish.description_in", { language: named }),
            max: longestDescription,
            optional,
            lines: true as const,
          },
        ]
      : []),
    ...parts.map((part): FormField => ({
      kind: "text",
      name: nameField(language, part.id),
      label: `${part.name}: ${name}`,
      max: longestName,
      optional,
    })),
  ];
}

/** A text as a form gives it back: its ends trimmed, with plain line ends; null where there is none. */
export function plain(text: string | undefined): string | null {
  const shown = (text ?? "").replaceAll("\r\n", "\n").trim();
  return shown === "" ? null : shown;
}

/** A price as it is typed; empty where there is none. */
export function writtenPrice(price: Price | undefined, currency: string): string {
  if (price === undefined) return "";
  const digits = minorDigits(currency);
  return (price.amount.amountMinor / 10 ** digits).toFixed(digits);
}

/** Whether a menu has no amount of money yet, so that its currency can still be chosen. */
export function isWithoutMoney(document: MenuDocument): boolean {
  return !JSON.stringify(document).includes('"amountMinor":');
}

/** The field for the currency, while the menu has no amount of money. */
export function currencyField(say: Say, document: MenuDocument): FormField[] {
  return isWithoutMoney(document)
    ? [{ kind: "text", name: "currency", label: say("write.currency"), hint: say("part.currency"), max: 3 }]
    : [];
}

export function currencyValue(document: MenuDocument): Fields {
  return isWithoutMoney(document) ? { currency: document.currency } : {};
}

/** What a price is called: with its currency as soon as that is settled. */
export function priceLabel(say: Say, document: MenuDocument): string {
  return isWithoutMoney(document) ? say("part.price") : say("dish.price", { currency: document.currency });
}
