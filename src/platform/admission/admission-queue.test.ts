import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAdmissionQueue, keptSlots, type AdmissionQueue, type Refused, type Slot } from "./admission-queue.ts";
import type { Rank } from "./call-class.ts";

interface Asked {
  slot: Slot | undefined;
  waitedMs: number | undefined;
  refused: Refused | undefined;
  gone: boolean;
}

/** A queue with a clock of its own. */
class Scene {
  readonly queue: AdmissionQueue;
  now = 0;

  constructor(slots: number) {
    this.queue = createAdmissionQueue({
      slots,
      longestWaitMs: 1_000,
      standingWaitMs: 50,
      standingAfterMs: 500,
      spareMs: 0,
      spareBackAfterMs: 60_000,
    });
  }

  ask(rank: Rank, flow: string): Asked {
    const asked: Asked = { slot: undefined, waitedMs: undefined, refused: undefined, gone: false };
    this.queue.enter(
      {
        rank,
        flow,
        isGone: () => asked.gone,
        admitted: (slot, waitedMs) => Object.assign(asked, { slot, waitedMs }),
        refused: (why) => Object.assign(asked, { refused: why }),
      },
      this.now,
    );
    return asked;
  }

  askAll(rank: Rank, flows: readonly string[]): readonly Asked[] {
    return flows.map((flow) => this.ask(rank, flow));
  }

  leave(asked: Asked): void {
    assert.ok(asked.slot !== undefined);
    asked.slot.leave(this.now);
  }

  /** Moves the clock in the steps in which waits are ended. */
  pass(milliseconds: number): void {
    for (let at = 0; at < milliseconds; at += 10) {
      this.now += 10;
      this.queue.expire(this.now);
    }
  }
}

const times = (count: number, flow: string): string[] => Array.from({ length: count }, () => flow);

describe("the admission queue", () => {
  test("admits at once while there is room, and no more than there are slots (rules/operating 3.1)", () => {
    const scene = new Scene(10);
    const asked = scene.askAll(3, times(12, "a"));
    assert.equal(asked.filter(({ slot }) => slot !== undefined).length, 10 - keptSlots(10));
    assert.equal(scene.queue.waiting, 4);
  });

  const kept: readonly (readonly [slots: number, kept: number])[] = [
    [1, 0],
    [2, 1],
    [6, 1],
    [10, 2],
    [32, 6],
  ];
  for (const [slots, expected] of kept) {
    test(`of ${slots} slots ${expected} are kept for ranks 0 and 1`, () => {
      const scene = new Scene(slots);
      scene.askAll(4, times(slots, "lists"));
      const pressing = scene.askAll(1, times(slots, "decisions"));
      assert.equal(pressing.filter(({ slot }) => slot !== undefined).length, expected);
    });
  }

  test("serves the first rank first, and within a flow who came first (rules/operating 3.3)", () => {
    const scene = new Scene(1);
    const holder = scene.ask(2, "x");
    const order = ([4, 3, 2, 1, 0, 4] as const).map((rank) => ({ rank, asked: scene.ask(rank, "x") }));
    const served: Rank[] = [];
    const seen = new Set<Asked>();
    for (let running: Asked | undefined = holder; running !== undefined;) {
      scene.leave(running);
      const next = order.find(({ asked }) => asked.slot !== undefined && !seen.has(asked));
      running = next?.asked;
      if (next === undefined) break;
      seen.add(next.asked);
      served.push(next.rank);
    }
    assert.deepEqual(served, [0, 1, 2, 3, 4, 4]);
  });

  test("a wait ends after a second; after half a second of standing it ends after 50 ms (rules/operating 3.2)", () => {
    const scene = new Scene(1);
    scene.ask(2, "x");
    const first = scene.ask(3, "x");
    scene.pass(490);
    assert.equal(first.refused, undefined);
    const fresh = scene.ask(3, "x");
    scene.pass(10);
    assert.equal(first.refused, "waited");
    assert.equal(fresh.refused, undefined);
    scene.pass(40);
    assert.equal(fresh.refused, "waited");
    // The queue has been empty: it may stand again for a while.
    const later = scene.ask(3, "x");
    scene.pass(400);
    assert.equal(later.refused, undefined);
  });

  test("ranks 0 and 1 wait for a second whatever stands", () => {
    const scene = new Scene(1);
    scene.ask(0, "x");
    const decision = scene.ask(1, "x");
    scene.pass(990);
    assert.equal(decision.refused, undefined);
    scene.pass(10);
    assert.equal(decision.refused, "waited");
  });

  test("nobody goes beyond a quarter while somebody with less waits; alone one may have all (rules/operating 3.4)", () => {
    const scene = new Scene(20);
    const greedy = scene.askAll(3, times(30, "greedy"));
    assert.equal(greedy.filter(({ slot }) => slot !== undefined).length, 16);
    const others = scene.askAll(3, ["b", "c"]);
    for (const holder of greedy.slice(0, 2)) scene.leave(holder);
    assert.deepEqual(
      others.map(({ slot }) => slot !== undefined),
      [true, true],
    );
  });

  test("two flows that both have their quarter share what is left", () => {
    const scene = new Scene(20);
    const asked = [...scene.askAll(3, times(15, "a")), ...scene.askAll(3, times(15, "b"))];
    assert.equal(asked.filter(({ slot }) => slot !== undefined).length, 16);
    for (const holder of asked.filter(({ slot }) => slot !== undefined)) scene.leave(holder);
    assert.equal(scene.queue.running, 14);
  });

  test("a flow that used more time waits for those that used less", () => {
    const scene = new Scene(1);
    const slow = scene.ask(3, "slow");
    const slowNext = scene.ask(3, "slow");
    scene.now += 300;
    scene.leave(slow);
    assert.ok(slowNext.slot !== undefined);
    scene.ask(3, "slow");
    const quick = scene.askAll(3, times(5, "quick"));
    scene.now += 300;
    scene.leave(slowNext);
    let running = quick[0];
    for (const each of quick) {
      assert.ok(each.slot !== undefined, "each quick call is served before the slow flow");
      running = each;
      scene.now += 2;
      if (each !== quick.at(-1)) scene.leave(each);
    }
    assert.ok(running?.slot !== undefined);
  });

  test("a full house lets the last rank go, the newest of the longest line, and never one that is not behind", () => {
    const scene = new Scene(1);
    scene.ask(0, "x");
    const [a, b, c] = [scene.ask(4, "long"), scene.ask(4, "long"), scene.ask(4, "short")];
    const decision = scene.ask(1, "x");
    assert.equal(scene.queue.displace(4), false);
    assert.equal(scene.queue.displace(2), true);
    assert.deepEqual(
      [a.refused, b.refused, c.refused, decision.refused],
      [undefined, "displaced", undefined, undefined],
    );
    assert.ok(scene.queue.displace(1) && scene.queue.displace(1));
    assert.equal(scene.queue.displace(1), false);
    assert.equal(decision.refused, undefined);
  });

  test("who has gone gets no slot", () => {
    const scene = new Scene(1);
    const holder = scene.ask(2, "x");
    const [gone, next] = [scene.ask(2, "x"), scene.ask(2, "x")];
    gone.gone = true;
    scene.leave(holder);
    assert.deepEqual([gone.slot, gone.refused], [undefined, "waited"]);
    assert.ok(next.slot !== undefined);
  });

  test("a slot is given back once", () => {
    const scene = new Scene(2);
    const holder = scene.ask(0, "x");
    scene.leave(holder);
    scene.leave(holder);
    assert.equal(scene.queue.running, 0);
  });
});
