import assert from "node:assert/strict";
import { test } from "node:test";
import { createAddressLimits } from "./address-limits.ts";
import { createSharedCounts } from "./shared-counts.ts";

test("a process that is far below its own limit refuses when all together are over it (rules/http 8.6)", () => {
  let at = 1_000_000;
  const shared = createSharedCounts(() => at);
  const limits = createAddressLimits({ diner_writes: 10 }, () => at, shared);
  assert.equal(limits.count("diner_writes", "203.0.113.7"), undefined);
  assert.equal(limits.count("diner_writes", "203.0.113.8"), undefined);
  assert.deepEqual(shared.takePending(), [
    { name: "diner_writes", network: "203.0.113.7", counted: 1 },
    { name: "diner_writes", network: "203.0.113.8", counted: 1 },
  ]);
  shared.hear([
    { name: "diner_writes", network: "203.0.113.7", counted: 10, waitSeconds: 40 },
    { name: "diner_writes", network: "203.0.113.8", counted: 9, waitSeconds: 40 },
    { name: "diner_writes", network: "nobody", counted: 99, waitSeconds: 40 },
  ]);
  assert.equal(limits.count("diner_writes", "203.0.113.7"), 40);
  assert.equal(limits.count("diner_writes", "203.0.113.8"), undefined);
  assert.equal(limits.count("diner_reads", "203.0.113.7"), undefined);
  at += 39_500;
  assert.equal(limits.count("diner_writes", "203.0.113.7"), 1);
  at += 500;
  assert.equal(limits.count("diner_writes", "203.0.113.7"), undefined);
});

test("what was told is told once, and keys that nobody counts are forgotten", () => {
  const shared = createSharedCounts(() => 0, 2);
  for (const network of ["a", "a", "b", "c"]) shared.count("photos", network, 5);
  assert.deepEqual(
    shared.takePending().map(({ network, counted }) => [network, counted]),
    [
      ["a", 2],
      ["b", 1],
    ],
    "a third key finds no room",
  );
  assert.deepEqual(shared.takePending(), []);
  shared.count("photos", "c", 5);
  assert.deepEqual(
    shared.takePending().map(({ network }) => network),
    ["c"],
  );
});
