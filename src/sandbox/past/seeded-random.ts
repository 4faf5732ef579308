/** Numbers in [0, 1) that follow from a text alone, so that the same day has the same past. Pure. */
import type { Random } from "../../pricing/draw-basket.ts";

/** A series of numbers: the same for the same text. */
export function seededRandom(seed: string): Random {
  // FNV-1a makes a number of the text, and the steps of mulberry32 go on from there.
  let state = 0x811c9dc5;
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of the values, by the next number. */
export function pickFrom<T>(values: readonly [T, ...T[]], random: Random): T {
  return values[Math.floor(random() * values.length)] ?? values[0];
}
