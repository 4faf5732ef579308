/**
 * The claims of local dates by the name of the date: at most 300,000 claims. The least recently used date goes first; a
 * crash forgets them.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Claim } from "./claim.ts";

/** The claims of one local date. */
export interface RememberedDay {
  readonly version: number;
  /** When the first hold of the date runs out. */
  readonly goodUntil: Instant;
  /** All that touch the date, and of them those that no date before it has. */
  readonly claims: readonly Claim[];
  readonly begun: readonly Claim[];
}

const maxClaims = 300_000;

class ClaimMemory {
  readonly #days = new Map<string, RememberedDay>();
  #claims = 0;

  get(name: string): RememberedDay | undefined {
    const found = this.#days.get(name);
    if (found === undefined) return undefined;
    this.#days.delete(name);
    this.#days.set(name, found);
    return found;
  }

  put(name: string, day: RememberedDay): void {
    this.#forget(name);
    this.#days.set(name, day);
    this.#claims += sizeOf(day);
    for (const oldest of this.#days.keys()) {
      if (this.#claims <= maxClaims || oldest === name) return;
      this.#forget(oldest);
    }
  }

  #forget(name: string): void {
    const day = this.#days.get(name);
    if (day === undefined) return;
    this.#days.delete(name);
    this.#claims -= sizeOf(day);
  }
}

/** An empty date takes room too. */
const sizeOf = ({ claims }: RememberedDay): number => claims.length + 10;

/** A memory with no date in it. */
export function createClaimMemory(): ClaimMemory {
  return new ClaimMemory();
}
