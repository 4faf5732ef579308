import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import pg from "pg";
import { readInstant, readTexts } from "./read-values.ts";

/** PostgreSQL's text of a moment: microseconds without zeros at their end, the offset of the session. */
function textOf(at: number, micros: number, offset: string): string {
  const [date, time] = new Date(at).toISOString().slice(0, 19).split("T");
  const fraction = String(micros).padStart(6, "0").replace(/0+$/, "");
  return `${date} ${time}${fraction === "" ? "" : `.${fraction}`}${offset}`;
}

test("a timestamptz in UTC is its milliseconds, rounded down, whatever digits its fraction has", () => {
  const seconds = fc.integer({ min: Date.UTC(100, 0, 1) / 1000, max: Date.UTC(9999, 11, 31) / 1000 });
  const micros = fc.oneof(
    fc.constantFrom(0, 600_000, 670_000, 678_000, 678_900, 1, 10),
    fc.integer({ min: 0, max: 999_999 }),
  );
  fc.assert(
    fc.property(seconds, micros, (at, fraction) => {
      assert.equal(readInstant(textOf(at * 1000, fraction, "+00")), at * 1000 + Math.floor(fraction / 1000));
    }),
  );
});

test("other offsets, and years of another length, are read as well", () => {
  const at = Date.UTC(2026, 0, 2, 3, 4, 5);
  assert.equal(readInstant(textOf(at, 0, "+02")), at - 2 * 3_600_000);
  assert.equal(readInstant(textOf(at, 250_000, "-03:30")), at + 250 + 3.5 * 3_600_000);
  assert.equal(readInstant("0099-12-31 00:00:00+00"), Date.parse("0099-12-31T00:00:00Z"));
  assert.ok(Number.isNaN(readInstant("infinity")));
});

/** PostgreSQL's text of an array: words as they are, all else in quotes. */
function arrayOf(texts: readonly (string | null)[]): string {
  const written = texts.map((text) => {
    if (text === null) return "NULL";
    const isWord = /^[\w+-]+$/.test(text) && text.toLowerCase() !== "null";
    return isWord ? text : `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
  });
  return `{${written.join()}}`;
}

test("a text[] is read as the parser of any array reads it, whatever its texts are", () => {
  const oid: number = 1009;
  const readAny = pg.types.getTypeParser(oid, "text");
  const some = fc.oneof(
    fc.constantFrom("PENDING", "ACCEPTED", "t1", "", "null", "NULL", "a,b", "{", "}", '"', "\\", " "),
    fc.string(),
    fc.constant(null),
  );
  fc.assert(
    fc.property(fc.array(some), (texts) => {
      assert.deepEqual(readTexts(arrayOf(texts)), texts);
      assert.deepEqual(readTexts(arrayOf(texts)), readAny(arrayOf(texts)));
    }),
  );
  assert.deepEqual(readTexts("{{a,b},{c,d}}"), readAny("{{a,b},{c,d}}"));
  assert.deepEqual(readTexts("[2:3]={a,b}"), readAny("[2:3]={a,b}"));
});
