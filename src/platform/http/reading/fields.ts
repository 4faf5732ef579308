/** Schema pieces that every feature's wire shapes are made of. */
import Type, { type TSchema, type TString, type TUnion, type TNull, type TUnsafe } from "typebox";
import { isBlank } from "../../../kernel/blank.ts";
import { lastInstant, toUnixSeconds } from "../../../kernel/clock.ts";
import { guestLanguages } from "../../../kernel/language.ts";
import { idPattern, idPrefixes, type Id, type IdPrefix } from "../../../kernel/id.ts";

/** The patterns of texts; what one has to be instead is said in `issue-sentences.ts`. */
export const trimmedPattern = "^\\S(?:[\\s\\S]*\\S)?$";
export const filledPattern = "\\S";
/** What a text of either pattern has to be. */
export const notBlank = "must not be blank";
export const clockTimePattern = "^([01]\\d|2[0-3]):[0-5]\\d$";
export const datePattern = "^\\d{4}-\\d{2}-\\d{2}$";
export const currencyPattern = "^[A-Z]{3}$";
/** A status of HTTP, or a class of them: 404, 4xx. */
export const statusPattern = "^[1-5](?:\\d\\d|xx)$";
export const visiblePattern = (atLeast: 0 | 1): string => `^[\\x21-\\x7e]${atLeast === 1 ? "+" : "*"}$`;

/** More than any id has: longer text is not looked at. */
export const longestId = 40;
const longestInstant = 40;
const longestSeconds = 12;

/** An id of one kind: malformed text is 400; as a path parameter a well-formed id of another kind is 404. */
export function idField<Prefix extends IdPrefix>(prefix: Prefix): TUnsafe<Id<Prefix>> {
  const example = `${prefix}_01k0abcdefghjkmnpqrstvwxyz`;
  return Type.Unsafe<Id<Prefix>>({
    type: "string",
    maxLength: longestId,
    pattern: idPattern,
    description: `An id that begins with ${prefix}_ (${idPrefixes[prefix]}), for example ${example}.`,
    "x-id-prefix": prefix,
  });
}

/**
 * Text: 1 to `max` characters, no U+0000 (checked for every string). When asked, `trimmed`: it neither begins nor ends with
 * white space, as names do; or `filled`: people may end a line. Somebody sees something of either.
 */
export function textField(
  max = 500,
  options: { readonly description?: string; readonly form?: "trimmed" | "filled" } = {},
): TString {
  const text = Type.String({
    minLength: 1,
    maxLength: max,
    ...(options.form === undefined ? {} : { pattern: options.form === "trimmed" ? trimmedPattern : filledPattern }),
    ...(options.description === undefined ? {} : { description: options.description }),
  });
  // The patterns are those of every language that clients are generated for: what is seen of a text is asked beside them.
  return options.form === undefined
    ? text
    : Type.Refine(
        text,
        (given) => !isBlank(given),
        () => notBlank,
      );
}

/** Marks what says something of a person: the request log has "[redacted]" in its place (rules/http 13.4). */
export function personal<T extends TSchema>(schema: T): T {
  return Object.assign(schema, { "x-personal": true });
}

/** Marks what opens something: the request log has "[redacted]" in its place (rules/http 13.4). */
export function secret<T extends TSchema>(schema: T): T {
  return Object.assign(schema, { "x-secret": true });
}

/** A value or null. */
export function nullable<T extends TSchema>(schema: T): TUnion<[T, TNull]> {
  return Type.Union([schema, Type.Null()]);
}

const lastSecond = toUnixSeconds(lastInstant);

/** Whole Unix seconds of the years 1970 to 2999. */
export function unixSeconds(description: string): ReturnType<typeof Type.Integer> {
  return Type.Integer({ minimum: 0, maximum: lastSecond, description });
}

/** The same as text. */
export function unixSecondsText(): TString {
  return Type.String({ format: "unix-seconds", maxLength: longestSeconds });
}

/** An ISO 8601 instant of the years 1970 to 2999 (`formats.ts`). */
export function isoInstant(description: string): TString {
  return Type.String({ description, format: "date-time", maxLength: longestInstant });
}

/** An e-mail address (`formats.ts`). */
export function emailField(): TString {
  return Type.String({ format: "email", maxLength: 254 });
}

/** A date by the wall clock; whether the calendar has it, the feature says. */
export function localDate(description: string): TString {
  return Type.String({ pattern: datePattern, maxLength: 10, description });
}

/** A time of the day by the wall clock. */
export function localClockTime(description: string): TString {
  return Type.String({ pattern: clockTimePattern, maxLength: 5, description });
}

/** One of some words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(
  words: Words,
  description?: string,
): TUnsafe<Words[number]> {
  return Type.Unsafe<Words[number]>({
    type: "string",
    enum: [...words],
    ...(description === undefined ? {} : { description }),
  });
}

function keyOfWrite(description: string) {
  const form = "1 to 255 visible ASCII characters.";
  return Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, pattern: visiblePattern(1), description: `${description} ${form}` }),
  );
}

/** The key of a write in its body (rules/http 5.10). */
export const idempotencyKey = keyOfWrite("The same as the header Idempotency-Key, and wins over it.");

/** The same, where the route needs one (`keyNeeded`). */
export const neededIdempotencyKey = keyOfWrite("Needed, here or as the header Idempotency-Key; wins over the header.");

/** The language that a guest reads, as resources show it. */
export const languageShown = nullable(
  oneOf(guestLanguages, "What the guest reads: pages and messages have it; null: the language of the location."),
);

/** The same in a body. */
export const languageGiven = Type.Optional(
  oneOf(guestLanguages, "What the guest reads; absent: the language of the location."),
);

/** For the options of a body's schema: exactly one of the fields is there. The feature checks it and has its own words for it. */
export function exactlyOneOf(...names: readonly string[]) {
  return { "x-exactly-one-of": names };
}

/** The same, for one of the fields or more. */
export function atLeastOneOf(...names: readonly string[]) {
  return { "x-at-least-one-of": names };
}
