import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createWakeups } from "../../platform/jobs/wakeups.ts";
import { StreamRoom, watchVersions } from "./watch-versions.stream.ts";

/** A world of versions that counts how often it is read. */
function world(pollMs: number) {
  const wakeups = createWakeups();
  const versions = new Map<string, number>();
  const reads: (readonly string[])[] = [];
  let listeners = 0;
  const watch = watchVersions<string>({
    wakeups: {
      onWake(channel, listener) {
        listeners += 1;
        const stop = wakeups.onWake(channel, listener);
        return () => {
          listeners -= 1;
          stop();
        };
      },
    },
    pollMs,
    read: async (keys) => {
      reads.push(keys);
      return new Map(keys.flatMap((key) => (versions.has(key) ? [[key, versions.get(key) ?? 0] as const] : [])));
    },
  });
  return { watch, wakeups, versions, reads, listeners: () => listeners };
}

function bell() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { rung: promise, ring: () => resolve() };
}

describe("watching versions", () => {
  test("a change is told to those who watch it, and one look serves all", async () => {
    const { watch, wakeups, versions, reads } = world(60_000);
    versions.set("a", 1).set("b", 1);
    const [a, again] = [bell(), bell()];
    let others = 0;
    const stops = [watch.add("a", 1, a.ring), watch.add("a", 1, again.ring), watch.add("b", 1, () => (others += 1))];
    versions.set("a", 2);
    wakeups.wake("changes");
    await Promise.all([a.rung, again.rung]);
    assert.equal(others, 0);
    assert.ok(reads.length <= 2, `${reads.length} looks`);
    assert.deepEqual(reads.at(-1)?.toSorted(), ["a", "b"]);
    for (const stop of stops) stop();
  });

  test("what changed between reading and watching is told; a lost wake-up costs a poll", async () => {
    const { watch, versions } = world(20);
    versions.set("a", 5);
    const early = bell();
    const stop = watch.add("a", 4, early.ring);
    await early.rung;
    stop();
    const late = bell();
    const stopLate = watch.add("a", 5, late.ring);
    versions.set("a", 6);
    await late.rung;
    stopLate();
  });

  test("nothing is left when nobody watches", () => {
    const { watch, listeners } = world(60_000);
    const stops = [watch.add("a", 1, () => {}), watch.add("b", 1, () => {})];
    assert.equal(listeners(), 1);
    for (const stop of stops) stop();
    stops[0]?.();
    assert.equal(listeners(), 0);
  });
});

test("places for streams are bounded per address and in all, and come back (rules/http 8.4)", () => {
  const room = new StreamRoom({ inAll: 3, perAddress: 2 });
  const open = (address: string): AbortController | undefined => {
    const controller = new AbortController();
    return room.enter(address, controller.signal) ? controller : undefined;
  };
  const first = open("a");
  assert.ok(first !== undefined && open("a") !== undefined);
  assert.equal(open("a"), undefined);
  assert.ok(open("b") !== undefined);
  assert.equal(open("c"), undefined);
  first.abort();
  assert.ok(open("c") !== undefined);
  assert.equal(open("a"), undefined);
});
