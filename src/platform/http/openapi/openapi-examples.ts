/** Examples for what has none of its own: a plausible value that its schema admits. */
import type { JsonSchema } from "./openapi-document.ts";
import { idPrefixOf } from "./openapi-ids.ts";

const byFormat: Readonly<Record<string, string>> = {
  "date-time": "2026-07-01T17:30:00.000Z",
  date: "2026-07-01",
  uri: "https://pos.example/maple",
  email: "dana@example.com",
};

export type Resolve = (schema: JsonSchema) => JsonSchema;

/**
 * A value for the schema: its own example, default or first word; of an object the required fields. Undefined when
 * nothing certain can be said, for example for free text with a pattern.
 */
export function exampleOf(schema: JsonSchema, resolve: Resolve = (same) => same): unknown {
  const prefix = idPrefixOf(schema);
  if (prefix !== undefined && !("examples" in schema)) return exampleId(prefix);
  const full = resolve(schema);
  const own = ownExample(full);
  if (own !== undefined) return own;
  const choices = (full["anyOf"] ?? full["oneOf"]) as readonly JsonSchema[] | undefined;
  if (choices?.[0] !== undefined) return exampleOf(choices[0], resolve);
  const type = full["type"];
  switch (Array.isArray(type) ? type[0] : type) {
    case "object":
      return objectExample(full, resolve);
    case "array":
      return arrayExample(full, resolve);
    case "string":
      return stringExample(full);
    case "integer":
    case "number":
      return full["minimum"] ?? 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return undefined;
  }
}

function ownExample(schema: JsonSchema): unknown {
  const [first] = (schema["examples"] as readonly unknown[] | undefined) ?? [];
  const [word] = (schema["enum"] as readonly unknown[] | undefined) ?? [];
  return first ?? schema["default"] ?? schema["const"] ?? word;
}

function objectExample(schema: JsonSchema, resolve: Resolve): unknown {
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (schema["required"] ?? []) as readonly string[];
  const entries = required.map((name) => [name, exampleOf(properties[name] ?? {}, resolve)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function arrayExample(schema: JsonSchema, resolve: Resolve): unknown {
  const items = schema["items"];
  if (typeof items !== "object" || items === null) return [];
  const item = exampleOf(items as JsonSchema, resolve);
  return item === undefined ? [] : [item];
}

function stringExample(schema: JsonSchema): string | undefined {
  const format = schema["format"];
  if (typeof format === "string" && byFormat[format] !== undefined) return byFormat[format];
  const pattern = schema["pattern"];
  if (typeof pattern === "string" && !pattern.startsWith("^\\S")) return undefined;
  const text = "example";
  return text.length <= Number(schema["maxLength"] ?? text.length) && text.length >= Number(schema["minLength"] ?? 0)
    ? text
    : undefined;
}

/** A well-formed id that names nothing. */
export function exampleId(prefix: string): string {
  return `${prefix}_01k0abcdefghjkmnpqrstvwxyz`;
}
