/**
 * Measures how busy the event loop is, and answers the last rank that is still admitted. Pure: one reading a second.
 *
 * A bad second is one whose 99th percentile is over 200 ms. One bad second changes nothing: it may be a single delay, at
 * the start for example. The second one refuses rank 4, the third also rank 3; each good second takes one step back. A
 * second without a call is good, because refusing the first call would not help a loop that is late for another reason.
 */
import type { Rank } from "./call-class.ts";

export interface LoopPressure {
  /** Takes the reading of a second, in milliseconds, and whether there was a call to serve in it. */
  read(lateMs: number, hasServed: boolean): void;
  lets(rank: Rank): boolean;
}

const deepest = 3;

/** Pressure of a loop that is in time. */
export function createLoopPressure(tooLateMs: number): LoopPressure {
  let level = 0;
  return {
    read(lateMs, hasServed) {
      level = hasServed && lateMs > tooLateMs ? Math.min(deepest, level + 1) : Math.max(0, level - 1);
    },
    lets: (rank) => level < 2 || rank < 6 - level,
  };
}
