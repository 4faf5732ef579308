/** How far a replica is behind, without one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { measureReplicaLag } from "./replica-lag.ts";

const at = (position: number, timeline = 1) => ({ timeline, position });

test("a replica is as old as the last position of the primary that it shows (rules/operating 1.20)", () => {
  const lag = measureReplicaLag();
  assert.equal(lag.behindMs(0), Infinity);
  lag.primaryWrote(at(100), 1_000);
  lag.replicaShows(at(99));
  assert.equal(lag.behindMs(1_500), Infinity);
  lag.replicaShows(at(100));
  assert.equal(lag.behindMs(1_500), 500);
  lag.primaryWrote(at(200), 3_000);
  lag.replicaShows(at(150));
  assert.equal(lag.behindMs(4_000), 3_000);
  lag.replicaShows(at(200));
  assert.equal(lag.behindMs(4_000), 1_000);
  assert.equal(lag.behindMs(20_000), 17_000, "nobody looked since");
  lag.replicaShows(null);
  assert.equal(lag.behindMs(4_000), Infinity);
});

test("a replica that is left on the timeline before a promotion shows nothing of the new one (rules/operating 1.20)", () => {
  const lag = measureReplicaLag();
  lag.primaryWrote(at(300), 1_000);
  lag.replicaShows(at(300));
  assert.equal(lag.behindMs(1_000), 0);
  lag.primaryWrote(at(200, 2), 3_000);
  assert.equal(lag.behindMs(3_000), Infinity, "what it showed was never on the new timeline");
  lag.replicaShows(at(300));
  assert.equal(lag.behindMs(3_000), Infinity, "300 bytes of the old timeline are not the first 200 of the new one");
  lag.replicaShows(at(200, 2));
  assert.equal(lag.behindMs(3_500), 500);
  lag.replicaShows(at(300, 3));
  assert.equal(lag.behindMs(3_500), Infinity, "the primary that was asked is an old one");
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
        lag.primaryWrote(at(position), now);
        const shown = Math.max(0, position - shows);
        lag.replicaShows(at(shown));
        // What it lacks was written after the last moment at which the primary had no more than it shows.
        const complete = history.findLast((each) => each.position <= shown)?.atMs ?? -Infinity;
        assert.ok(lag.behindMs(now) >= now - complete);
      }
    }),
  );
});
