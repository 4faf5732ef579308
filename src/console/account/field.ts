/** Parts of forms that all pages of accounts share. Pure. */
import { html, type Markup, type Part } from "../../pages/html.ts";

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "email" | "password" | "tel";
  readonly value?: string;
  readonly autocomplete?: string;
  readonly inputmode?: "numeric";
  readonly hint?: string | undefined;
  readonly mistake?: string | undefined;
  readonly maxLength?: number;
  /** May stay empty; all others have to be filled in. */
  readonly isOptional?: boolean;
}

/** A labelled field with its hint and its mistake. */
export function fieldOf(field: Field): Markup {
  const { name, label, type = "text", value = "", hint, mistake } = field;
  const described = [hint === undefined ? "" : `${name}-hint`, mistake === undefined ? "" : `${name}-mistake`];
  const by = described.filter((each) => each !== "").join(" ");
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${type === "password" ? "" : value}"
      maxlength="${field.maxLength ?? 300}"
      autocomplete="${field.autocomplete ?? "off"}"
      ${field.inputmode !== undefined && html`inputmode="${field.inputmode}"`}
      ${type !== "text" && html`autocapitalize="none" spellcheck="false"`}
      ${by !== "" && html`aria-describedby="${by}"`}
      ${mistake !== undefined && html`aria-invalid="true"`}
      ${field.isOptional !== true && html`required`}
    />
    ${mistake !== undefined && html`<p class="mistake" id="${name}-mistake">${mistake}</p>`}
  </div>`;
}

/** A choice among words. */
export function choiceOf(
  name: string,
  label: string,
  options: readonly (readonly [string, string])[],
  chosen: string,
): Markup {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(
        ([value, text]) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
      )}
    </select>
  </div>`;
}

/** A box that says that something was done, or what did not work. */
export function noticeOf(kind: "good" | "bad", text: string): Markup {
  return html`<p
    class="notice ${kind}"
    role="${kind === "good" ? "status" : "alert"}"
    ${kind === "bad" && html`tabindex="-1" data-focus`}
  >
    ${text}
  </p>`;
}

/** A form of one button. */
export function buttonForm(
  action: string,
  text: string,
  kind: "quiet" | "danger",
  hidden: Readonly<Record<string, string>> = {},
): Markup {
  return html`<form method="post" action="${action}">
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="${kind}" type="submit">${text}</button>
  </form>`;
}

/** A button that first opens the question; the act itself is the second press. */
export function askedForm(
  action: string,
  text: string,
  question: Part,
  hidden: Readonly<Record<string, string>> = {},
): Markup {
  return html`<details>
    <summary>${text}</summary>
    <form method="post" action="${action}">
      <p>${question}</p>
      ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button class="danger" type="submit">${text}</button>
    </form>
  </details>`;
}

export function card(title: Part, content: Part): Markup {
  return html`<section class="card">
    <h2>${title}</h2>
    ${content}
  </section>`;
}
