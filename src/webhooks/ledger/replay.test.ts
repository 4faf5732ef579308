import assert from "node:assert/strict";
import { test } from "node:test";
import { isReplayable, type ReplayCandidate } from "./replay.ts";

test("which pairs of event and subscription a replay queues", () => {
  const table: readonly (readonly [
    ReplayCandidate["subscriptionStatus"],
    ReplayCandidate["state"],
    boolean,
    boolean,
    boolean,
  ])[] = [
    // status, state, leased, queued, queued when forced
    ["enabled", null, false, true, true],
    ["enabled", "failed", false, true, true],
    ["enabled", "skipped", false, true, true],
    ["enabled", "held", false, true, true],
    ["enabled", "pending", false, true, true],
    ["enabled", "pending", true, false, false],
    ["enabled", "delivered", false, false, true],
    ["disabled", null, false, false, false],
    ["disabled", "held", false, false, false],
    ["disabled", "delivered", false, false, false],
  ];
  for (const [subscriptionStatus, state, leased, queued, forced] of table) {
    const candidate = { subscriptionStatus, state, leased };
    assert.equal(isReplayable(candidate, { force: false }), queued, JSON.stringify(candidate));
    assert.equal(isReplayable(candidate, { force: true }), forced, JSON.stringify(candidate));
  }
});
