import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readInstant } from "./connection-config.ts";

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
