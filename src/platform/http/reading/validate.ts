/** Checks values against schemas and says, for a person, which field is wrong and what it should be. */
import Type, { type Static, type TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import { Settings } from "typebox/system";
import { clearChoices } from "./choice-errors.ts";
import "./formats.ts";
import { sentenceFor, unknownField } from "./issue-sentences.ts";
import { isUnstorable, unstorable } from "./strict-json.ts";

export interface FieldIssue {
  /** Dotted, from where the value stands: `body.customer.name`, `query.limit`. */
  readonly path: string;
  readonly message: string;
}

export type Check = (value: unknown) => readonly FieldIssue[];

const maxIssues = 20;
/** Choices inside choices make up to nine errors for one issue: enough for all that are shown by default. */
const fewestErrors = maxIssues * 10;
/** Where values are text, whatever they mean. */
const textSources: ReadonlySet<string> = new Set(["query", "path", "header"]);

interface Checked {
  readonly where: string;
  readonly schema: TSchema;
  readonly limit: number;
}

/** Compiles a schema into a check whose issues, at most `limit`, start with `where` (body, query, path, header). */
export function compileCheck(where: string, schema: TSchema, limit = maxIssues): Check {
  let validator: Validator | undefined;
  return (value) => {
    validator ??= Compile(schema);
    if (validator.Check(value)) return [];
    return toIssues({ where, schema, limit }, value, errorsOf(validator, value, limit));
  };
}

/** The library stops at a number of errors that is set for the whole process; choices make several for one issue. */
function errorsOf(validator: Validator, value: unknown, limit: number): readonly TLocalizedValidationError[] {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: Math.max(limit * 4, fewestErrors) });
  try {
    return validator.Errors(value);
  } finally {
    Settings.Set({ maxErrors });
  }
}

/** Compiles a schema into the bare question whether a value has its shape. */
export function compileGuard<S extends TSchema>(schema: S): (value: unknown) => value is Static<S> {
  let validator: Validator | undefined;
  return (value): value is Static<S> => {
    validator ??= Compile(schema);
    return validator.Check(value);
  };
}

/** Compiles an object of named fields; a field is optional when its schema says so. Closed, it admits no others. */
export function compileFields(where: string, fields: Readonly<Record<string, TSchema>>, closed = false): Check {
  return compileCheck(where, Type.Object(fields, closed ? { additionalProperties: false } : {}));
}

function toIssues(
  { where, schema, limit }: Checked,
  value: unknown,
  errors: readonly TLocalizedValidationError[],
): readonly FieldIssue[] {
  const issues = new Map<string, string>();
  for (const error of clearChoices(errors)) {
    for (const [pointer, message] of describe(error, { where, schema, value })) {
      const path = where + pathText(pointer);
      // The first thing that is wrong with a part says enough.
      if (!issues.has(path)) issues.set(path, message);
    }
    if (issues.size >= limit) break;
  }
  return [...issues].slice(0, limit).map(([path, message]) => ({ path, message }));
}

function describe(
  error: TLocalizedValidationError,
  { where, schema, value }: { readonly where: string; readonly schema: TSchema; readonly value: unknown },
): readonly (readonly [pointer: string, message: string])[] {
  const at = error.instancePath;
  switch (error.keyword) {
    case "required":
      return error.params.requiredProperties.map((name) => [`${at}/${name}`, "is required"] as const);
    case "additionalProperties":
      return error.params.additionalProperties.map((name) => [`${at}/${name}`, unknownField] as const);
    default: {
      const part = valueAt(schema, error.schemaPath.slice(1));
      return [[at, sentenceFor({ error, got: valueAt(value, at), schema: part, isText: textSources.has(where) })]];
    }
  }
}

function pathText(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join("");
}

function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const part of pointer.split("/").slice(1)) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return value;
}

/** Text of a path or query that PostgreSQL could not store. */
export function unstorableFields(where: string, fields: Readonly<Record<string, unknown>>): readonly FieldIssue[] {
  return Object.entries(fields)
    .filter(([, value]) => typeof value === "string" && isUnstorable(value))
    .map(([name]) => ({ path: `${where}.${name}`, message: unstorable }));
}

/**
 * Reads the text of path and query values as their schema wants them: whole numbers and booleans are read, everything
 * else stays text and is judged by the check. Bodies are never read this way.
 */
export function readTextFields(
  fields: Readonly<Record<string, TSchema>>,
  text: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const read: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const value = text[name];
    if (value === undefined) continue;
    const type = (schema as { readonly type?: unknown }).type;
    if (type === "integer" && isWholeNumber(value)) read[name] = Number(value);
    else if (type === "number" && typeof value === "string" && /^-?\d{1,15}(\.\d{1,15})?$/.test(value))
      read[name] = Number(value);
    else if (type === "boolean" && (value === "true" || value === "false")) read[name] = value === "true";
    else read[name] = value;
  }
  return read;
}

/** Text of a whole number that is read without a loss. */
function isWholeNumber(value: unknown): boolean {
  return typeof value === "string" && /^-?\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value));
}

/** The fields of an object's schema; undefined when it is the schema of something else. */
export function propertiesOf(schema: TSchema | undefined): object | undefined {
  if (schema === undefined || !("properties" in schema)) return undefined;
  return typeof schema.properties === "object" && schema.properties !== null ? schema.properties : undefined;
}
