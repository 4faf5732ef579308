/**
 * Turns the schemas of routes into OpenAPI 3.1 schemas. A schema with a `title` of one capitalised word becomes a
 * component of that name; two different schemas under one title are a mistake and throw. Without a title, a resource
 * (an object whose `object` is a fixed word) becomes a component named by that word; a second, different shape of the
 * same resource is written in place. An id is a component of its kind.
 */
import { isDeepStrictEqual } from "node:util";
import type { TSchema } from "typebox";
import type { JsonSchema } from "./openapi-document.ts";
import { describedId, type DescribedId } from "./openapi-ids.ts";
import { writeUnion } from "./openapi-unions.ts";

export interface SchemaCollector {
  /** The schema as the document writes it; the components it needs are collected on the way. */
  toSchema(schema: TSchema | JsonSchema): JsonSchema;
  /** The same for a body, which is always a component: of its own name, or of this one. */
  toBody(schema: TSchema | JsonSchema, name: string): JsonSchema;
  /** The components so far, by name in alphabetical order. */
  components(): Readonly<Record<string, JsonSchema>>;
}

const componentName = /^[A-Z][A-Za-z0-9]*$/;
/** Keywords whose values are data, not schemas. */
const verbatim = new Set(["const", "enum", "default", "example", "examples", "required"]);
/** Rules between fields that a feature checks itself, and the keyword that says each. */
const ruleNames: ReadonlyMap<string, string> = new Map([
  ["x-exactly-one-of", "oneOf"],
  ["x-at-least-one-of", "anyOf"],
]);
/** The mark of a list stands at its calls (`openapi-operations.ts`). */
const leftOut = new Set(["$id", "$defs", "additionalItems", "x-pagination"]);
const maps = new Set(["properties", "patternProperties", "dependentSchemas"]);

/** Starts an empty collection for one document. */
export function createSchemaCollector(): SchemaCollector {
  const components = new Map<string, JsonSchema>();
  const lookUp = (reference: string): JsonSchema | undefined =>
    components.get(reference.slice(reference.lastIndexOf("/") + 1));
  const define = (name: string, schema: JsonSchema, titled: boolean): JsonSchema => {
    const { title: _title, ...written } = writeUnion(keywords(schema, convert), lookUp);
    const known = components.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, written)) {
      const { description: other, ...shape } = written;
      const { description: _, ...knownShape } = known;
      if (isDeepStrictEqual(knownShape, shape)) return withDescription(referTo(name), other);
      if (titled) throw new Error(`two different schemas have the title ${name}`);
      return written;
    }
    components.set(name, written);
    return referTo(name);
  };

  const defineId = ({ component, shape, description }: DescribedId): JsonSchema => {
    components.set(component, shape);
    return withDescription(referTo(component), description);
  };

  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert);
    if (typeof value !== "object" || value === null) return value;
    const schema = value as JsonSchema;
    const id = describedId(schema);
    if (id !== undefined) return defineId(id);
    for (const [name, inner] of Object.entries((schema["$defs"] as Record<string, JsonSchema> | undefined) ?? {})) {
      define(name, inner, true);
    }
    const title = titleOf(schema);
    const name = title ?? resourceName(schema);
    return name === undefined
      ? writeUnion(keywords(schema, convert), lookUp)
      : define(name, schema, title !== undefined);
  };
  const toBody = (schema: TSchema | JsonSchema, name: string): JsonSchema => {
    const written = convert(schema) as JsonSchema;
    if ("$ref" in written) return written;
    const own = listName(written) ?? name;
    const known = components.get(own);
    const free = known === undefined || isDeepStrictEqual(known, written) ? own : name;
    const other = components.get(free);
    if (other !== undefined && !isDeepStrictEqual(other, written)) throw new Error(`two bodies are named ${free}`);
    components.set(free, written);
    return referTo(free);
  };

  return {
    toSchema: (schema) => convert(schema) as JsonSchema,
    toBody,
    components: () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function titleOf(schema: JsonSchema): string | undefined {
  const title = schema["title"];
  return typeof title === "string" && componentName.test(title) ? title : undefined;
}

/** `webhook_subscription.created` is named WebhookSubscriptionCreated; lists are no resources. */
function resourceName(schema: JsonSchema): string | undefined {
  const properties = schema["properties"] as Readonly<Record<string, JsonSchema>> | undefined;
  const word = properties?.["object"]?.["const"];
  if (typeof word !== "string" || word === "list") return undefined;
  return word.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A list of components is named by what it lists. */
function listName(schema: JsonSchema): string | undefined {
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const items = properties["data"]?.["items"] as JsonSchema | undefined;
  const reference = items?.["$ref"];
  if (properties["object"]?.["const"] !== "list" || typeof reference !== "string") return undefined;
  return `${reference.slice(reference.lastIndexOf("/") + 1)}List`;
}

function referTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** A reference may say in its own words what the same shape is for in another place. */
function withDescription(reference: JsonSchema, description: unknown): JsonSchema {
  return typeof description === "string" ? { ...reference, description } : reference;
}

/** Copies the keywords of one schema; TypeBox's own marks are not enumerable and stay behind. */
function keywords(schema: JsonSchema, convert: (value: unknown) => unknown): JsonSchema {
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (leftOut.has(key)) continue;
    const rule = ruleNames.get(key);
    if (rule !== undefined) copy[rule] = (value as readonly string[]).map((name) => ({ required: [name] }));
    else if (verbatim.has(key)) copy[key] = value;
    else if (maps.has(key)) copy[key] = mapValues(value as JsonSchema, convert);
    else if (key === "$ref") copy[key] = referencePath(String(value));
    else if (key === "items" && Array.isArray(value))
      Object.assign(copy, { prefixItems: value.map(convert), items: false });
    else copy[key] = convert(value);
  }
  return copy;
}

function mapValues(map: JsonSchema, convert: (value: unknown) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, convert(schema)]));
}

function referencePath(ref: string): string {
  return ref.startsWith("#") ? ref : `#/components/schemas/${ref}`;
}
