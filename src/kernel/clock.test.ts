import assert from "node:assert/strict";
import { test } from "node:test";
import { lastInstant, toIso } from "./clock.ts";

const dayMs = 86_400_000;

test("ISO text is what Date writes, on every day that a request may name and outside of them", () => {
  const others: number[] = [];
  // Another time on each day: 7919 is a prime.
  for (let day = 0; day * dayMs <= lastInstant; day++) others.push(day * dayMs + ((day * 7_919_000) % dayMs));
  const edges = [0, 1, 999, 1_000, 59_999, 60_000, 3_599_999, dayMs - 1, dayMs, lastInstant, lastInstant + 1, -1, 1.5];
  const wrong = [...edges, ...others].filter((instant) => toIso(instant) !== new Date(instant).toISOString());
  assert.deepEqual(wrong.slice(0, 5), []);
  assert.ok(others.length > 376_000);
});

test("what is no moment is refused, as by Date", () => {
  for (const instant of [NaN, Infinity, 9e15]) assert.throws(() => toIso(instant), RangeError);
});
