/** How far a replica is behind, without one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { measureReplicaLag } from "./replica-lag.ts";

test("a replica is as old as the last position of the primary that it shows (rules/operating 1.20)", () => {
  const lag = measureReplicaLag();
  assert.equal(lag.behindMs(0), Infinity);
  lag.primaryWrote(100, 1_000);
  lag.replicaShows(99);
  assert.equal(lag.behindMs(1_500), Infinity);
  lag.replicaShows(100);
  assert.equal(lag.behindMs(1_500), 500);
  lag.primaryWrote(200, 3_000);
  lag.replicaShows(150);
  assert.equal(lag.behindMs(4_000), 3_000);
  lag.replicaShows(200);
  assert.equal(lag.behindMs(4_000), 1_000);
  assert.equal(lag.behindMs(20_000), 17_000, "nobody looked since");
  lag.replicaShows(null);
  assert.equal(lag.behindMs(4_000), Infinity);
});

test("a replica is never told younger than it is", () => {
  const step = fc.record({ grows: fc.nat(50), waits: fc.integer({ min: 1, max: 5_000 }), shows: fc.nat(60) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const lag = measureReplicaLag();
      const history: { position: number; atMs: number }[] = [];
      let [position, now] = [0, 0];
      for (const { grows, waits, shows } of steps) {
        position += grows;
        now += waits;
        history.push({ position, atMs: now });
        lag.primaryWrote(position, now);
        const shown = Math.max(0, position - shows);
        lag.replicaShows(shown);
        // What it lacks was written after the last moment at which the primary had no more than it shows.
        const complete = history.findLast((each) => each.position <= shown)?.atMs ?? -Infinity;
        assert.ok(lag.behindMs(now) >= now - complete);
      }
    }),
  );
});
