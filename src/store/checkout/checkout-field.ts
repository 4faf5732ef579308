/** One field of the checkout with its label, its hint and its mistake. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { textOf } from "./checkout-form.ts";
import type { Mistake } from "./checkout-mistakes.ts";

export interface FieldsView {
  readonly fields: URLSearchParams;
  /** Shown beside their fields. */
  readonly mistakes: readonly Mistake[];
}

export interface FieldOptions {
  readonly autocomplete?: string;
  readonly type?: "text" | "tel" | "email";
  readonly inputmode?: "decimal";
  readonly required?: boolean;
  readonly maxlength?: number;
  readonly hint?: string;
  /** Where what is typed changes the price. */
  readonly isPriced?: boolean;
}

/** The field with what was typed. */
export function textField(view: FieldsView, name: string, label: string, options: FieldOptions): Markup {
  const { autocomplete = "off", type = "text", inputmode, required, maxlength = 100, hint, isPriced } = options;
  const mistake = mistakeOf(view, name);
  const described = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(mistake === undefined ? [] : [`${name}-mistake`]),
  ];
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      maxlength="${maxlength}"
      autocomplete="${autocomplete}"
      value="${textOf(view.fields, name, maxlength)}"
      ${inputmode !== undefined && html`inputmode="${inputmode}"`}
      ${described.length > 0 && html`aria-describedby="${described.join(" ")}"`}
      ${mistake !== undefined && html`aria-invalid="true"`}
      ${required === true && html`required`}
      ${isPriced === true && html`data-priced`}
    />
    ${mistakeText(view, name)}
  </div>`;
}

/** Below a field or a group of fields. */
export function mistakeText(view: FieldsView, name: string): Markup | null {
  const mistake = mistakeOf(view, name);
  return mistake === undefined ? null : html`<p class="mistake" id="${name}-mistake">${mistake}</p>`;
}

function mistakeOf({ mistakes }: FieldsView, name: string): string | undefined {
  return mistakes.find(({ field }) => field === name)?.text;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly isChosen: boolean;
}

/** Radio buttons that look like chips; the first has the id of the name. */
export function chips(name: string, choices: readonly Choice[], kind = ""): Markup {
  return html`<div class="chips ${kind}">
    ${choices.map(
      ({ value, label, isChosen }, index) =>
        html`<label class="chip"
          ><input
            type="radio"
            id="${index === 0 ? name : `${name}-${value}`}"
            name="${name}"
            value="${value}"
            data-priced
            ${isChosen && html`checked`}
          />${label}</label
        >`,
    )}
  </div>`;
}
