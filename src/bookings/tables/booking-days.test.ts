import assert from "node:assert/strict";
import { test } from "node:test";
import { localDate } from "../../kernel/wall-time.ts";
import { offsetAt } from "../../kernel/zone-offsets.ts";
import { daysOf } from "./booking-days.ts";

const dayMs = 86_400_000;

test("the local dates of a stay, over midnight and in a window of a month", () => {
  const at = (text: string): number => Date.parse(text);
  const days = (from: string, until: string) => daysOf("Europe/Paris", [{ from: at(from), until: at(until) }]);
  assert.deepEqual(days("2026-10-24T20:00:00Z", "2026-10-24T22:00:00Z"), ["2026-10-24"]);
  assert.deepEqual(days("2026-10-24T20:00:00Z", "2026-10-24T22:00:00.001Z"), ["2026-10-24", "2026-10-25"]);
  assert.equal(days("2026-10-24T22:00:00Z", "2026-11-24T23:00:00Z").length, 31);
});

test("local dates follow on each other in every zone: no clock goes back over midnight to the date before", () => {
  const now = Date.now();
  let changes = 0;
  for (const timeZone of Intl.supportedValuesOf("timeZone")) {
    for (let at = now; at < now + 3 * 366 * dayMs; at += dayMs) {
      if (offsetAt(timeZone, at) === offsetAt(timeZone, at + dayMs)) continue;
      const change = changeBetween(timeZone, at, at + dayMs);
      changes += 1;
      assert.ok(localDate(timeZone, change - 1) <= localDate(timeZone, change), `${timeZone} ${change}`);
    }
  }
  assert.ok(changes > 100, `${changes} changes`);
});

/** The first instant with the later offset. */
function changeBetween(timeZone: string, before: number, after: number): number {
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(timeZone, middle) === offsetAt(timeZone, before)) low = middle;
    else high = middle;
  }
  return high;
}
