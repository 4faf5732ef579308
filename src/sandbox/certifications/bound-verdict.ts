/** Bounds the length of a verdict, because a judge names every call and every event that it saw. Pure. */
import type { CertifiedScenario } from "./certifications.sql.ts";

/** Characters of a sentence. */
export const longestText = 1_000;
/** Ids of one expectation. */
export const mostIdsShown = 40;

/** The scenario with sentences of 1,000 characters and 40 ids at most. */
export function boundVerdict(one: CertifiedScenario): CertifiedScenario {
  return {
    ...one,
    reason: one.reason === null ? null : bounded(one.reason),
    expectations: one.expectations.map(({ expected, seen, met, ids }) => ({
      expected: bounded(expected),
      seen: bounded(seen),
      met,
      ids: ids.slice(0, mostIdsShown),
    })),
  };
}

function bounded(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText - 1).toWellFormed()}…`;
}
