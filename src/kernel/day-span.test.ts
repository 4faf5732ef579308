import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dateAfter, daySpan } from "./day-span.ts";

const hours = (ms: number): number => ms / 3_600_000;

describe("the days of a place", () => {
  test("a day begins at midnight of its clocks and ends where the next begins", () => {
    const { days, bounds } = daySpan("Europe/Berlin", "2026-02-27", "2026-03-01");
    assert.deepEqual(days, ["2026-02-27", "2026-02-28", "2026-03-01"]);
    assert.equal(bounds.length, 4);
    assert.equal(new Date(bounds[0] ?? 0).toISOString(), "2026-02-26T23:00:00.000Z");
  });

  for (const [date, length] of [
    ["2026-03-28", 24],
    ["2026-03-29", 23],
    ["2026-10-25", 25],
  ] as const) {
    test(`${date} in Berlin has ${length} hours`, () => {
      const { bounds } = daySpan("Europe/Berlin", date, date);
      assert.equal(hours((bounds[1] ?? 0) - (bounds[0] ?? 0)), length);
    });
  }

  test("a date some days on", () => {
    assert.deepEqual([dateAfter("2026-02-28", 1), dateAfter("2026-03-01", -1)], ["2026-03-01", "2026-02-28"]);
  });
});
