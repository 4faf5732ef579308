/**
 * Which starts have a free table, by bitsets: one bit per quantum of elapsed time, from the first start of a search to
 * the end of its last stay. Elapsed time needs no special case for midnight and clock changes.
 *
 * The quantum divides the distances between all starts and all stays. A claim widened to whole quanta therefore blocks
 * exactly the starts that it overlaps. The taken bits of a unit are spread back over the length of the stay in log2
 * steps: bit s is then clear only if the unit is free for the whole stay that begins at s. A combination is the OR of its
 * units, an area the AND of its options; neither is ever stored. Pure.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Claim } from "../tables/claim.ts";
import { fits } from "../tables/seating.ts";
import type { SeatingOption, Venue } from "../venue/venue.ts";

type Bits = Uint32Array<ArrayBuffer>;

/** The line of time that a search looks at, in quanta. */
export interface Timeline {
  readonly from: Instant;
  readonly quantumMs: number;
  readonly length: number;
}

/** Lays a line under all starts and all stays (in milliseconds, with the buffer); there is at least one of each. */
export function layTimeline(starts: readonly Instant[], stays: readonly number[]): Timeline {
  let [from, last] = [starts[0] ?? 0, starts[0] ?? 0];
  for (const start of starts) {
    if (start < from) from = start;
    if (start > last) last = start;
  }
  let quantumMs = 0;
  for (const stay of stays) quantumMs = divisor(quantumMs, stay);
  for (const start of starts) if ((start - from) % quantumMs !== 0) quantumMs = divisor(quantumMs, start - from);
  return { from, quantumMs, length: (last - from + Math.max(...stays)) / quantumMs };
}

function divisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

/**
 * The quanta that are taken: a row of bits for every unit, all in one array, because many small ones cost more than the
 * work on them. `claimed` tells the rows in which any bit is set.
 */
export interface TakenQuanta {
  readonly words: number;
  readonly bits: Bits;
  readonly claimed: readonly boolean[];
}

/** Marks the claims on the line. */
export function markClaims(venue: Venue, line: Timeline, claims: readonly Claim[], ignoreOwner?: string): TakenQuanta {
  const words = (line.length + 31) >> 5;
  const bits: Bits = new Uint32Array(venue.rowOf.size * words);
  const claimed = Array.from({ length: venue.rowOf.size }, () => false);
  for (const claim of claims) {
    const first = Math.max(0, Math.floor((claim.from - line.from) / line.quantumMs));
    const end = Math.min(line.length, Math.ceil((claim.until - line.from) / line.quantumMs));
    if (first >= end || claim.ownerId === ignoreOwner) continue;
    // A unit that is no longer configured seats nobody.
    const row = venue.rowOf.get(claim.unitId);
    if (row === undefined) continue;
    claimed[row] = true;
    setRange(bits, row * words * 32 + first, row * words * 32 + end);
  }
  return { words, bits, claimed };
}

function setRange(bits: Bits, first: number, end: number): void {
  const [low, high] = [first >> 5, (end - 1) >> 5];
  const lowMask = 0xffffffff << (first & 31);
  const highMask = 0xffffffff >>> (31 - ((end - 1) & 31));
  if (low === high) {
    bits[low] = (bits[low] ?? 0) | (lowMask & highMask);
    return;
  }
  bits[low] = (bits[low] ?? 0) | lowMask;
  bits.fill(0xffffffff, low + 1, high);
  bits[high] = (bits[high] ?? 0) | highMask;
}

/** What a stay asks of a seating option. */
export interface StayWanted {
  readonly partySize: number;
  /** In milliseconds, with the buffer; a multiple of the quantum. */
  readonly stayMs: number;
  /** Only these units, or null. */
  readonly unitIds: readonly string[] | null;
}

/** Tells whether an area has a free option for the stay from a start on. */
export type AreaHasTable = (areaId: string, startsAt: Instant) => boolean;

/** Prepares the answer for all starts of the line; the cost is here, each question is one bit. */
export function freeStarts(venue: Venue, line: Timeline, taken: TakenQuanta, wanted: StayWanted): AreaHasTable {
  const { words, claimed } = taken;
  const stay = wanted.stayMs / line.quantumMs;
  const bits = taken.bits.slice();
  const isSpread = claimed.map(() => false);
  // The rows of an option that have claims, as positions in the array, spread when they are first asked for.
  const rowsOf = ({ unitIds }: SeatingOption): number[] => {
    const rows = unitIds.map((unitId) => venue.rowOf.get(unitId) ?? 0).filter((row) => claimed[row] === true);
    for (const row of rows) {
      if (isSpread[row] !== true) spreadBack(bits, row * words, words, stay);
      isSpread[row] = true;
    }
    return rows.map((row) => row * words);
  };
  const areas = new Map<string, Bits | "free">();
  for (const { areaId, options } of venue.areas) {
    const suitable = options.filter((option) => fits(option, { ...wanted, offer: "online" }));
    areas.set(areaId, takenForAll(suitable.map(rowsOf), bits, words));
  }
  return (areaId, startsAt) => {
    const area = areas.get(areaId);
    if (area === undefined || area === "free") return area === "free";
    const at = (startsAt - line.from) / line.quantumMs;
    return (((area[at >> 5] ?? 0) >>> (at & 31)) & 1) === 0;
  };
}

/** The starts at which no option is free: the AND over options of the OR over rows; "free" when one has no claim at all. */
function takenForAll(options: readonly (readonly number[])[], bits: Bits, words: number): Bits | "free" {
  if (options.some((rows) => rows.length === 0)) return "free";
  const all: Bits = new Uint32Array(words).fill(0xffffffff);
  for (const [first = 0, ...others] of options) {
    for (let word = 0; word < words; word++) {
      let any = bits[first + word] ?? 0;
      for (const other of others) any |= bits[other + word] ?? 0;
      all[word] = (all[word] ?? 0) & any;
    }
  }
  return all;
}

/** Sets bit s of a row when any of the next `length` bits from s on is set; in place, in log2(length) steps. */
function spreadBack(bits: Bits, from: number, words: number, length: number): void {
  for (let done = 1; done < length;) {
    const step = Math.min(done, length - done);
    const [whole, shift] = [step >> 5, step & 31];
    const end = from + words - whole;
    for (let word = from; word < end; word++) {
      const low = (bits[word + whole] ?? 0) >>> shift;
      const high = shift === 0 || word === end - 1 ? 0 : (bits[word + whole + 1] ?? 0) << (32 - shift);
      bits[word] = (bits[word] ?? 0) | low | high;
    }
    done += step;
  }
}
