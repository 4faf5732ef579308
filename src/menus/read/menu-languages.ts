/** The languages of a menu's texts, and the texts that one language lacks (rules/languages 2.1). Pure. */
import type { MenuDocument, MenuItem } from "../document/menu-document.ts";
import { menuObjects, type MenuObject } from "../document/menu-objects.ts";
import type { Translatable, Translations } from "../document/menu-texts.ts";

/** The languages that anything of a menu is translated to. */
export function languagesOf(document: MenuDocument): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { value } of menuObjects(document).list) {
    for (const language in (value as Partial<Translatable>).translations) found.add(language);
  }
  return found;
}

/** The kinds of objects whose texts diners read. */
export const readKinds = [
  "category",
  "item",
  "variation",
  "modifier_group",
  "modifier_option",
  "tax_rate",
  "fee",
  "promotion",
] as const;
export type ReadKind = (typeof readKinds)[number];

/** A text that a language lacks. */
export interface MissingText {
  readonly kind: ReadKind;
  readonly externalId: string;
  /** The base name of its object. */
  readonly name: string;
  readonly field: "name" | "description";
}

export interface LanguageState {
  readonly language: string;
  /** How many texts the menu has in its own language. */
  readonly texts: number;
  readonly missing: readonly MissingText[];
}

/** Each language with the texts that it lacks, in document order. */
export function languageStates(document: MenuDocument, languages: readonly string[]): LanguageState[] {
  const unread = onlySizes(document);
  const texts = menuObjects(document).list.flatMap((object) => (unread.has(object.value) ? [] : textsOf(object)));
  return languages.map((language) => ({
    language,
    texts: texts.length,
    missing: texts.flatMap(({ translations, ...text }) =>
      translations?.[language]?.[text.field] === undefined ? [text] : [],
    ),
  }));
}

/** The sizes of dishes that have one: nobody reads what those are called, but beside their calories. */
function onlySizes(document: MenuDocument): ReadonlySet<object> {
  return new Set(
    menuObjects(document).list.flatMap(({ kind, value }) => {
      const sizes = kind === "item" ? (value as Partial<MenuItem>).variations : undefined;
      return sizes?.length === 1 ? sizes.filter(({ calorieCount }) => calorieCount === undefined) : [];
    }),
  );
}

interface BaseText extends MissingText {
  readonly translations: Translations | undefined;
}

function textsOf({ kind, externalId, value }: MenuObject): BaseText[] {
  const read = readKinds.find((known) => known === kind);
  const { name, description, translations } = value as Partial<Translatable>;
  if (read === undefined || name === undefined) return [];
  const text = { kind: read, externalId, name, translations };
  const named = { ...text, field: "name" as const };
  return description === undefined ? [named] : [named, { ...text, field: "description" as const }];
}
