/** A form that two people may save at once (rules/console 1.4): the values that it was filled from travel with it. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { drawFields } from "./draw-fields.ts";
import { drawRows } from "./draw-rows.ts";
import { readForm, sayValue, type FormField, type Mistakes } from "./form-fields.ts";
import type { Draft } from "./merged-save.ts";
import type { Clash, Fields, FieldValue } from "./merge-three.ts";
import type { OfficeWords } from "./location-page.query.ts";

export interface Section {
  readonly title: string;
  readonly text?: string;
  readonly fields: readonly FormField[];
  /** Shown when its title is pressed, or when something in it is wrong. */
  readonly isFolded?: true;
}

export interface MergedForm {
  readonly action: string;
  readonly sections: readonly Section[];
  readonly draft: Draft;
  readonly mistakes?: Mistakes | undefined;
  /** What was typed, where something of it is a mistake. */
  readonly typed?: URLSearchParams | undefined;
  readonly clashes?: readonly Clash[] | undefined;
  /** Who saved the values of the other side, and when. */
  readonly who?: string | undefined;
}

/** All fields of the sections. */
export function fieldsIn(sections: readonly Section[]): readonly FormField[] {
  return sections.flatMap(({ fields }) => fields);
}

/** The whole form, with the choices where two saves clash. */
export function drawMergedForm(say: OfficeWords, form: MergedForm): Markup {
  const { action, sections, draft, mistakes = new Map<string, string>(), typed, clashes = [], who } = form;
  return html`<form method="post" action="${action}">
    <input type="hidden" name="version" value="${draft.version}" />
    <input type="hidden" name="base" value="${JSON.stringify(baseOf(fieldsIn(sections), draft.base))}" />
    ${mistakes.size > 0 && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${say("save.mistakes")}</p>`}
    ${clashes.length > 0 && drawClashes(say, fieldsIn(sections), clashes, who)}
    ${sections.map(({ title, text, fields, isFolded }) => {
      const drawn = html`${text !== undefined && html`<p>${text}</p>`}
      ${drawFields(fields, { values: draft.mine, mistakes, typed })} ${drawRows(fields, { draft, mistakes }, say)}`;
      if (isFolded !== true)
        return html`<section class="card">
          <h2>${title}</h2>
          ${drawn}
        </section>`;
      return html`<details class="card" ${fields.some(({ name }) => mistakes.has(name)) && html`open`}>
        <summary>${title}</summary>
        ${drawn}
      </details>`;
    })}
    <p><button type="submit">${say("save.submit")}</button></p>
  </form>`;
}

function drawClashes(
  say: OfficeWords,
  fields: readonly FormField[],
  clashes: readonly Clash[],
  who: string | undefined,
): Markup {
  return html`<div class="notice warn" role="alert" tabindex="-1" data-focus>
    <p><b>${say("clash.title")}</b></p>
    ${who !== undefined && html`<p>${say("clash.who")} <bdi>${who}</bdi></p>`}
    <p>${say("clash.text")}</p>
    ${clashes.map(({ name, theirs, mine }) => {
      const field = fields.find((one) => one.name === name);
      if (field === undefined) return "";
      const choice = (side: "theirs" | "mine", text: string): Markup =>
        html`<label class="tick"
          ><input type="radio" name="choose.${name}" value="${side}" required /> <span>${text}</span></label
        >`;
      return html`<fieldset>
        <legend>${field.label}</legend>
        ${choice("theirs", say("clash.theirs", { value: sayValue(field, theirs, say) }))}
        ${choice("mine", say("clash.mine", { value: sayValue(field, mine, say) }))}
      </fieldset>`;
    })}
  </div>`;
}

/**
 * The values of all fields, null for a row that is not there: so that the row is known when the form comes back. Ticks that
 * the form did not have yet were none.
 */
function baseOf(fields: readonly FormField[], base: Fields): Fields {
  return Object.fromEntries(fields.map(({ name, kind }) => [name, base[name] ?? (kind === "ticks" ? [] : null)]));
}

export interface SentDraft {
  readonly draft: Draft;
  readonly mistakes: Mistakes;
}

/**
 * What was sent of such a form. A field for which the other side was chosen has their value. What does not say what it
 * was filled in from counts as filled in from `present`.
 */
export function readDraft(
  sections: readonly Section[],
  form: URLSearchParams,
  present: { readonly fields: Fields; readonly version: number },
  say: OfficeWords,
): SentDraft {
  const fields = fieldsIn(sections);
  const { values, mistakes } = readForm(fields, form, say);
  const version = Number(form.get("version"));
  const sent = readBase(form);
  const base = baseOf(fields, sent ?? present.fields);
  const chosen = fields
    .filter(({ name }) => form.get(`choose.${name}`) === "theirs")
    .map(({ name }) => [name, base[name] ?? null]);
  const left = new Map([...mistakes].filter(([name]) => form.get(`choose.${name}`) !== "theirs"));
  return {
    draft: {
      base,
      version: sent !== undefined && Number.isSafeInteger(version) && version >= 0 ? version : present.version,
      mine: { ...values, ...Object.fromEntries(chosen) },
    },
    mistakes: left,
  };
}

/** The values that the form was filled in from: rows that are gone by now are among them. */
export function sentBase(form: URLSearchParams): Fields {
  return readBase(form) ?? {};
}

/** All that a draft says, of a row that one side has taken away what the other says; a row that both took away is left out. */
export function sentIn({ base, mine }: Pick<Draft, "base" | "mine">): Fields {
  const said = Object.keys({ ...base, ...mine }).flatMap((name) => {
    const value = mine[name] ?? base[name] ?? null;
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(said);
}

/** The hidden field with the values that the form was filled in from; undefined when it does not hold such values. */
function readBase(form: URLSearchParams): Fields | undefined {
  try {
    const parsed: unknown = JSON.parse(form.get("base") ?? "");
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return undefined;
    const read = Object.entries<unknown>({ ...parsed });
    return read.every((pair): pair is [string, FieldValue] => isFieldValue(pair[1]))
      ? Object.fromEntries(read)
      : undefined;
  } catch {
    return undefined;
  }
}

function isFieldValue(value: unknown): value is FieldValue {
  if (Array.isArray(value)) return value.every((one) => typeof one === "string");
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
