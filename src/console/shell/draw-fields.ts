/** Draws the fields of a form with their hints and mistakes. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { positionName, type FormField, type Mistakes, type Option, type PlainField } from "./form-fields.ts";
import type { FieldValue, Fields } from "./merge-three.ts";

export interface Filled {
  readonly values: Fields;
  readonly mistakes: Mistakes;
  /** What was typed, where something of it is a mistake. */
  readonly typed?: URLSearchParams | undefined;
}

/** The fields in their order. */
export function drawFields(fields: readonly FormField[], filled: Filled): Markup {
  return html`${fields.map((field) => field.kind !== "row" && drawField(field, filled))}`;
}

function drawField(field: PlainField, filled: Filled): Markup {
  const { name, label } = field;
  const value = filled.values[name] ?? null;
  const isTicked = (one: string): boolean =>
    filled.typed === undefined ? isAmong(value, one) : filled.typed.getAll(name).includes(one);
  if (field.kind === "tick") {
    const isOn = filled.typed === undefined ? value === true : filled.typed.get(name) !== null;
    return html`<label class="tick"
        ><input type="checkbox" name="${name}" ${isOn && html`checked`} ${describedBy(field, filled)} />
        <span>${label}</span></label
      >
      ${field.hint !== undefined && html`<p class="hint soft" id="${name}-hint">${field.hint}</p>`}
      ${mistakeOf(name, filled)}`;
  }
  if (field.kind === "ticks") return drawTicks(field, isTicked, filled);
  if (field.kind === "order") return drawOrder(field, value, filled);
  const text = filled.typed?.get(name) ?? (value === null ? "" : String(value));
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${field.hint !== undefined && html`<p class="hint" id="${name}-hint">${field.hint}</p>`}
    ${field.kind === "choice" ? drawChoice(field, text, filled) : drawInput(field, text, filled)}
    ${mistakeOf(name, filled)}
  </div>`;
}

function isAmong(value: FieldValue, one: string): boolean {
  return Array.isArray(value) && value.includes(one);
}

function mistakeOf(name: string, { mistakes }: Filled): Markup | false {
  const mistake = mistakes.get(name);
  return mistake !== undefined && html`<p class="mistake" id="${name}-mistake">${mistake}</p>`;
}

function describedBy({ name, hint }: PlainField, { mistakes }: Filled): Markup {
  const isWrong = mistakes.has(name);
  const by = [hint === undefined ? "" : `${name}-hint`, isWrong ? `${name}-mistake` : ""].filter((id) => id !== "");
  return html`${by.length > 0 && html` aria-describedby="${by.join(" ")}"`}${isWrong && html` aria-invalid="true"`}`;
}

type Typed = Exclude<PlainField, { kind: "choice" | "ticks" | "tick" | "order" }>;

function drawInput(field: Typed, text: string, filled: Filled): Markup {
  const { name } = field;
  const isNeeded = !("optional" in field && field.optional);
  const described = html`${describedBy(field, filled)}${isNeeded && field.kind !== "date" && html` required`}`;
  if (field.kind === "text" && field.lines === true)
    return html`<textarea id="${name}" name="${name}" maxlength="${field.max}" ${described}>${text}</textarea>`;
  return html`<input
    id="${name}"
    name="${name}"
    value="${text}"
    autocomplete="off"
    ${inputKind(field)}
    ${described}
  />`;
}

function inputKind(field: Typed): Markup {
  switch (field.kind) {
    case "number":
      return html`type="number" inputmode="numeric" min="${field.min}" max="${field.max}" step="1"`;
    case "time":
      return html`type="time"`;
    case "money":
      return html`type="text" inputmode="decimal"`;
    case "date":
      return html`type="date"`;
    case "text":
      return html`type="${field.input ?? "text"}" maxlength="${field.max}"`;
  }
}

function drawChoice(
  field: PlainField & { readonly options: readonly Option[] },
  chosen: string,
  filled: Filled,
): Markup {
  return html`<select id="${field.name}" name="${field.name}" ${describedBy(field, filled)}>
    ${field.options.map(
      ([value, text]) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
    )}
  </select>`;
}

/** The options in the order of the value, each with its number. */
function drawOrder(
  field: PlainField & { readonly options: readonly Option[] },
  value: FieldValue,
  filled: Filled,
): Markup {
  const { name, label, hint, options } = field;
  const listed: readonly string[] = Array.isArray(value) ? value : [];
  const rank = (option: string): number => (listed.includes(option) ? listed.indexOf(option) : listed.length);
  const shown = options.toSorted(([one], [other]) => rank(one) - rank(other));
  return html`<fieldset ${describedBy(field, filled)}>
    <legend>${label}</legend>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <ul class="order-list">
      ${shown.map(([option, text], index) => {
        const sent = positionName(name, option);
        return html`<li>
          <label
            ><input
              type="number"
              inputmode="numeric"
              min="1"
              max="9999"
              name="${sent}"
              value="${filled.typed?.get(sent) ?? String(index + 1)}"
            />
            <span>${text}</span></label
          >
        </li>`;
      })}
    </ul>
    ${mistakeOf(name, filled)}
  </fieldset>`;
}

function drawTicks(
  field: PlainField & { readonly options: readonly Option[] },
  isTicked: (one: string) => boolean,
  filled: Filled,
): Markup {
  return html`<fieldset ${describedBy(field, filled)}>
    <legend>${field.label}</legend>
    ${field.hint !== undefined && html`<p class="hint" id="${field.name}-hint">${field.hint}</p>`}
    <div class="row">
      ${field.options.map(
        ([value, text]) =>
          html`<label class="tick"
            ><input type="checkbox" name="${field.name}" value="${value}" ${isTicked(value) && html`checked`} />
            <span>${text}</span></label
          >`,
      )}
    </div>
    ${mistakeOf(field.name, filled)}
  </fieldset>`;
}
