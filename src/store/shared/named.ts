/** A name that a venue typed, on a page. Pure. */
import { html, join, type Markup } from "../../pages/html.ts";
import type { NamedText } from "./menu-words.ts";

/** The text in the direction that its letters ask for; `language` where it is another than the page's. */
export function named(text: string, language?: string): Markup {
  return language === undefined ? html`<bdi>${text}</bdi>` : html`<bdi lang="${language}">${text}</bdi>`;
}

/** Names in a row, each in its own language. */
export function namedList(texts: readonly NamedText[]): Markup {
  return join(
    texts.map(({ name, name_language: language }) => named(name, language)),
    ", ",
  );
}
