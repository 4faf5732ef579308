import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAdmissionQueue, type Slot } from "./admission-queue.ts";
import type { Rank } from "./call-class.ts";

const limits = { slots: 10, longestWaitMs: 1_000, standingWaitMs: 50, standingAfterMs: 500 };
/** Of twenty calls: decisions, orders placed and read, menus, lists; as `npm run bench:overload` has them. */
const ranks: readonly Rank[] = [2, 1, 2, 2, 3, 2, 2, 4, 2, 1, 2, 3, 2, 4, 2, 1, 2, 3, 2, 4];

interface Outcome {
  readonly accepted: number;
  /** How long the refused have waited, the shortest first, in milliseconds. */
  readonly refusedAfter: readonly number[];
}

/**
 * A service whose calls take `heldMs` each, or as long as `pauseUntilMs` when that is later: `arrivals` says how many calls
 * come in a millisecond. The clock is that of the test.
 */
function serve(
  durationMs: number,
  arrivals: (now: number) => number,
  { heldMs = 10, pauseUntilMs = 0 }: { readonly heldMs?: number; readonly pauseUntilMs?: number } = {},
): Outcome {
  const queue = createAdmissionQueue(limits);
  const leaving: { readonly at: number; readonly slot: Slot }[] = [];
  const refusedAfter: number[] = [];
  let now = 0;
  let accepted = 0;
  let asked = 0;
  const ask = (): void => {
    asked += 1;
    const since = now;
    queue.enter(
      {
        rank: ranks[asked % ranks.length] ?? 2,
        flow: `app ${asked % 7}`,
        isGone: () => false,
        admitted: (slot) => {
          accepted += 1;
          leaving.push({ at: Math.max(now + heldMs, pauseUntilMs), slot });
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
  return { accepted, refusedAfter: refusedAfter.toSorted((a, b) => a - b) };
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
});
