/** Answers of the geocoder, kept in the process for 24 hours, because many diners type the same. Bounded; nothing is stored. */
import { monotonicMs } from "../kernel/clock.ts";
import type { FoundAddress } from "./geocoder.ts";

const mostKept = 2_000;
const keptMs = 24 * 3_600_000;

export interface Suggestions {
  get(question: string): readonly FoundAddress[] | undefined;
  put(question: string, found: readonly FoundAddress[]): void;
}

/** Nothing is known yet. */
export function createSuggestions(): Suggestions {
  const kept = new Map<string, { readonly found: readonly FoundAddress[]; readonly until: number }>();
  return {
    get(question) {
      const known = kept.get(question);
      return known !== undefined && monotonicMs() < known.until ? known.found : undefined;
    },
    put(question, found) {
      kept.delete(question);
      kept.set(question, { found, until: monotonicMs() + keptMs });
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    },
  };
}
