/**
 * Tries that this process has counted: a flood of guesses costs the database nothing once its limit is reached. Bounded; what
 * holds across processes is counted in the database besides.
 */
import { createRateLimit, type RateLimit } from "../platform/limits/rate-limit.ts";

export interface CountedTries {
  /** Counts one; answers the whole seconds to wait, at least 1, when that is over the limit. */
  count(name: string, most: number, seconds: number): number | undefined;
}

/** No tries yet. */
export function createCountedTries(): CountedTries {
  const limits = new Map<string, RateLimit>();
  return {
    count(name, most, seconds) {
      const kind = `${most} in ${seconds}`;
      const limit = limits.get(kind) ?? createRateLimit({ limit: most, windowMs: seconds * 1_000 });
      limits.set(kind, limit);
      return limit.count(name);
    },
  };
}
