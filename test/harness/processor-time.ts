/** How the processor time of a computation grows with its input. The growth is the same on a slow and on a fast machine. */
import assert from "node:assert/strict";

/** The processor time of the work in this thread, in milliseconds. */
function timeOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Below this a time is well under the bar of 50 ms and says nothing about growth. */
const floorMs = 25;
/** Twice the input may take this many times as long: 2 is linear, 4 is quadratic. */
const mostGrowth = 3.2;
/** Twenty times the bar of 50 ms: the bar is for a fast machine with nothing else to do. */
const ceilingMs = 1_000;
/**
 * Other work on the machine and the collection of garbage only add to a time, so the least of some is the truest. On a busy
 * machine the longer work may be disturbed many times in a row; a square is one in every round.
 */
const rounds = 40;

/**
 * Asserts that the work on an input at its limit ends in time and that it grows with the length of the input: from half of
 * the limit to the limit by less than a square would. `make` answers the worst input of a size.
 */
export function assertGrowsWithLength<Input>(
  limit: number,
  make: (size: number) => Input,
  work: (input: Input) => unknown,
): void {
  const half = make(Math.floor(limit / 2));
  const whole = make(limit);
  let [first, second] = [Infinity, Infinity];
  for (let round = 0; round < rounds; round++) {
    second = Math.min(
      second,
      timeOf(() => work(whole)),
    );
    if (second < floorMs) return;
    first = Math.min(
      first,
      timeOf(() => work(half)),
    );
    if (second < ceilingMs && second < mostGrowth * first) return;
  }
  assert.fail(`${first.toFixed(1)} ms for half of the limit, ${second.toFixed(1)} ms for the limit`);
}
