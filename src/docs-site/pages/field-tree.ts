/** Fields as a list in which each has an anchor; the inner fields of a field can be unfolded. Pure. */
import { fieldsOf, limitsOf, typeWords, type Field, type TypeWord } from "../../docs-pages/schema-fields.ts";
import { inlineProse } from "../../docs-pages/prose.ts";
import { html, type Markup } from "../../pages/html.ts";
import {
  dereference,
  type JsonSchema,
  type OpenApiDocument,
  type Parameter,
} from "../../platform/http/openapi/openapi-document.ts";
import { idPrefixOf } from "../../platform/http/openapi/openapi-ids.ts";
import type { Term } from "../text/page-parts.ts";
import { objectPath } from "./site-addresses.ts";

/** The fields of a body, each with the anchor `prefix-name`; for anything but an object, its type in one line. */
export function renderBody(schema: JsonSchema, prefix: string): Markup {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return html`<p class="shape">${renderType(typeWords(schema))}</p>`;
  return renderFields(fields, prefix);
}

/** The same schema, with what its fields refer to: values are described where they stand, objects can be unfolded. */
export function withReferences(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const unfolded = Object.entries(properties).map(([name, field]): [string, JsonSchema] => {
    if (!("$ref" in field) || idPrefixOf(field) !== undefined) return [name, field];
    const meant = dereference<JsonSchema>(document, field);
    const { $ref: _, ...own } = field;
    return [name, fieldsOf(meant).length > 0 ? { ...meant, ...field } : { ...meant, ...own }];
  });
  return { ...schema, properties: Object.fromEntries(unfolded) };
}

/** Parameters of the path, the query and the headers. */
export function renderParameters(parameters: readonly Parameter[]): Markup {
  return html`<ul class="fields">
    ${parameters.map(({ name, in: place, required, description, schema }) =>
      renderField(
        {
          name,
          type: typeWords(schema),
          required: required === true,
          description: description ?? null,
          limits: limitsOf(schema),
          fields: [],
        },
        `${place}-${name}`,
        ` in ${place}`,
      ),
    )}
  </ul>`;
}

/** A type in words, with links to the objects that it names. */
export function renderType(words: readonly TypeWord[]): Markup {
  return html`${words.map((word) => {
    if (word.kind === "object") return html`<a href="${objectPath(word.name)}">${word.name}</a>`;
    return word.kind === "literal" ? html`<code>${word.text}</code>` : word.text;
  })}`;
}

/** The names of fields with their anchors, those inside of others too. */
export function termsOf(fields: readonly Field[], prefix: string): readonly Term[] {
  return fields.flatMap(({ name, fields: inside }) => [
    { name, anchor: `${prefix}-${name}` },
    ...termsOf(inside, `${prefix}-${name}`),
  ]);
}

function renderFields(fields: readonly Field[], prefix: string): Markup {
  return html`<ul class="fields">
    ${fields.map((field) => renderField(field, `${prefix}-${field.name}`))}
  </ul>`;
}

function renderField({ name, type, required, description, limits, fields }: Field, id: string, place = ""): Markup {
  const notes = [...(required ? [] : ["optional"]), ...limits].join(" · ");
  return html`<li id="${id}">
    <a class="name" href="#${id}">${name}</a> <span class="type">${renderType(type)}${place}</span>
    ${notes !== "" && html`<span class="notes">${notes}</span>`}
    ${description !== null && html`<p>${inlineProse(description)}</p>`}
    ${
      fields.length > 0 &&
      html`<details>
        <summary>${fields.length === 1 ? "1 field" : `${fields.length} fields`} inside</summary>
        ${renderFields(fields, id)}
      </details>`
    }
  </li>`;
}
