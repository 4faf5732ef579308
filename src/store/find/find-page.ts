/** `/find`: an order or booking by its code and the guest's phone or e-mail. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { showPage, type ShownPage, type Venue } from "../../pages/page.ts";
import { speak, type WordsLanguage } from "../../words/speak.ts";

export interface FindPageFacts {
  readonly language: WordsLanguage;
  /** The restaurant that the guest comes from, where one is known. */
  readonly venue: Venue | null;
  /** The id of that restaurant. */
  readonly at: string | null;
  readonly typed: { readonly code: string; readonly contact: string };
  readonly outcome: { readonly kind: "none" } | { readonly kind: "wait"; readonly seconds: number } | null;
}

/** The form, and above it why the last try found nothing. */
export function findPage(facts: FindPageFacts): ShownPage {
  const { language, venue, at, outcome } = facts;
  const say = speak(language, "finding");
  return showPage({
    status: outcome === null ? 200 : outcome.kind === "wait" ? 429 : 422,
    title: say("title"),
    language,
    ...(venue === null ? {} : { venue }),
    ...(outcome?.kind === "wait" ? { retryAfter: outcome.seconds } : {}),
    modules: ["forms"],
    main: html`<h1>${say("title")}</h1>
      ${outcome !== null && problem(facts)}
      <p>${say("intro")}</p>
      <form method="post" action="/find" data-in-place>
        ${at !== null && html`<input type="hidden" name="at" value="${at}" />`} ${codeField(facts)}
        ${contactField(facts)}
        <p><button class="full">${say("button")}</button></p>
      </form>`,
  });
}

function problem({ language, outcome }: FindPageFacts): Markup {
  const say = speak(language, "finding");
  const words =
    outcome?.kind === "wait"
      ? say("wait", { minutes: Math.ceil(outcome.seconds / 60) })
      : `${say("none")} ${say("none.next")}`;
  return html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${words}</p>`;
}

function codeField({ language, typed }: FindPageFacts): Markup {
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

function contactField({ language, typed }: FindPageFacts): Markup {
  const say = speak(language, "finding");
  return html`<div class="field">
    <label for="contact">${say("contact")}</label>
    <p class="hint" id="contact-hint">${say("contact.hint")}</p>
    <input
      id="contact"
      name="contact"
      value="${typed.contact}"
      autocomplete="email"
      maxlength="254"
      required
      aria-describedby="contact-hint"
    />
  </div>`;
}
