/** Reads a schema of the document as a tree of fields for a person: name, type in words, limits, inner fields. */
import { lastInstant, toUnixSeconds } from "../kernel/clock.ts";
import type { JsonSchema } from "../platform/http/openapi/openapi-document.ts";
import { idPrefixOf } from "../platform/http/openapi/openapi-ids.ts";
import { longestId } from "../platform/http/reading/fields.ts";

export interface Field {
  readonly name: string;
  readonly type: readonly TypeWord[];
  readonly required: boolean;
  readonly description: string | null;
  readonly limits: readonly string[];
  readonly fields: readonly Field[];
}

/** A piece of a type: plain words, a literal value, or the name of an object that is described elsewhere. */
export type TypeWord =
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "object"; readonly name: string };

const maxDepth = 12;

/** The fields of an object schema, or of the objects in an array or choice; none for everything else. */
export function fieldsOf(schema: JsonSchema, depth = 0): readonly Field[] {
  const object = depth > maxDepth ? undefined : objectWithin(schema);
  if (object === undefined) return [];
  const required = new Set((object["required"] ?? []) as readonly string[]);
  const properties = (object["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.entries(properties).map(([name, field]) => ({
    name,
    type: typeWords(field),
    required: required.has(name),
    description: descriptionOf(field),
    limits: limitsOf(field),
    fields: fieldsOf(field, depth + 1),
  }));
}

/** A value or null is described by the value. */
function descriptionOf(field: JsonSchema): string | null {
  const texts = [field, ...choicesOf(field)].map((schema) => schema["description"]);
  return texts.find((text) => typeof text === "string") ?? null;
}

function objectWithin(schema: JsonSchema): JsonSchema | undefined {
  if ("properties" in schema) return schema;
  const inner = [schema["items"], ...choicesOf(schema)].filter(isSchema);
  return inner.map(objectWithin).find((found) => found !== undefined);
}

function choicesOf(schema: JsonSchema): readonly JsonSchema[] {
  return ((schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"]) as readonly JsonSchema[] | undefined) ?? [];
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}

/** The type of a schema in words: "string", "array of Order", "integer or null". */
export function typeWords(schema: JsonSchema): readonly TypeWord[] {
  const prefix = idPrefixOf(schema);
  if (prefix !== undefined) return [word("id "), { kind: "literal", text: `${prefix}_…` }];
  const ref = schema["$ref"];
  if (typeof ref === "string") return [{ kind: "object", name: ref.slice(ref.lastIndexOf("/") + 1) }];
  if ("const" in schema) return [literal(schema["const"])];
  const words = schema["enum"];
  if (Array.isArray(words))
    return separated(
      words.map((value) => [literal(value)]),
      " | ",
    );
  const choices = choicesOf(schema);
  if (choices.length > 0) return separated(choices.map(typeWords), " or ");
  if (schema["type"] === "array") {
    const items = schema["items"];
    return [word("array of "), ...(isSchema(items) ? typeWords(items) : [word("anything")])];
  }
  const type = [(schema["type"] ?? "any value") as string | readonly string[]].flat().join(" or ");
  const format = schema["format"];
  return [word(typeof format === "string" ? `${type}, ${format}` : type)];
}

function word(text: string): TypeWord {
  return { kind: "word", text };
}

function literal(value: unknown): TypeWord {
  return value === null
    ? word("null")
    : { kind: "literal", text: typeof value === "string" ? value : JSON.stringify(value) };
}

function separated(lists: readonly (readonly TypeWord[])[], separator: string): readonly TypeWord[] {
  return lists.flatMap((list, index) => (index === 0 ? list : [word(separator), ...list]));
}

const lastUnixSecond = toUnixSeconds(lastInstant);

/** The limits of a value in words, for example "1 to 255 characters". */
export function limitsOf(schema: JsonSchema): readonly string[] {
  if (idPrefixOf(schema) !== undefined) return [`at most ${longestId} characters`];
  if (schema["maximum"] === lastUnixSecond) return ["Unix seconds"];
  const within = choicesOf(schema).flatMap(limitsOf);
  return [
    range(schema["minLength"], schema["maxLength"], "characters"),
    range(schema["minItems"], schema["maxItems"], "entries"),
    range(schema["minimum"], schema["maximum"], ""),
    schema["uniqueItems"] === true ? "no repeats" : undefined,
    "default" in schema ? `default ${JSON.stringify(schema["default"])}` : undefined,
    ...within,
  ].filter((limit): limit is string => limit !== undefined);
}

function range(low: unknown, high: unknown, unit: string): string | undefined {
  const from = typeof low === "number" && low !== Number.MIN_SAFE_INTEGER ? low : undefined;
  const to = typeof high === "number" && high !== Number.MAX_SAFE_INTEGER ? high : undefined;
  const text =
    from === undefined && to === undefined
      ? undefined
      : from === undefined
        ? `at most ${to}`
        : to === undefined
          ? `at least ${from}`
          : `${from} to ${to}`;
  return text === undefined ? undefined : `${text} ${unit}`.trim();
}
