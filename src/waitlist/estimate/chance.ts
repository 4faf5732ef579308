/**
 * Random numbers that are the same for the same party, whoever else is there. The key of a party decides its behaviour in
 * each run. One state therefore has one answer, and one more party in line never changes the behaviour of the others.
 * Pure.
 */

export const runs = 256;

/** A number for a key (FNV-1a). */
export function seedOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return mix(hash);
}

/**
 * What the party of a seed draws in a run, in [0, 1). Over all runs each party draws from each of 256 equal shares once
 * (Latin hypercube), which takes most of the noise out of the quantiles.
 */
export function drawOf(seed: number, run: number): number {
  // Multiplying by an odd number, adding and shifting down are one-to-one on eight bits.
  let share = (Math.imul(run, (seed & 0xfe) | 1) + (seed >>> 8)) & 0xff;
  share ^= share >>> 4;
  share = (Math.imul(share, ((seed >>> 16) & 0xfe) | 1) + (seed >>> 24)) & 0xff;
  share ^= share >>> 3;
  share = (Math.imul(share, ((seed >>> 5) & 0xfe) | 1) + (seed >>> 13)) & 0xff;
  share ^= share >>> 5;
  return (share + mix(seed ^ Math.imul(run + 1, 0x9e3779b1)) / 2 ** 32) / runs;
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
