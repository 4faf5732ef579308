/**
 * The attempts that this process has counted: many guesses cost the database nothing once their limit is reached.
 * Bounded. The database also counts, for all processes together.
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
