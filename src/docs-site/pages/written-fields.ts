/** Fields, types and codes as Markdown, for programs that read pages. Pure. */
import { fieldsOf, limitsOf, typeWords, type Field } from "../../docs-pages/schema-fields.ts";
import type { JsonSchema, Parameter } from "../../platform/http/openapi/openapi-document.ts";

/** The fields of a body as nested lists. */
export function writtenBody(schema: JsonSchema): string {
  const fields = fieldsOf(schema);
  return fields.length === 0 ? `${writtenType(schema)}\n` : `${writtenFields(fields, "")}\n`;
}

export function writtenParameters(parameters: readonly Parameter[]): string {
  const lines = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `- \`${name}\` (${[writtenType(schema), `in ${place}`, ...(required ? [] : ["optional"]), ...limitsOf(schema)].join(", ")})${
        description === undefined ? "" : `: ${description}`
      }`,
  );
  return `${lines.join("\n")}\n`;
}

function writtenFields(fields: readonly Field[], indent: string): string {
  return fields
    .map(({ name, type, required, description, limits, fields: inside }) => {
      const facts = [wordsOf(type), ...(required ? [] : ["optional"]), ...limits].join(", ");
      const own = `${indent}- \`${name}\` (${facts})${description === null ? "" : `: ${description}`}`;
      return inside.length === 0 ? own : `${own}\n${writtenFields(inside, `${indent}  `)}`;
    })
    .join("\n");
}

function writtenType(schema: JsonSchema): string {
  return wordsOf(typeWords(schema));
}

function wordsOf(words: ReturnType<typeof typeWords>): string {
  return words.map((word) => (word.kind === "object" ? word.name : word.text)).join("");
}

/** Code between fences. */
export function fenced(code: string, language: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\`\n`;
}
