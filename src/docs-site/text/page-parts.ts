/** The parts of a page of the documentation. Pure. */
import type { Markup } from "../../pages/html.ts";

/** A heading that the contents of a page list. */
export interface Heading {
  readonly level: 2 | 3;
  readonly id: string;
  readonly text: string;
}

/** The content of a page, as it is shown. */
export interface PageBody {
  readonly main: Markup;
  readonly headings: readonly Heading[];
}

/** A name that stands on a page: a field, a header, a code. Who searches for it is led to its place. */
export interface Term {
  readonly name: string;
  /** The anchor on the page; the page itself when absent. */
  readonly anchor?: string;
}

/** Code in a language, as markup without a frame. */
export type Highlight = (code: string, language: string) => Markup;

export type PageKind = "guide" | "rules" | "section" | "call" | "event" | "object" | "error" | "page";

/** A page of the site. Bodies are made when they are asked for. */
export interface SitePage {
  /** The address, which begins with /docs and has no slash at its end. */
  readonly path: string;
  readonly kind: PageKind;
  readonly title: string;
  /** One sentence, for search engines and lists. */
  readonly summary: string;
  /** The pages above, from the top. */
  readonly above: readonly { readonly title: string; readonly path: string }[];
  /** The list that previous and next lead through. */
  readonly group: string;
  readonly terms: readonly Term[];
  /** What is searched besides the title, the summary and the terms. */
  readonly text: string;
  readonly body: (highlight: Highlight) => PageBody;
  /** The page as Markdown, which begins with its title. */
  readonly markdown: () => string;
}
