/** Checks values against schemas and says, for a person, which field is wrong and what it should be. */
import Type, { type TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import { Settings } from "typebox/system";
import { isUnstorable } from "./strict-json.ts";

export interface FieldIssue {
  /** Dotted, from where the value stands: `body.customer.name`, `query.limit`. */
  readonly path: string;
  readonly message: string;
}

export type Check = (value: unknown) => readonly FieldIssue[];

const maxIssues = 20;

/** Compiles a schema into a check whose issues, at most `limit`, start with `where` (body, query, path, header). */
export function compileCheck(where: string, schema: TSchema, limit = maxIssues): Check {
  let validator: Validator | undefined;
  return (value) => {
    validator ??= Compile(schema);
    if (validator.Check(value)) return [];
    return toIssues(where, value, errorsOf(validator, value, limit), limit);
  };
}

/** The library stops at a number of errors that is set for the whole process; choices make several for one issue. */
function errorsOf(validator: Validator, value: unknown, limit: number): readonly TLocalizedValidationError[] {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: limit * 4 });
  try {
    return validator.Errors(value);
  } finally {
    Settings.Set({ maxErrors });
  }
}

/** Compiles an object of named fields; a field is optional when its schema says so. */
export function compileFields(where: string, fields: Readonly<Record<string, TSchema>>): Check {
  return compileCheck(where, Type.Object(fields));
}

function toIssues(
  where: string,
  value: unknown,
  errors: readonly TLocalizedValidationError[],
  limit: number,
): readonly FieldIssue[] {
  const issues = new Map<string, string>();
  // Errors inside the branches of a choice only confuse when the choice itself is named, unless one branch clearly fits.
  const choices = errors
    .filter((error) => error.keyword === "anyOf" || error.keyword === "oneOf")
    .map((error) => error.instancePath);
  for (const error of errors) {
    for (const [pointer, message] of describe(error, value)) {
      if (
        choices.includes(error.instancePath) &&
        error.keyword !== "anyOf" &&
        error.keyword !== "oneOf" &&
        message === "must be null"
      )
        continue;
      const path = where + pathText(pointer);
      if (!issues.has(path) || issues.get(path)?.startsWith("has none") === true) issues.set(path, message);
    }
  }
  return [...issues].slice(0, limit).map(([path, message]) => ({ path, message }));
}

function describe(error: TLocalizedValidationError, root: unknown): readonly (readonly [string, string])[] {
  const at = error.instancePath;
  const got = valueAt(root, at);
  switch (error.keyword) {
    case "required":
      return error.params.requiredProperties.map((name) => [`${at}/${name}`, "is required"] as const);
    case "additionalProperties":
      return error.params.additionalProperties.map(
        (name) => [`${at}/${name}`, "is not a known field; check its spelling or remove it"] as const,
      );
    case "boolean":
      // The only schema that admits nothing is the one for fields that are not declared.
      return [[at, "is not a known field; check its spelling or remove it"]];
    case "type":
      return [[at, `must be ${article([error.params.type].flat().join(" or "))}, not ${kindOf(got)}`]];
    case "enum":
      return [[at, `must be one of ${error.params.allowedValues.map((value) => JSON.stringify(value)).join(", ")}`]];
    case "const":
      return [[at, `must be ${JSON.stringify(error.params.allowedValue)}`]];
    case "pattern":
      return [[at, patternMessage(String(error.params.pattern))]];
    case "minLength":
      return [
        [at, error.params.limit === 1 ? "must not be empty" : `must have at least ${error.params.limit} characters`],
      ];
    case "maxLength":
      return [[at, `must have at most ${error.params.limit} characters`]];
    case "anyOf":
    case "oneOf":
      return [[at, `has none of the forms that are allowed here (it is ${kindOf(got)})`]];
    default:
      return [[at, error.message]];
  }
}

function patternMessage(pattern: string): string {
  if (pattern.startsWith("^(app|")) return "is not a well-formed id (a type prefix, an underscore and 26 characters)";
  if (pattern.startsWith("^\\S")) return "must not begin or end with white space";
  return `must match ${pattern}`;
}

function article(type: string): string {
  return type === "null" ? "null" : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function kindOf(value: unknown): string {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number" && !Number.isInteger(value)) return "a fraction";
  return article(typeof value);
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
    .map(([name]) => ({ path: `${where}.${name}`, message: "may not contain U+0000 or half of a surrogate pair" }));
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
    if (type === "integer" && typeof value === "string" && /^-?\d{1,15}$/.test(value)) read[name] = Number(value);
    else if (type === "number" && typeof value === "string" && /^-?\d{1,15}(\.\d{1,15})?$/.test(value))
      read[name] = Number(value);
    else if (type === "boolean" && (value === "true" || value === "false")) read[name] = value === "true";
    else read[name] = value;
  }
  return read;
}
