/** Fields of a schema as nested lists; objects with a name are linked, others are shown where they stand. */
import type { JsonSchema, Parameter } from "../platform/http/openapi/openapi-document.ts";
import { html, type Markup } from "../pages/html.ts";
import { inlineProse } from "./prose.ts";
import { fieldsOf, limitsOf, typeWords, type Field, type TypeWord } from "./schema-fields.ts";

/** The fields of a body; for anything but an object, its type in one line. */
export function renderSchema(schema: JsonSchema): Markup {
  const fields = fieldsOf(schema);
  const type = html`<p class="shape">${renderType(typeWords(schema))}</p>`;
  if (fields.length === 0) return type;
  return html`${schema["type"] === "array" && type}${renderFields(fields)}`;
}

function renderFields(fields: readonly Field[]): Markup {
  return html`<ul class="fields">
    ${fields.map(
      (field) =>
        html`<li>
          <span class="field-head"
            ><code class="name">${field.name}</code> <span class="type">${renderType(field.type)}</span>${
              field.required ? null : html` <span class="optional">optional</span>`
            }${field.limits.map((limit) => html` <span class="limit">${limit}</span>`)}</span
          >
          ${field.description !== null && html`<p>${inlineProse(field.description)}</p>`}
          ${
            field.fields.length > 0 &&
            html`<details>
              <summary>${field.fields.length === 1 ? "1 field" : `${field.fields.length} fields`} inside</summary>
              ${renderFields(field.fields)}
            </details>`
          }
        </li>`,
    )}
  </ul>`;
}

/** A type in words, with links to the objects it names. */
export function renderType(words: readonly TypeWord[]): Markup {
  return html`${words.map((word) => {
    if (word.kind === "object") return html`<a href="#object-${word.name}">${word.name}</a>`;
    return word.kind === "literal" ? html`<code>${word.text}</code>` : word.text;
  })}`;
}

/** Path, query and header parameters as one list. */
export function renderParameters(parameters: readonly Parameter[]): Markup {
  return html`<ul class="fields">
    ${parameters.map(
      (parameter) =>
        html`<li>
          <span class="field-head"
            ><code class="name">${parameter.name}</code>
            <span class="type">${renderType(typeWords(parameter.schema))} in ${parameter.in}</span>${
              parameter.required ? null : html` <span class="optional">optional</span>`
            }${limitsOf(parameter.schema).map((limit) => html` <span class="limit">${limit}</span>`)}</span
          >
          ${parameter.description !== undefined && html`<p>${inlineProse(parameter.description)}</p>`}
        </li>`,
    )}
  </ul>`;
}
