/** What every page with forms of people needs to give back what was typed before a sign-in (`keep-typed.browser.ts`). Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { speak } from "../../words/speak.ts";
import type { PersonVisit } from "./visit.query.ts";

/** The browser module that keeps it. */
export const keepTyped = "keep-typed";

/** What is said above a form that was filled in again; unseen until then. */
export function typedBack({ caller, language }: Pick<PersonVisit, "caller" | "language">): Markup {
  const say = speak(language, "people");
  return html`<p
    class="notice warn"
    role="status"
    tabindex="-1"
    data-typed-back="${caller.person.id}"
    data-unanswered="${say("typed.unanswered")}"
    hidden
  >
    ${say("typed.back")}
  </p>`;
}
