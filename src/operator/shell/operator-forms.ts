/** Forms that the operator's pages share: a question before an act, and the report after it. Pure. */
import { html, type Markup, type Part } from "../../pages/html.ts";
import type { OperatorVisit } from "./operator-visit.query.ts";

export type Hidden = Readonly<Record<string, string>>;

/** A form for those who may act; nothing for those who only read. */
export function actForm({ mayAct }: OperatorVisit, action: string, content: Part): Markup | false {
  return mayAct && html`<form method="post" action="${action}">${content}</form>`;
}

/** A button that first opens the question; the act itself is the second press. */
export function askedForm(
  { mayAct }: OperatorVisit,
  action: string,
  words: { readonly open: string; readonly question: string; readonly act: string },
  hidden: Hidden = {},
): Markup | false {
  return (
    mayAct &&
    html`<details>
      <summary>${words.open}</summary>
      <form method="post" action="${action}">
        <p>${words.question}</p>
        ${hiddenFields(hidden)}
        <button class="danger" type="submit">${words.act}</button>
      </form>
    </details>`
  );
}

export function hiddenFields(hidden: Hidden): Markup {
  return html`${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}`;
}

/** Says before anything is typed that the sign-in is too old for what the page changes. */
export function freshNotice({ mayAct, caller }: OperatorVisit, path: string): Markup | false {
  return (
    mayAct &&
    !caller.session.isFresh &&
    html`<p class="notice">
      You signed in more than 15 minutes ago. To change something here,
      <a href="/sign-in?to=${encodeURIComponent(path)}">sign in again</a>.
    </p>`
  );
}

/** Says what the last form did, by the word that its redirect carries; other words say nothing. */
export function doneNotice({ call }: OperatorVisit, words: Readonly<Record<string, string>>): Markup | false {
  const done = call.query.get("done") ?? "";
  const text = Object.hasOwn(words, done) ? words[done] : undefined;
  return text !== undefined && html`<p class="notice good" role="status">${text}</p>`;
}

/** Says what did not work. */
export function problemNotice(problem: string | undefined): Markup | false {
  return problem !== undefined && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${problem}</p>`;
}

/** A secret that is shown this once. */
export function secretCard(title: string, secret: string, text: string): Markup {
  return html`<section class="card" role="status">
    <h2>${title}</h2>
    <p><code class="operator-secret">${secret}</code></p>
    <p>${text}</p>
  </section>`;
}

/** Boxes to tick, under one name. */
export function ticks(
  name: string,
  legend: string,
  options: readonly (readonly [value: string, text: Part])[],
  ticked: readonly string[],
): Markup {
  return html`<fieldset>
    <legend>${legend}</legend>
    <div class="operator-ticks">
      ${options.map(
        ([value, text]) =>
          html`<label class="tick"
            ><input type="checkbox" name="${name}" value="${value}" ${ticked.includes(value) && html`checked`} />
            <span>${text}</span></label
          >`,
      )}
    </div>
  </fieldset>`;
}
