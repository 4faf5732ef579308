/**
 * How the descriptions write unions (rules/http 6.13): a value or null is one schema with two types, a
 * reference or null is `anyOf`, words are one `enum`, and every other union is `oneOf`, with a discriminator where its
 * members are told apart by one required word.
 */
import type { JsonSchema } from "./openapi-document.ts";

export type ResolveReference = (reference: string) => JsonSchema | undefined;

/** Rewrites one converted schema that may be a union; everything else stays as it is, also a rule between fields. */
export function writeUnion(schema: JsonSchema, resolve: ResolveReference): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || "properties" in schema) return schema;
  const members = anyOf as readonly JsonSchema[];
  const others = members.filter(({ type }) => type !== "null");
  const isNullable = others.length < members.length;
  const [only] = others;
  const one = others.length === 1 && only !== undefined ? only : unionOf(others, resolve);
  if (!isNullable) return { ...one, ...rest };
  const withNull = orNull(one);
  return { ...withNull, ...rest };
}

function unionOf(members: readonly JsonSchema[], resolve: ResolveReference): JsonSchema {
  const words = members.map((member) => member["const"]);
  if (words.every((word) => word !== undefined)) return { type: typeof words[0], enum: words };
  const discriminator = discriminatorOf(members, resolve);
  return { oneOf: members, ...(discriminator === undefined ? {} : { discriminator }) };
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: words, const: word } = schema;
  if (typeof type !== "string") return { anyOf: [schema, { type: "null" }] };
  const known = word === undefined ? (words as readonly unknown[] | undefined) : [word];
  const { const: _, ...without } = schema;
  return { ...without, type: [type, "null"], ...(known === undefined ? {} : { enum: [...known, null] }) };
}

/** The property by which a reader tells the members apart; undefined when one of them is no component or has no such word. */
function discriminatorOf(members: readonly JsonSchema[], resolve: ResolveReference): JsonSchema | undefined {
  const references = members.map(({ $ref }) => $ref).filter((reference) => typeof reference === "string");
  const full = references.map(resolve).filter((schema) => schema !== undefined);
  if (full.length < members.length) return undefined;
  const propertyName = Object.keys(propertiesOf(full[0])).find((name) => tellsApart(full, name));
  if (propertyName === undefined) return undefined;
  const mapping = full.map((schema, index) => [
    String(propertiesOf(schema)[propertyName]?.["const"]),
    references[index],
  ]);
  return { propertyName, mapping: Object.fromEntries(mapping) };
}

function tellsApart(schemas: readonly JsonSchema[], name: string): boolean {
  const words = schemas.map((schema) => {
    const required = (schema["required"] ?? []) as readonly string[];
    return required.includes(name) ? propertiesOf(schema)[name]?.["const"] : undefined;
  });
  return words.every((word) => typeof word === "string") && new Set(words).size === words.length;
}

function propertiesOf(schema: JsonSchema | undefined): Readonly<Record<string, JsonSchema>> {
  return (schema?.["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
}
