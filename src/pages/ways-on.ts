/** The foot of every page that says "no": links to go on, and the number by which we find the request. Pure. */
import { speak, type WordsLanguage } from "../words/speak.ts";
import { html, type Markup } from "./html.ts";
import type { ShownPage } from "./page.ts";
import { fill, slots } from "./say-markup.ts";

export interface AskedFor {
  readonly requestId: string;
  /** Path and query as they were asked for. */
  readonly url: string;
}

/** Mistakes in a form keep the reader at the form. */
const ofForms = new Set([409, 422]);

/** Ways on from a page that says "no", but for where its own button leads; nothing for pages that are as wanted. */
export function waysOn(
  { status, leadsTo }: Pick<ShownPage, "status" | "leadsTo">,
  { requestId, url }: AskedFor,
  language: WordsLanguage,
): Markup | null {
  if (status < 400 || ofForms.has(status)) return null;
  const say = speak(language, "around");
  const restaurant = status === 404 ? undefined : restaurantOf(url);
  const ways = [
    ...(restaurant === undefined ? [] : [{ href: restaurant, label: say("restaurant") }]),
    { href: "/find", label: say("find") },
    { href: "/", label: say("home") },
  ];
  return html`<nav class="ways-on">
    <ul class="plain row">
      ${ways.filter(({ href }) => href !== leadsTo).map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}
    </ul>
    <p class="soft small">${fill(say("reference", { id: slots[0] }), html`<bdi dir="ltr">${requestId}</bdi>`)}</p>
  </nav>`;
}

/** The page of the restaurant that the path names; found without a database, as the fault may be there. */
function restaurantOf(url: string): string | undefined {
  const [, id] = /^\/(?:store|book|join|r)\/(str_[0-9a-z]{26})(?:[/?]|$)/.exec(url) ?? [];
  return id === undefined ? undefined : `/r/${id}`;
}
