/** `/find`: an order or booking by its code and the guest's phone or e-mail. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { showPage, type ShownPage, type Venue } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak, type WordsLanguage } from "../../words/speak.ts";

export interface FindPageFacts {
  readonly reader: Reader;
  /** The restaurant that the guest comes from, where one is known. */
  readonly venue: Venue | null;
  /** The id of that restaurant. */
  readonly at: string | null;
  readonly typed: { readonly code: string; readonly contact: string };
  readonly outcome: { readonly kind: "none" } | { readonly kind: "wait"; readonly seconds: number } | null;
}

/** The form, and above it why the last try found nothing. */
export function findPage(facts: FindPageFacts): ShownPage {
  const { reader, venue, at, outcome } = facts;
  const { language } = reader;
  const say = speak(language, "finding", reader.locale);
  return showPage({
    status: outcome === null ? 200 : outcome.kind === "wait" ? 429 : 422,
    title: say("title"),
    reader,
    ...(venue === null ? {} : { venue }),
    ...(outcome?.kind === "wait" ? { retryAfter: outcome.seconds } : {}),
    modules: ["forms"],
    main: html`<h1>${say("title")}</h1>
      ${outcome !== null && problem(facts)}
      <p>${say("intro")}</p>
      <form method="post" action="/find" data-in-place>
        ${at !== null && html`<input type="hidden" name="at" value="${at}" />`} ${codeField(facts)}
        ${contactField(language, facts.typed.contact)}
        <p><button class="full">${say("button")}</button></p>
      </form>
      <p><a href="/find/links${at !== null && `?at=${at}`}">${say("lost.link")}</a></p>
      <p><a href="/mine">${say("mine.link")}</a></p>`,
  });
}

/** What went wrong, above the form. */
export function problemOf(words: string): Markup {
  return html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${words}</p>`;
}

function problem({ reader: { language }, outcome }: FindPageFacts): Markup {
  const say = speak(language, "finding");
  const words =
    outcome?.kind === "wait"
      ? say("wait", { minutes: Math.ceil(outcome.seconds / 60) })
      : `${say("none")} ${say("none.next")}`;
  return problemOf(words);
}

function codeField({ reader: { language }, typed }: FindPageFacts): Markup {
  const say = speak(language, "finding");
  return html`<div class="field">
    <label for="code">${say("code")}</label>
    <p class="hint" id="code-hint">${say("code.hint")}</p>
    <input
      id="code"
      name="code"
      class="code"
      value="${typed.code}"
      autocomplete="off"
      autocapitalize="characters"
      spellcheck="false"
      maxlength="20"
      required
      aria-describedby="code-hint"
    />
  </div>`;
}

/** The field for a phone number or e-mail address. */
export function contactField(language: WordsLanguage, typed: string): Markup {
  const say = speak(language, "finding");
  return html`<div class="field">
    <label for="contact">${say("contact")}</label>
    <p class="hint" id="contact-hint">${say("contact.hint")}</p>
    <input
      id="contact"
      name="contact"
      value="${typed}"
      autocomplete="email"
      maxlength="254"
      required
      aria-describedby="contact-hint"
    />
  </div>`;
}
