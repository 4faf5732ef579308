/** The HTML of the page on which a large group asks the restaurant. Plain forms; no script. Pure. */
import { groupLimits } from "../../bookings/groups/group-request.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { GroupBounds, GroupField, GroupWords, ReadGroup } from "./group-form.ts";

/** What the form shows. */
export interface GroupForm extends Pick<ReadGroup, "typed" | "mistakes"> {
  readonly path: string;
  readonly bounds: GroupBounds;
  /** Why nothing was sent although every field is right. */
  readonly problem: string | undefined;
}

/** The page with the form. */
export function groupMain(say: GroupWords, form: GroupForm): Markup {
  const { path, bounds, mistakes, problem } = form;
  const { first, last, smallest } = bounds;
  const said = problem ?? (mistakes.size > 0 ? say("mistakes") : undefined);
  return html`<h1>${say("title")}</h1>
    <p>${say("intro", { count: smallest })}</p>
    ${said !== undefined && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${said}</p>`}
    <form method="post" action="${path}" novalidate data-in-place>
      ${field(say, form, "date", html`type="date" min="${first}" max="${last}" required`)}
      <div class="pair">
        ${field(say, form, "from", html`type="time" required`)} ${field(say, form, "until", html`type="time" required`)}
      </div>
      ${field(say, form, "size", html`type="number" inputmode="numeric" min="${smallest}" max="${groupLimits.largest}" required`)}
      <div class="pair">
        ${field(say, form, "first", html`autocomplete="given-name" maxlength="${groupLimits.name}" required`)}
        ${field(say, form, "last", html`autocomplete="family-name" maxlength="${groupLimits.name}" required`)}
      </div>
      <p>${say("contact.hint")}</p>
      ${field(say, form, "phone", html`type="tel" autocomplete="tel" maxlength="50"`)}
      ${field(say, form, "email", html`type="email" autocomplete="email" maxlength="254"`)} ${words(say, form)}
      <p><button class="full">${say("submit")}</button></p>
    </form>`;
}

function field(say: GroupWords, { typed, mistakes }: GroupForm, name: GroupField, input: Markup): Markup {
  const mistake = mistakes.get(name);
  return html`<div class="field">
    <label for="${name}">${say(`field.${name}`)}</label>
    <input id="${name}" name="${name}" value="${typed[name]}" ${input} ${described(name, mistake)} />
    ${mistake !== undefined && html`<p class="mistake" id="${name}-mistake">${mistake}</p>`}
  </div>`;
}

function words(say: GroupWords, { typed, mistakes }: GroupForm): Markup {
  const mistake = mistakes.get("words");
  return html`<div class="field">
    <label for="words">${say("field.words")}</label>
    <p class="hint" id="words-hint">${say("words.hint")}</p>
    <textarea id="words" name="words" maxlength="${groupLimits.words}" aria-describedby="words-hint">
${typed.words}</textarea>
    ${mistake !== undefined && html`<p class="mistake" id="words-mistake">${mistake}</p>`}
  </div>`;
}

function described(name: string, mistake: string | undefined): Markup | false {
  return mistake !== undefined && html`aria-invalid="true" aria-describedby="${name}-mistake"`;
}

/** The page after a request was sent. */
export function sentMain(say: GroupWords, back: string): Markup {
  return html`<div class="message">
    <h1>${say("sent.title")}</h1>
    <p>${say("sent.text")}</p>
    <p><a class="button quiet" href="${back}">${say("sent.back")}</a></p>
  </div>`;
}
