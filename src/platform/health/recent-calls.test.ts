import assert from "node:assert/strict";
import { test } from "node:test";
import { createRecentCalls } from "./recent-calls.ts";

test("calls are counted for five minutes, those with 503 apart", () => {
  let now = 1_000_000;
  const recent = createRecentCalls(() => now);
  assert.deepEqual(recent.read(), { calls: 0, refused: 0 });
  for (const status of [200, 503, 404]) recent.count(status);
  now += 60_000;
  for (const status of [503, 500]) recent.count(status);
  assert.deepEqual(recent.read(), { calls: 5, refused: 2 });
  now += 230_000;
  assert.deepEqual(recent.read(), { calls: 5, refused: 2 }, "290 seconds after the first");
  now += 10_000;
  assert.deepEqual(recent.read(), { calls: 2, refused: 1 }, "300 seconds after the first");
  recent.count(200);
  assert.deepEqual(recent.read(), { calls: 3, refused: 1 }, "a step is used again from nothing");
  now += 3_600_000;
  assert.deepEqual(recent.read(), { calls: 0, refused: 0 });
});
