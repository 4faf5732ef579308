/**
 * The texts of a menu in other languages than its own (rules/languages 2.1), and the choice of texts for a reader. Pure.
 *
 * A language is written as BCP 47 asks (`fr`, `pt-BR`). Every object has its base text in the language of the menu;
 * translations may have a name, a description or both.
 */

export interface TranslatedTexts {
  readonly name?: string;
  readonly description?: string;
}

/** By language. */
export type Translations = Readonly<Record<string, TranslatedTexts>>;

/** An object of a menu, as far as people read it. */
export interface Translatable {
  readonly name: string;
  readonly description?: string;
  readonly translations?: Translations;
}

/** A text with the language that it is written in. */
export interface TextIn {
  readonly text: string;
  readonly language: string;
}

/**
 * In which order the languages of a menu are tried for somebody who reads `wishes`, best first. The base language is
 * the last: it has every name.
 */
export function readingOrder(base: string, has: ReadonlySet<string>, wishes: readonly string[]): readonly string[] {
  const order: string[] = [];
  const known = [base, ...has];
  for (const wish of wishes) {
    const near = known.filter((language) => language === wish);
    near.push(...known.filter((language) => isSameLanguage(language, wish)));
    for (const language of near) {
      if (!order.includes(language)) order.push(language);
      if (language === base) return order;
    }
  }
  return [...order, base];
}

/** Whether two names are of one language, whatever the country: `pt` and `pt-BR`. */
export function isSameLanguage(one: string, other: string): boolean {
  return primaryOf(one) === primaryOf(other);
}

function primaryOf(language: string): string {
  return language.split("-", 1)[0] ?? language;
}

/** The name in the first language of `order` that has one. */
export function nameIn(order: readonly string[], object: Translatable): TextIn {
  return textIn(order, object, "name") ?? { text: object.name, language: order.at(-1) ?? "" };
}

/** The description in the first language of `order` that has one; null where none has. */
export function descriptionIn(order: readonly string[], object: Translatable): TextIn | null {
  return textIn(order, object, "description") ?? null;
}

function textIn(order: readonly string[], object: Translatable, field: "name" | "description"): TextIn | undefined {
  for (const [index, language] of order.entries()) {
    const isBase = index === order.length - 1;
    const text = isBase ? object[field] : object.translations?.[language]?.[field];
    if (text !== undefined) return { text, language };
  }
  return undefined;
}
