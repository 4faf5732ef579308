import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAdmissionQueue, type QueueLimits, type Slot } from "./admission-queue.ts";
import type { Rank } from "./call-class.ts";

const usual = {
  slots: 10,
  longestWaitMs: 1_000,
  standingWaitMs: 50,
  standingAfterMs: 500,
  spareMs: 5_000,
  spareBackAfterMs: 60_000,
};
/** Of a queue that has stood for long in the last minute. */
const noneSpare = { ...usual, spareMs: 0 };
/** Of twenty calls: decisions, orders placed and read, menus, lists; as `npm run bench:overload` has them. */
const ranks: readonly Rank[] = [2, 1, 2, 2, 3, 2, 2, 4, 2, 1, 2, 3, 2, 4, 2, 1, 2, 3, 2, 4];

interface Outcome {
  readonly accepted: number;
  /** How long the refused have waited, the shortest first, in milliseconds. */
  readonly refusedAfter: readonly number[];
  /** How long each accepted call has waited. */
  readonly waits: readonly { readonly since: number; readonly waited: number }[];
  readonly longestMs: number;
}

interface Serving {
  readonly heldMs?: number;
  readonly pauseFromMs?: number;
  readonly pauseUntilMs?: number;
  readonly limits?: QueueLimits;
  /** Calls of all ranks, or of one. */
  readonly mixed?: boolean;
}

/**
 * A service whose calls take `heldMs` each, or until the end of a pause in which they would end: `arrivals` says how many
 * calls come in a millisecond. The clock is that of the test.
 */
function serve(
  durationMs: number,
  arrivals: (now: number) => number,
  { heldMs = 10, pauseFromMs = 0, pauseUntilMs = 0, limits = noneSpare, mixed = true }: Serving = {},
): Outcome {
  const queue = createAdmissionQueue(limits);
  const leaving: { readonly at: number; readonly slot: Slot }[] = [];
  const refusedAfter: number[] = [];
  const waits: { readonly since: number; readonly waited: number }[] = [];
  let now = 0;
  let asked = 0;
  const ask = (): void => {
    asked += 1;
    const since = now;
    queue.enter(
      {
        rank: mixed ? (ranks[asked % ranks.length] ?? 2) : 2,
        flow: `app ${asked % 7}`,
        isGone: () => false,
        admitted: (slot) => {
          waits.push({ since, waited: now - since });
          const end = now + heldMs;
          leaving.push({ at: end < pauseFromMs ? end : Math.max(end, pauseUntilMs), slot });
          leaving.sort((a, b) => a.at - b.at);
        },
        refused: () => refusedAfter.push(now - since),
      },
      now,
    );
  };
  for (; now < durationMs || queue.running > 0; now++) {
    while ((leaving[0]?.at ?? Infinity) <= now) leaving.shift()?.slot.leave(now);
    if (now % 10 === 0) queue.expire(now);
    if (now < durationMs) for (let count = arrivals(now); count > 0; count--) ask();
  }
  const longestMs = waits.reduce((longest, { waited }) => Math.max(longest, waited), 0);
  return { accepted: waits.length, refusedAfter: refusedAfter.toSorted((a, b) => a - b), waits, longestMs };
}

const share = (sorted: readonly number[], part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0;

describe("the first half second of an overload (rules/operating 3.2)", () => {
  for (const [times, seconds, part, most] of [
    [3, 0.5, 0.5, 60],
    [3, 0.5, 0.9, 200],
    [3, 10, 0.99, 100],
    [5, 5, 0.99, 120],
  ] as const) {
    test(`${seconds} s at ${times} times what can be served: ${part * 100} % of the refused know it after ${most} ms, and no slot idles`, () => {
      const { accepted, refusedAfter } = serve(seconds * 1_000, () => times);
      assert.ok(refusedAfter.length > (times - 1.5) * seconds * 1_000, `${refusedAfter.length} refused`);
      const after = share(refusedAfter, part);
      assert.ok(after <= most, `refused after ${after} ms`);
      assert.ok(accepted >= seconds * 980, `${accepted} accepted`);
    });
  }

  test("a crowd that can be served within half a second is served whole", () => {
    const { accepted, refusedAfter } = serve(400, (now) => (now === 0 ? 380 : 0));
    assert.deepEqual([accepted, refusedAfter.length], [380, 0]);
  });

  test("a crowd that nobody follows is served as far as the half second reaches, slow calls at its beginning or not", () => {
    // The first calls take 240 ms, as those of a program that has just started.
    const { accepted, refusedAfter } = serve(600, (now) => (now === 0 ? 200 : 0), { pauseUntilMs: 240 });
    assert.deepEqual([accepted, refusedAfter.length], [200, 0]);
    const longer = serve(600, (now) => (now === 0 ? 700 : 0));
    assert.ok(longer.accepted >= 420, `${longer.accepted} accepted`);
    assert.ok(share(longer.refusedAfter, 0) >= 500, `refused after ${share(longer.refusedAfter, 0)} ms`);
  });

  test("a pause of the database refuses nobody who can be served after it", () => {
    const { accepted, refusedAfter } = serve(300, (now) => (now % 2 === 0 ? 1 : 0), { pauseUntilMs: 140 });
    assert.deepEqual([accepted, refusedAfter.length], [150, 0]);
  });

  for (const pauseUntilMs of [160, 200, 300, 400])
    test(`a pause of ${pauseUntilMs} ms of a process that has just started refuses nobody either`, () => {
      const arrivals = (now: number): number => (now % 2 === 0 ? 1 : 0);
      const { accepted, refusedAfter } = serve(600, arrivals, { pauseUntilMs, limits: usual });
      assert.deepEqual([accepted, refusedAfter.length], [300, 0]);
    });

  test("a pause of 300 ms while a crowd is served refuses nobody who can be served after it", () => {
    const arrivals = (now: number): number => (now === 0 ? 200 : Number(now % 2 === 0));
    const { accepted, refusedAfter } = serve(600, arrivals, { pauseFromMs: 90, pauseUntilMs: 390, limits: usual });
    assert.deepEqual([accepted, refusedAfter.length], [499, 0]);
  });
});

describe("a queue that is seldom there may stand longer (rules/operating 3.2)", () => {
  test("for two seconds a quarter more come than the eight slots of their rank can serve: nobody is refused, and again a minute later", () => {
    const busy = (now: number): boolean => now % 62_000 < 2_000;
    const arrivals = (now: number): number => (busy(now) || now % 2 === 0 ? 1 : 0);
    const { accepted, refusedAfter, longestMs } = serve(130_000, arrivals, { limits: usual, mixed: false });
    assert.deepEqual(refusedAfter, []);
    assert.ok(accepted === 68_000 && longestMs < 700, `${accepted} accepted, the slowest after ${longestMs} ms`);
    assert.ok(serve(2_000, arrivals, { mixed: false }).refusedAfter.length > 200, "without spare time many are");
  });

  for (const times of [3, 5])
    test(`an overload of ${times} times: nine of ten who are refused know it after 200 ms, and after six seconds waits are short`, () => {
      const { accepted, refusedAfter, waits } = serve(20_000, () => times, { limits: usual });
      assert.ok(accepted >= 19_600, `${accepted} accepted`);
      assert.ok(share(refusedAfter, 0.9) <= 200, `refused after ${share(refusedAfter, 0.9)} ms`);
      const late = waits.filter(({ since }) => since > 6_000).map(({ waited }) => waited);
      assert.ok(Math.max(...late) <= 100, `${Math.max(...late)} ms`);
      assert.ok(Math.max(...waits.map(({ waited }) => waited)) <= 1_010);
    });
});
