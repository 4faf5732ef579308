import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { isOpenAt, openUntil } from "../kernel/wall-time.ts";
import { areOver, hoursAt } from "./demo-hours.ts";

const timeZone = "Europe/Paris";
const hourMs = 3_600_000;
const year = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) });
const nights = fc.integer({ min: -6 * 60, max: 6 * 60 }).map((minutes) => Date.UTC(2026, 9, 25, 1) + minutes * 60_000);

describe("the hours of the demonstration (rules/operating 9.3)", () => {
  test("whoever starts it at any time finds it open for five hours and more, also on nights when the clock changes", () => {
    fc.assert(
      fc.property(fc.oneof(year, nights), (now) => {
        const hours = hoursAt(now, timeZone);
        const until = openUntil(hours, timeZone, now);
        assert.ok(isOpenAt(hours, timeZone, now), new Date(now).toISOString());
        assert.ok(until !== null && until >= now + 5 * hourMs, `${new Date(now).toISOString()} until ${until}`);
        assert.equal(areOver(hours, timeZone, now), false);
      }),
      { numRuns: 200 },
    );
  });

  test("they close, so that a guest reads until when it is open; a start then gives others", () => {
    const now = Date.parse("2026-11-23T11:00:00Z");
    const hours = hoursAt(now, timeZone);
    assert.equal(openUntil(hours, timeZone, now), Date.parse("2026-11-24T02:00:00Z"));
    for (const [time, isOver] of [
      ["2026-11-24T00:00:00Z", false],
      ["2026-11-24T00:01:00Z", true],
      ["2026-11-24T04:00:00Z", true],
      ["2026-11-24T06:00:00Z", false],
    ] as const)
      assert.equal(areOver(hours, timeZone, Date.parse(time)), isOver, time);
  });

  test("hours of somebody's own stay, also none", () => {
    const night = Date.parse("2026-11-24T04:00:00Z");
    assert.equal(areOver(null, timeZone, night), false);
    assert.equal(areOver({ windows: [] }, timeZone, night), false);
    assert.equal(areOver({ ...hoursAt(night, timeZone), exceptions: [] }, timeZone, night), false);
  });
});
