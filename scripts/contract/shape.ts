/** Reads a JSON Schema of a description as a shape; two spellings of the same schema have the same shape. Pure. */

export type Json = Readonly<Record<string, unknown>>;

export interface Shape {
  /** The component that the schema refers to. */
  readonly name: string | undefined;
  readonly nullable: boolean;
  /** Without null beside others, in order; empty when anything is allowed. */
  readonly types: readonly string[];
  /** The closed set of values, as JSON; undefined when the set is open. */
  readonly values: readonly string[] | undefined;
  /** The known values of a set that may grow. */
  readonly known: readonly string[] | undefined;
  /** The members of a union. */
  readonly members: readonly Json[] | undefined;
  /** The schema itself, behind its references. */
  readonly schema: Json;
}

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const jsonAt = (value: Json, key: string): Json => {
  const found = value[key];
  return isJson(found) ? found : {};
};

export const listAt = (value: Json, key: string): readonly unknown[] => {
  const found = value[key];
  return Array.isArray(found) ? (found as readonly unknown[]) : [];
};

/** Follows `$ref` inside the document; the name is that of the last reference. */
export function resolve(document: Json, value: Json): { readonly name: string | undefined; readonly value: Json } {
  let name: string | undefined;
  let here = value;
  for (let reference = here["$ref"]; typeof reference === "string"; reference = here["$ref"]) {
    const steps = reference.replace(/^#\//, "").split("/");
    name = steps.at(-1);
    here = steps.reduce<Json>((found, step) => jsonAt(found, step), document);
  }
  return { name, value: here };
}

/** Reads a schema; `anyOf` with null, `type` with null and `const` are only spellings. */
export function readShape(document: Json, given: Json): Shape {
  const { name, value: schema } = resolve(document, given);
  const union = "properties" in schema ? [] : [...listAt(schema, "oneOf"), ...listAt(schema, "anyOf")].filter(isJson);
  const members = union.filter((member) => member["type"] !== "null");
  const [first] = members;
  if (first !== undefined && members.length === 1) {
    const inner = readShape(document, first);
    return { ...inner, name: inner.name ?? name, nullable: inner.nullable || union.length > 1 };
  }
  const values = valuesOf(schema) ?? constantsOf(members);
  const types = typesOf(schema, values);
  return {
    name,
    nullable: typesIn(schema).includes("null") || union.length > members.length || values?.includes("null") === true,
    types,
    values: values?.filter((value) => value !== "null"),
    known: "x-extensible-enum" in schema ? textsOf(schema["x-extensible-enum"]) : undefined,
    members: members.length > 1 && values === undefined ? members : undefined,
    schema,
  };
}

const typesIn = (schema: Json): readonly unknown[] => [schema["type"]].flat();

function typesOf(schema: Json, values: readonly string[] | undefined): readonly string[] {
  const named = typesIn(schema).filter((type): type is string => typeof type === "string" && type !== "null");
  if (named.length === 0 && typesIn(schema).includes("null")) return ["null"];
  if (named.length > 0 || values === undefined) return named.toSorted();
  return [...new Set(values.filter((value) => value !== "null").map(typeOfJson))].toSorted();
}

function typeOfJson(text: string): string {
  if (text.startsWith('"')) return "string";
  if (text === "true" || text === "false") return "boolean";
  return /^-?\d+$/.test(text) ? "integer" : "number";
}

function valuesOf(schema: Json): readonly string[] | undefined {
  if ("const" in schema) return [JSON.stringify(schema["const"])];
  return "enum" in schema ? textsOf(schema["enum"]) : undefined;
}

/** A union of constants is a closed set. */
function constantsOf(members: readonly Json[]): readonly string[] | undefined {
  const all = members.map(valuesOf);
  return members.length > 0 && all.every((values) => values !== undefined) ? all.flat() : undefined;
}

const textsOf = (values: unknown): readonly string[] =>
  Array.isArray(values) ? values.map((value: unknown) => JSON.stringify(value)) : [];
