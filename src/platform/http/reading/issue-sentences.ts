/**
 * Says in a sentence what is wrong with a value and what to send, without words of JSON Schema and regular expressions.
 * Pure.
 */
import { Format } from "typebox/format";
import type { TLocalizedValidationError } from "typebox/error";
import {
  clockTimePattern,
  currencyPattern,
  datePattern,
  filledPattern,
  notBlank,
  statusPattern,
  trimmedPattern,
  visiblePattern,
} from "./fields.ts";
import { lastInstant, toUnixSeconds } from "../../../kernel/clock.ts";
import { idPattern } from "../../../kernel/id.ts";

/** A value that a schema does not admit. */
export interface Complaint {
  readonly error: TLocalizedValidationError;
  readonly got: unknown;
  /** The part of the schema that complains, as far as it was found. */
  readonly schema: unknown;
  /** Queries, paths and headers are text, whatever their fields mean. */
  readonly isText: boolean;
}

/** What is wrong with the value, as it follows the name of the field. */
export function sentenceFor({ error, got, schema, isText }: Complaint): string {
  switch (error.keyword) {
    case "type":
      if (isUnixSeconds(schema)) return secondsSentence(got, isText);
      return isText ? textSentence(error.params.type, got, schema) : typeSentence([error.params.type].flat(), got);
    case "enum":
      return `must be one of ${error.params.allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
    case "const":
      return `must be ${JSON.stringify(error.params.allowedValue)}`;
    case "pattern":
      return patternSentence(String(error.params.pattern), got, schema);
    case "~refine":
      return error.params.message;
    case "format":
      return formatSentence(error.params.format, got, isText);
    case "minimum":
      return `must be at least ${error.params.limit}`;
    case "maximum":
      if (isUnixSeconds(schema)) return secondsSentence(got, isText);
      return `must be at most ${error.params.limit}`;
    case "minLength":
      return error.params.limit === 1 ? "must not be empty" : `must have at least ${error.params.limit} characters`;
    case "maxLength":
      return `must have at most ${error.params.limit} characters`;
    case "minItems":
      return `must have at least ${elements(error.params.limit)}`;
    case "maxItems":
      return `must have at most ${elements(error.params.limit)}`;
    case "uniqueItems":
      return "must not repeat an element";
    case "boolean":
      // The only schema that admits nothing is the one for fields that are not declared.
      return unknownField;
    default:
      return "does not have the form that its description asks for";
  }
}

const lastSecond = toUnixSeconds(lastInstant);

function isUnixSeconds(schema: unknown): boolean {
  return boundsOf(schema).maximum === lastSecond;
}

/** Most programs send a date, or the milliseconds of their own clock. */
function secondsSentence(got: unknown, isText: boolean): string {
  if (isText && Array.isArray(got)) return "must be sent once only";
  // An object of a body has no number; one without a prototype cannot even be asked for it.
  const number = typeof got === "number" || typeof got === "string" ? Number(got) : NaN;
  const isMilliseconds = number > lastSecond;
  return `must be whole seconds since 1970, such as 1795622400${isMilliseconds ? "; milliseconds are divided by 1000" : ""}`;
}

export const unknownField = "is not a known field; check its spelling or remove it";

function elements(count: number): string {
  return count === 1 ? "1 element" : `${count} elements`;
}

function typeSentence(types: readonly string[], got: unknown): string {
  const wanted = types.map(article);
  const last = wanted.at(-1) ?? "";
  const list = wanted.length < 2 ? last : `${wanted.slice(0, -1).join(", ")} or ${last}`;
  return `must be ${list}, not ${kindOf(got)}`;
}

function article(type: string): string {
  return type === "null" ? "null" : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function kindOf(value: unknown): string {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number" && !Number.isFinite(value)) return "a number too large to be read";
  if (typeof value === "number" && !Number.isInteger(value)) return "a fraction";
  return article(typeof value);
}

function textSentence(type: string | readonly string[], got: unknown, schema: unknown): string {
  if (Array.isArray(got)) return "must be sent once only";
  if (type === "boolean") return "must be true or false";
  if (type === "number") return "must be a number";
  if (type !== "integer") return "must be text";
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = boundsOf(schema);
  if (/^\d+$/.test(String(got))) return `must be at most ${maximum}`;
  if (/^-\d+$/.test(String(got))) return `must be at least ${minimum}`;
  return `must be a whole number${rangeText(minimum, maximum)}`;
}

function boundsOf(schema: unknown): { readonly minimum?: number; readonly maximum?: number } {
  if (typeof schema !== "object" || schema === null) return {};
  const fields = new Map(Object.entries(schema));
  const [minimum, maximum]: readonly unknown[] = [fields.get("minimum"), fields.get("maximum")];
  return { ...(typeof minimum === "number" && { minimum }), ...(typeof maximum === "number" && { maximum }) };
}

function rangeText(minimum: number, maximum: number): string {
  const from = minimum > Number.MIN_SAFE_INTEGER;
  const to = maximum < Number.MAX_SAFE_INTEGER;
  if (from && to) return ` from ${minimum} to ${maximum}`;
  return from ? ` of at least ${minimum}` : to ? ` of at most ${maximum}` : "";
}

/** What a text of a pattern that our schemas use has to be. */
const patternSentences: ReadonlyMap<string, string> = new Map([
  [clockTimePattern, "must be a time of the day HH:MM, such as 07:00"],
  [datePattern, "must be a date YYYY-MM-DD, such as 2026-11-25"],
  [visiblePattern(0), "must have visible ASCII characters only, and no space"],
  [visiblePattern(1), "must have 1 to 255 visible ASCII characters, and no space"],
  [filledPattern, notBlank],
  [statusPattern, "must be a status such as 409, or a class such as 4xx"],
  [currencyPattern, "must be the three capital letters of a currency, such as EUR"],
]);

function patternSentence(pattern: string, got: unknown, schema: unknown): string {
  if (pattern === idPattern) {
    const prefix: unknown =
      typeof schema === "object" && schema !== null && "x-id-prefix" in schema ? schema["x-id-prefix"] : undefined;
    const start = typeof prefix === "string" ? `${prefix}_` : "a type prefix, an underscore";
    return got === ""
      ? `is empty; it needs an id (${start} and 26 characters)`
      : `is not a well-formed id (${start} and 26 characters)`;
  }
  if (pattern === trimmedPattern) {
    return String(got).trim() === "" ? notBlank : "must not begin or end with white space";
  }
  return patternSentences.get(pattern) ?? "does not have the form that its description asks for";
}

/** Whether texts of the pattern or the format are complained of in words of their own. */
export function hasSentence(kind: "pattern" | "format", name: string): boolean {
  if (kind === "format") return formatSentences.has(name);
  return name === idPattern || name === trimmedPattern || patternSentences.has(name);
}

const formatSentences: ReadonlyMap<string, string> = new Map([
  ["date-time", "must be an instant with its offset, such as 2026-11-25T00:00:00Z or 2026-11-25T01:00:00+01:00"],
  ["date", "must be a date YYYY-MM-DD, such as 2026-11-25"],
  ["email", "must be an e-mail address, such as ada@example.com"],
  ["unix-seconds", "must be whole seconds since 1970, before the year 3000, such as 1795622400"],
  ["uri", "must be an absolute URL, such as https://example.com/hook"],
]);

const instantForm = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const outsideYears = "must be of the years 1970 to 2999";
const lostPlus = /^\d{4}-\d\d-\d\dT[\d:.]+ \d\d:?\d\d$/;

function formatSentence(format: string, got: unknown, isText: boolean): string {
  const sentence = formatSentences.get(format) ?? "does not have the form that its description asks for";
  const text = String(got);
  if (format === "date" && Format.IsDate(text)) return outsideYears;
  if (format === "date" && /^\d{4}-\d\d-\d\d$/.test(text)) return "is not a date of the calendar (YYYY-MM-DD)";
  if (format !== "date-time") return sentence;
  if (Format.IsDateTime(text)) return outsideYears;
  if (instantForm.test(text)) return "has a date or a time that does not exist";
  // A plus sign that was not encoded arrives as a space.
  return isText && lostPlus.test(text) ? `${sentence} (in a query the + is written %2B)` : sentence;
}
