import assert from "node:assert/strict";
import { test } from "node:test";
import { figuresOf, inTurns, sayOf, spreadOf } from "./rounds.ts";

test("the middle of rounds, of an even number the mean of the two in the middle, and their ends", () => {
  assert.deepEqual(spreadOf([3, 1, 20]), { middle: 3, least: 1, most: 20 });
  assert.deepEqual(spreadOf([10, 9, 1, 2]), { middle: 5.5, least: 1, most: 10 });
  assert.throws(() => spreadOf([]), /no round/);
});

test("a round counts by its rate, its middle time and what one step costs", () => {
  const slow = { count: 10, seconds: 5, times: [100, 400, 200], cpuMs: 1_000, postgresCpuMs: 50 };
  const quick = { count: 40, seconds: 5, times: [50], cpuMs: 2_000, postgresCpuMs: 80 };
  assert.deepEqual(figuresOf([slow, quick, quick]), {
    perSecond: { middle: 8, least: 2, most: 8 },
    p50: { middle: 50, least: 50, most: 200 },
    cpuMs: { middle: 50, least: 50, most: 100 },
    postgresCpuMs: { middle: 2, least: 2, most: 5 },
  });
});

test("each peer is first in turn", () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((round) => inTurns(["a", "b", "c"], round).join("")),
    ["abc", "bca", "cab", "abc"],
  );
});

test("figures have the digits that count", () => {
  assert.equal(sayOf({ middle: 12.34, least: 0.456, most: 1234.5 }), "12.3 (0.46 to 1235)");
});
