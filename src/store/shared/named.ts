/** A name that a venue wrote, on a page. Pure. */
import { html, type Markup } from "../../pages/html.ts";

/** The text in the direction that its letters ask for; `language` where it is another than the page's. */
export function named(text: string, language?: string): Markup {
  return language === undefined ? html`<bdi>${text}</bdi>` : html`<bdi lang="${language}">${text}</bdi>`;
}
