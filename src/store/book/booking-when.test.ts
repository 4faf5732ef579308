import assert from "node:assert/strict";
import { test } from "node:test";
import { readerOf } from "../../pages/reader.ts";
import { nearDayWords } from "./booking-when.ts";

const timeZone = "Europe/Paris";
const reader = readerOf("en", "FR");
const today = "2026-11-22";

// oxfmt-ignore
const cases: readonly (readonly [at: string, serviceDate: string, words: string])[] = [
  ["2026-11-22T12:30:00+01:00", "2026-11-22", "Today: Sunday, 22 November"],
  ["2026-11-22T16:59:00+01:00", "2026-11-22", "Today: Sunday, 22 November"],
  ["2026-11-22T17:00:00+01:00", "2026-11-22", "Tonight: Sunday, 22 November"],
  ["2026-11-23T01:00:00+01:00", "2026-11-22", "Tonight after midnight: Monday, 23 November"],
  ["2026-11-23T01:00:00+01:00", "2026-11-23", "Tomorrow: Monday, 23 November"],
  ["2026-11-23T20:00:00+01:00", "2026-11-23", "Tomorrow: Monday, 23 November"],
  ["2026-11-24T01:00:00+01:00", "2026-11-23", "Monday night, Tuesday, 24 November"],
  ["2026-11-24T20:00:00+01:00", "2026-11-24", "Tuesday, 24 November"],
];
for (const [at, serviceDate, words] of cases) {
  test(`${at} of the service of ${serviceDate} is "${words}" (rules/languages 1.8)`, () => {
    assert.equal(nearDayWords({ at: Date.parse(at), timeZone, reader, serviceDate, today }), words);
  });
}

test("what does not know the present day says the day alone", () => {
  const at = Date.parse("2026-11-22T20:00:00+01:00");
  assert.equal(nearDayWords({ at, timeZone, reader, serviceDate: today }), "Sunday, 22 November");
  const french = readerOf("fr", "FR");
  assert.equal(
    nearDayWords({ at, timeZone, reader: french, serviceDate: today, today }),
    "Ce soir\u00a0: dimanche 22 novembre",
  );
});
