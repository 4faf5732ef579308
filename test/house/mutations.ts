/** Every way in which a field of a body can be wrong, made from a legal body and its schema. Pure. */
import type { JsonSchema } from "../../src/platform/http/openapi/openapi-document.ts";

export interface Mutation {
  readonly name: string;
  /** The name of the field that is wrong; null for the body itself. */
  readonly field: string | null;
  /** JSON text: some wrong values cannot be written by JSON.stringify. */
  readonly raw: string;
  /** A field with the same check is bent in this way elsewhere. */
  readonly isRepeated: boolean;
}

/** How often a field with the same check was bent before, in whatever body. */
export type BentBefore = Map<string, number>;
/** Of a field with a check that was bent before, every fifth way counts as new: another one each time. */
const everyLater = 5;

type Path = readonly (string | number)[];
type Resolve = (schema: JsonSchema) => JsonSchema;

interface BodyNode {
  readonly path: Path;
  /** Empty where the schema says nothing. */
  readonly schema: JsonSchema;
  readonly present: boolean;
}

/** Stands for a value that JSON.stringify cannot write. */
const tokens: Readonly<Record<string, string>> = {
  "@infinite@": "1e400",
  "@precise@": "9007199254740993",
  "@nul@": String.raw`"a\u0000b"`,
  "@surrogate@": String.raw`"a\ud800b"`,
};

/**
 * All mutations of a body; nodes of one shape (entries of one list) are bent once. Fields of one name and schema have the same
 * check, where the same `parser` reads them.
 */
export function mutationsOf(
  body: unknown,
  schema: JsonSchema,
  resolve: Resolve,
  { before, parser }: { readonly before: BentBefore; readonly parser: string },
): readonly Mutation[] {
  const seen = new Set<string>();
  return nodesOf(body, schema, resolve, []).flatMap((node) => {
    const shape = node.path.map((part) => (typeof part === "number" ? "*" : part)).join(".");
    if (seen.has(shape)) return [];
    seen.add(shape);
    const field = node.path.findLast((part) => typeof part === "string") ?? null;
    const check = `${parser} ${field} ${JSON.stringify(node.schema)}`;
    const times = before.get(check) ?? 0;
    before.set(check, times + 1);
    return [...wrongValues(node, resolve)].map(([name, value], way) => ({
      isRepeated: times > 0 && way % everyLater !== times % everyLater,
      name: `${shape === "" ? "body" : shape} ${name}`,
      field: name === "with an unknown field" ? "unknown_field" : field,
      raw: write(setAt(body, node.path, value)),
    }));
  });
}

function nodesOf(value: unknown, given: JsonSchema, resolve: Resolve, path: Path): readonly BodyNode[] {
  const schema = objectForm(resolve(given), resolve);
  const here: BodyNode = { path, schema: resolve(given), present: value !== undefined };
  if (path.length > 14) return [here];
  if (Array.isArray(value)) {
    const items = (schema["items"] ?? {}) as JsonSchema;
    return [here, ...value.flatMap((entry, index) => nodesOf(entry, items, resolve, [...path, index]))];
  }
  if (typeof value !== "object" || value === null) return [here];
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const names = new Set([...Object.keys(value), ...Object.keys(properties)]);
  const inside = [...names].flatMap((name) =>
    nodesOf((value as Readonly<Record<string, unknown>>)[name], properties[name] ?? {}, resolve, [...path, name]),
  );
  return [here, ...inside];
}

/** Of a choice, the form that has fields or entries. */
function objectForm(schema: JsonSchema, resolve: Resolve): JsonSchema {
  const choices = (schema["anyOf"] ?? schema["oneOf"]) as readonly JsonSchema[] | undefined;
  const forms = (choices ?? []).map((choice) => objectForm(resolve(choice), resolve));
  return forms.find((form) => "properties" in form || "items" in form) ?? schema;
}

const absent = Symbol("absent");

