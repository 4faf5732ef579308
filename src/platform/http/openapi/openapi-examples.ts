/** Makes an example where a schema has none: a plausible value that the schema admits. */
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
 * nothing certain can be said, for example for free text with a pattern. A list of a shape within that shape is empty.
 */
export function exampleOf(schema: JsonSchema, resolve: Resolve = (same) => same): unknown {
  return exampleWithin([], schema, resolve);
}

/** `outer` are the objects that the value is a part of. */
function exampleWithin(outer: readonly JsonSchema[], schema: JsonSchema, resolve: Resolve): unknown {
  const prefix = idPrefixOf(schema);
  if (prefix !== undefined && !("examples" in schema)) return exampleId(prefix);
  const full = resolve(schema);
  const own = ownExample(full);
  if (own !== undefined) return own;
  const choices = (full["anyOf"] ?? full["oneOf"]) as readonly JsonSchema[] | undefined;
  if (choices?.[0] !== undefined) return exampleWithin(outer, choices[0], resolve);
  const type = full["type"];
  switch (Array.isArray(type) ? type[0] : type) {
    case "object":
      return objectExample(outer, full, resolve);
    case "array":
      return arrayExample(outer, full, resolve);
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

function objectExample(outer: readonly JsonSchema[], schema: JsonSchema, resolve: Resolve): unknown {
  const within = [...outer, schema];
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (schema["required"] ?? []) as readonly string[];
  const entries = required.map((name) => [name, exampleWithin(within, properties[name] ?? {}, resolve)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function arrayExample(outer: readonly JsonSchema[], schema: JsonSchema, resolve: Resolve): unknown {
  const items = schema["items"];
  if (typeof items !== "object" || items === null) return [];
  if (outer.includes(resolve(items as JsonSchema))) return [];
  const item = exampleWithin(outer, items as JsonSchema, resolve);
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
