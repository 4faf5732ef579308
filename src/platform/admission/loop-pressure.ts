/**
 * How busy the event loop is, as the last rank that is still let in. Pure: fed with one reading a second. A loop that is late
 * by more than 200 ms (the 99th percentile of the second) answers everybody late. One such reading may be a single stall, at
 * the start for example, and changes nothing; with the second rank 4 is refused, with the third rank 3 as well; each
 * good second takes one step back. A second without a call is a good one: a loop that is late by the start of the process, or
 * because the machine is busy, is not helped by refusing the first call.
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