function* wrongValues({ path, schema, present }: BodyNode, resolve: Resolve): Generator<readonly [string, unknown]> {
  if (path.length > 0 && present) yield ["absent", absent];
  yield ["null", null];
  yield ["a number", 5];
  yield ["a fraction", 1.5];
  yield ["negative", -1];
  yield ["zero", 0];
  yield ["huge", 1e21];
  yield ["infinite", "@infinite@"];
  yield ["more than precise", "@precise@"];
  yield ["a boolean", true];
  yield ["a word", "nonsense"];
  yield ["a number as text", "1"];
  yield ["empty text", ""];
  yield ["blank text", "   "];
  if (mayBe("string", schema, resolve)) yield ["long text", "x".repeat(100_000)];
  yield ["text of astral characters", "🍁".repeat(300)];
  yield ["text with U+0000", "@nul@"];
  yield ["text with half a surrogate pair", "@surrogate@"];
  yield ["text like SQL", "'; DROP TABLE orders; --"];
  yield ["an id of another kind", "rfd_01k0abcdefghjkmnpqrstvwxyz"];
  yield ["an empty list", []];
  yield ["a list of null", [null]];
  if (mayBe("array", schema, resolve)) yield ["a long list", Array.from({ length: 3_000 }, () => "x")];
  yield ["an empty object", {}];
  yield ["an object of strange keys", { constructor: 1, toString: 2, "": 3, "a/b~c": 4 }];
  yield* aroundLimits(objectForm(schema, resolve));
  if (isOfTime(schema, resolve)) yield* strangeTimes;
  if (present && "properties" in objectForm(schema, resolve)) yield ["with an unknown field", withUnknownField];
}

/** Whether the schema admits values of a type; one that says nothing admits all. Others are refused whatever their length. */
function mayBe(type: "string" | "array", given: JsonSchema, resolve: Resolve): boolean {
  const schema = resolve(given);
  const choices = (schema["anyOf"] ?? schema["oneOf"]) as readonly JsonSchema[] | undefined;
  if (choices !== undefined) return choices.some((choice) => mayBe(type, choice, resolve));
  if ("const" in schema || "enum" in schema) return false;
  return schema["type"] === undefined || [schema["type"]].flat().includes(type);
}

/** Whether it is a time or may be one: those have a form of their own, or none at all. */
function isOfTime(given: JsonSchema, resolve: Resolve): boolean {
  const schema = resolve(given);
  const choices = (schema["anyOf"] ?? []) as readonly JsonSchema[];
  if (choices.length > 0) return choices.some((choice) => isOfTime(choice, resolve));
  return (
    schema["type"] === "string" && (schema["format"] !== undefined || String(schema["pattern"]).includes("\\d{4}"))
  );
}

const strangeTimes: readonly (readonly [string, string])[] = [
  ["a moment of the year 0", "0000-01-01T00:00:00Z"],
  ["a moment before 1970", "1969-12-31T23:59:59Z"],
  ["a moment of the year 9999", "9999-12-31T23:59:59Z"],
  ["a day of the year 0", "0000-01-01"],
  ["a day of the year 9999", "9999-12-31"],
];

const withUnknownField = Symbol("with an unknown field");

function* aroundLimits(schema: JsonSchema): Generator<readonly [string, unknown]> {
  const { maxLength, minimum, maximum } = schema;
  if (typeof maxLength === "number" && maxLength < 100_000) {
    yield ["as long as may be", "x".repeat(maxLength)];
    yield ["one too long", "x".repeat(maxLength + 1)];
  }
  if (typeof minimum === "number") yield ["one too small", minimum - 1];
  if (typeof maximum === "number") yield ["one too large", maximum + 1];
}

function setAt(root: unknown, path: Path, value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) {
    if (value !== withUnknownField) return value;
    return { ...(typeof root === "object" && !Array.isArray(root) ? root : {}), unknown_field: 1 };
  }
  if (Array.isArray(root)) {
    if (rest.length === 0 && value === absent) return root.filter((_, index) => index !== first);
    return root.map((entry: unknown, index) => (index === first ? setAt(entry, rest, value) : entry));
  }
  const object = (root ?? {}) as Readonly<Record<string, unknown>>;
  if (rest.length === 0 && value === absent) {
    return Object.fromEntries(Object.entries(object).filter(([name]) => name !== first));
  }
  return { ...object, [first]: setAt(object[first], rest, value) };
}

function write(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"(@\w+@)"/g, (text, token: string) => tokens[token] ?? text);
}
