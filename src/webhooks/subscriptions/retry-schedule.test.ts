import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  askedToWaitSeconds,
  lastAttempt,
  orderedForSeconds,
  retryDelayMs,
  retryDelaysSeconds,
} from "./retry-schedule.ts";

test("the schedule: after attempt n the next one comes in", () => {
  const table: readonly (readonly [number, number | undefined])[] = [
    [1, 5],
    [2, 15],
    [3, 30],
    [4, 60],
    [5, 120],
    [6, 600],
    [7, 3_600],
    [8, 14_400],
    [9, 43_200],
    [10, undefined],
    [11, undefined],
  ];
  for (const [attempt, seconds] of table) {
    assert.equal(retryDelayMs(attempt, 0), seconds === undefined ? undefined : seconds * 1000, `attempt ${attempt}`);
  }
  assert.equal(lastAttempt, 10);
});

test("the first five retries are inside the six minutes, even with the longest jitter and ten-second time-outs (rules/webhooks 6.2)", () => {
  const waited = retryDelaysSeconds.slice(0, 5).reduce((sum, seconds) => sum + seconds * 1.1, 0);
  assert.ok(waited + 5 * 10 < orderedForSeconds);
});

test("jitter only lengthens, by at most a tenth; Retry-After only lengthens, to at most ten minutes (rules/webhooks 6.3, 6.4)", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 0.999_999, noNaN: true }),
      fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: undefined }),
      (attempt, jitter, asked) => {
        const scheduled = (retryDelaysSeconds[attempt - 1] ?? 0) * 1000;
        const delay = retryDelayMs(attempt, jitter, asked) ?? -1;
        assert.ok(delay >= scheduled);
        assert.ok(delay >= Math.min(asked ?? 0, 600) * 1000);
        assert.ok(delay <= Math.max(scheduled * 1.1, Math.min((asked ?? 0) * 1.1, 600) * 1000) + 1);
      },
    ),
  );
});

test("Retry-After", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  const table: readonly (readonly [number, string | undefined, number | undefined])[] = [
    [429, "30", 30],
    [503, " 120 ", 120],
    [503, "Sun, 01 Mar 2026 12:01:30 GMT", 90],
    [503, "Sun, 01 Mar 2026 11:00:00 GMT", 0],
    [500, "30", undefined],
    [200, "30", undefined],
    [429, undefined, undefined],
    [429, "-5", undefined],
    [429, "1.5", undefined],
    [429, "soon", undefined],
    [429, "99999999999999", undefined],
    [429, "2026-03-01T12:01:30Z", undefined],
  ];
  for (const [status, header, seconds] of table) {
    assert.equal(askedToWaitSeconds(status, header, now), seconds, `${status} ${header}`);
  }
  assert.equal(retryDelayMs(1, 0, 30), 30_000);
  assert.equal(retryDelayMs(5, 0, 30), 120_000);
  assert.equal(retryDelayMs(1, 0, 7_200), 600_000);
});
