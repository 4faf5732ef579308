import assert from "node:assert/strict";
import { test } from "node:test";
import { connectionsOf, poolSizes, type ProcessKind } from "./connection-budget.ts";

const all = (kind: ProcessKind): number =>
  [true, false].reduce((sum, livemode) => sum + connectionsOf(poolSizes(kind, { livemode, given: null }), true), 0);

test("four serve and four work processes of both environments have 80 of 100 connections (rules/operating 1.16)", () => {
  assert.equal(4 * all("serve") + 4 * all("work"), 80);
});

test("a process that answers has no pool for work, one that works has none for requests (rules/operating 1.16)", () => {
  assert.deepEqual(poolSizes("serve", { livemode: true, given: null }), { requests: 6, counters: 1, work: 0 });
  assert.deepEqual(poolSizes("serve", { livemode: false, given: null }), { requests: 2, counters: 1, work: 0 });
  assert.deepEqual(poolSizes("work", { livemode: true, given: null }), { requests: 0, counters: 0, work: 4 });
  assert.deepEqual(poolSizes("work", { livemode: false, given: 5 }), { requests: 0, counters: 0, work: 5 });
});

test("what the operator gives holds for all pools of the process together", () => {
  assert.deepEqual(poolSizes("serve", { livemode: true, given: 16 }), { requests: 14, counters: 2, work: 0 });
  assert.deepEqual(poolSizes("serve", { livemode: true, given: 2 }), { requests: 1, counters: 1, work: 0 });
});

test("a single process keeps 16 for requests, and more beside them", () => {
  assert.deepEqual(poolSizes("dev", { livemode: false, given: null }), { requests: 16, counters: 2, work: 6 });
  assert.equal(poolSizes("dev", { livemode: false, given: 4 }).requests, 4);
});
