/**
 * The texts of a menu in the language of the reader (rules/languages 2.1). Pure. A text in another language than the page
 * names its language, so that it is spoken and broken into lines correctly.
 */
import { guestLanguageOf } from "../../kernel/language.ts";
import {
  descriptionIn,
  isSameLanguage,
  nameIn,
  readingOrder,
  type TextIn,
  type Translatable,
} from "../../menus/document/menu-texts.ts";
import type { OrderableMenu } from "../../menus/read/orderable-menu.ts";
import { textWishes, type ReadAbout, type Reader } from "../../pages/reader.ts";

/** A name; its language only where that is another than the reader's. */
export interface NamedText {
  readonly name: string;
  readonly name_language?: string;
}

export interface DescribedText {
  readonly description: string | null;
  readonly description_language?: string;
}

export interface MenuWords {
  /** Equal for readers who read the same texts. */
  readonly key: string;
  readonly named: (object: Translatable) => NamedText;
  readonly described: (object: Translatable) => DescribedText;
}

type MenuLocation = NonNullable<ReadAbout["location"]>;

/** How the texts of a menu are said to its reader; `place` says in which language the base texts are where the menu does not. */
export function menuWords(
  menu: Pick<OrderableMenu, "language" | "languages">,
  location: MenuLocation,
  reader: Reader,
): MenuWords {
  const base = menu.language ?? guestLanguageOf(location.language, location.country);
  const order = readingOrder(base, menu.languages, textWishes(reader));
  // A program gets the texts as they were written.
  const shown = (text: string): string => (reader.accepts === undefined ? keepFigures(text) : text);
  const isForeign = ({ language }: TextIn): boolean => !isSameLanguage(language, reader.language);
  return {
    key: order.join(","),
    named(object) {
      const said = nameIn(order, object);
      return isForeign(said) ? { name: shown(said.text), name_language: said.language } : { name: shown(said.text) };
    },
    described(object) {
      const said = descriptionIn(order, object);
      if (said === null) return { description: null };
      return isForeign(said)
        ? { description: shown(said.text), description_language: said.language }
        : { description: shown(said.text) };
    },
  };
}

/** Binds a figure to its unit: "33 cl" is never broken into two lines. */
export function keepFigures(text: string): string {
  return text.replaceAll(/(?<=\d) (?=(?:[cdm]?l|m?g|kg|oz|lb|[cm]m|kcal|kJ|%|°C|€|£|\$)(?![\p{L}\d]))/giu, "\u00A0");
}
