/**
 * The claims of a search, remembered. A search over a month of a busy room reads thousands of rows; the next one of the same
 * window needs none of them again as long as nothing was written to its dates, in any process. Guarantees: what is answered
 * is never older than the search: the mark of the dates is read each time, before the claims, and a hold that has run out
 * meanwhile ends the memory. Bounded by claims, least recently used out first; a crash forgets it.
 */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import type { Db } from "../platform/postgres/database.ts";
import { daysOf, type Span } from "./booking-days.ts";
import type { Claim } from "./claim.ts";
import { listClaims } from "./list-claims.query.ts";
import { findNextHoldExpiry } from "./next-hold-expiry.query.ts";
import { readDayMark } from "./read-day-mark.query.ts";

/** Whose claims, and at what time of the location. */
export interface ClaimsWanted extends Span {
  readonly locationId: Id<"str">;
  readonly timeZone: string;
  readonly now: Instant;
}

interface Remembered {
  readonly version: number;
  /** When the first of the location's holds runs out. */
  readonly goodUntil: Instant;
  readonly claims: readonly Claim[];
}

const maxClaims = 300_000;

/** Windows by their name, in the order of their last use. */
class ClaimMemory {
  readonly #windows = new Map<string, Remembered>();
  #claims = 0;

  get(name: string): Remembered | undefined {
    const found = this.#windows.get(name);
    if (found === undefined) return undefined;
    this.#windows.delete(name);
    this.#windows.set(name, found);
    return found;
  }

  put(name: string, window: Remembered): void {
    this.forget(name);
    this.#windows.set(name, window);
    this.#claims += sizeOf(window);
    for (const oldest of this.#windows.keys()) {
      if (this.#claims <= maxClaims || oldest === name) return;
      this.forget(oldest);
    }
  }

  forget(name: string): void {
    const window = this.#windows.get(name);
    if (window === undefined) return;
    this.#windows.delete(name);
    this.#claims -= sizeOf(window);
  }
}

/** An empty window takes room too. */
const sizeOf = ({ claims }: Remembered): number => claims.length + 10;

const memories = new WeakMap<Db, ClaimMemory>();

/** The live claims of a location that overlap the span, as of now or a moment later. */
export async function recallClaims(db: Db, wanted: ClaimsWanted): Promise<readonly Claim[]> {
  const { locationId, from, until, timeZone, now } = wanted;
  const memory = memories.get(db) ?? new ClaimMemory();
  memories.set(db, memory);
  const { version } = await readDayMark(db, locationId, daysOf(timeZone, [{ from, until }]));
  const name = `${locationId} ${from} ${until}`;
  const known = memory.get(name);
  if (known?.version === version && now < known.goodUntil) return known.claims;
  const [claims, nextExpiry] = await Promise.all([
    listClaims(db, locationId, from, until),
    findNextHoldExpiry(db, locationId),
  ]);
  memory.put(name, { version, goodUntil: nextExpiry ?? Infinity, claims });
  return claims;
}
