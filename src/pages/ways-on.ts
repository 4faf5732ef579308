/** What stands on every page that says "no": where to go on, and the number by which we find what happened. Pure. */
import { speak, type WordsLanguage } from "../words/speak.ts";
import { html, type Markup } from "./html.ts";
import { fill, slots } from "./say-markup.ts";

export interface AskedFor {
  readonly requestId: string;
  /** Path and query as they were asked for. */
  readonly url: string;
}

/** Mistakes in a form keep the reader at the form. */
const ofForms = new Set([409, 422]);

/** Ways on from a page with the status; nothing for pages that are as wanted. */
export function waysOn(status: number, { requestId, url }: AskedFor, language: WordsLanguage): Markup | null {
  if (status < 400 || ofForms.has(status)) return null;
  const say = speak(language, "around");
  const restaurant = status === 404 ? undefined : restaurantOf(url);
  return html`<nav class="ways-on">
    <ul class="plain row">
      ${restaurant !== undefined && html`<li><a href="${restaurant}">${say("restaurant")}</a></li>`}
      <li><a href="/find">${say("find")}</a></li>
      <li><a href="/">${say("home")}</a></li>
    </ul>
    <p class="soft small">${fill(say("reference", { id: slots[0] }), html`<bdi dir="ltr">${requestId}</bdi>`)}</p>
  </nav>`;
}

/** The page of the restaurant that the path names; found without a database, as the fault may be there. */
function restaurantOf(url: string): string | undefined {
  const [, id] = /^\/(?:store|book|join|r)\/(str_[0-9a-z]{26})(?:[/?]|$)/.exec(url) ?? [];
  return id === undefined ? undefined : `/r/${id}`;
}
