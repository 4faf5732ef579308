/** The data of an order or booking that a page gives the browser to keep (`src/store/find/kept-list.browser.ts`). Pure. */
import { html, type Markup } from "../../pages/html.ts";

export interface Remembered {
  readonly kind: "order" | "booking";
  /** The page, with its key. */
  readonly href: string;
  readonly title: string;
  readonly venue: string;
  readonly when: string;
  readonly again?: { readonly location: string; readonly lines: readonly unknown[] };
}

/** An element that shows nothing. */
export function remembered(entry: Remembered): Markup {
  return html`<span hidden data-remember="${JSON.stringify(entry)}"></span>`;
}
