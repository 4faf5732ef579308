/** How the values of an answer are read, of the texts that PostgreSQL sends. */
import pg from "pg";

/** Reads the text of a value. */
export type ReadText = (text: string) => unknown;

/**
 * Says how the values of a type are read, by the number of the type in PostgreSQL: timestamptz as milliseconds, bigint as a
 * number (never above 2^53 here), date and numeric as text.
 */
export function readerOf(oid: number): ReadText {
  if (oid === 1184) return readInstant;
  if (oid === 20) return Number;
  if (oid === 1082 || oid === 1700) return String;
  if (oid === textArray) return readTexts;
  return pg.types.getTypeParser(oid, "text");
}

const textArray: number = 1009;
const readAnyTexts = pg.types.getTypeParser(textArray, "text") as (text: string) => string[];

/**
 * Reads PostgreSQL's text of a text[]. Words alone, as in `{PENDING,ACCEPTED}`, are split, a third of what the parser of any
 * array takes; a list of orders has one in each row.
 */
export function readTexts(text: string): string[] {
  if (text === "{}") return [];
  const isOfWords = text.lastIndexOf("{") === 0 && !/["\\]|null/i.test(text);
  return isOfWords ? text.slice(1, -1).split(",") : readAnyTexts(text);
}

const [blank, plus, dash, dot, zero] = [32, 43, 45, 46, 48];

/**
 * Reads PostgreSQL's text of a timestamptz as milliseconds, rounded down. A list of 100 orders has nearly a thousand of
 * them: the usual form, `2026-01-02 03:04:05.678901+00`, is read digit by digit, a fifth of what `Date.parse` takes.
 */
export function readInstant(text: string): number {
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2);
  // `Date.UTC` takes the years 0 to 99 for those of the twentieth century.
  if (!isUsual(text) || year < 100) return Date.parse(isoFrom(text));
  const digits = Math.max(0, text.length - 23);
  const fraction =
    (digits > 0 ? 100 * digit(text, 20) : 0) +
    (digits > 1 ? 10 * digit(text, 21) : 0) +
    (digits > 2 ? digit(text, 22) : 0);
  const [hours, minutes, seconds] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  return Date.UTC(year, twoDigits(text, 5) - 1, twoDigits(text, 8), hours, minutes, seconds, fraction);
}

/** A year of four digits, whole seconds or a fraction, and no offset. */
function isUsual(text: string): boolean {
  const end = text.length - 3;
  return (
    text.charCodeAt(4) === dash &&
    text.charCodeAt(10) === blank &&
    text.charCodeAt(end) === plus &&
    text.charCodeAt(end + 1) === zero &&
    text.charCodeAt(end + 2) === zero &&
    (end === 19 || (end > 20 && text.charCodeAt(19) === dot))
  );
}

function digit(text: string, at: number): number {
  return text.charCodeAt(at) - zero;
}

function twoDigits(text: string, at: number): number {
  return 10 * digit(text, at) + digit(text, at + 1);
}

/** PostgreSQL writes `2026-01-02 03:04:05.678901+00`; the ISO reader wants a `T` and minutes in the offset. */
function isoFrom(value: string): string {
  const text = value.replace(" ", "T");
  return /[+-]\d\d$/.test(text) ? `${text}:00` : text;
}
