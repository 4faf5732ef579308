/** Finds the differences that no entry of the change log explains (rules/http 12.3 and 12.4). Pure. */
import type { Entry } from "./changelog-entries.ts";
import { fingerprintOf, sentenceOf, type Difference } from "./difference.ts";

/** The differences that no entry names; one that breaks must be named by an entry with `breaking: true`. */
export function unexplained(differences: readonly Difference[], entries: readonly Entry[]): readonly Difference[] {
  const named = new Set(entries.flatMap(({ fingerprints }) => fingerprints));
  const warned = new Set(entries.filter(({ breaks }) => breaks).flatMap(({ fingerprints }) => fingerprints));
  return differences.filter((difference) => !(difference.breaks ? warned : named).has(fingerprintOf(difference)));
}

/** One line: the fingerprint, whether the difference breaks, and the difference. */
export function lineOf(difference: Difference): string {
  return `${fingerprintOf(difference)}  ${difference.breaks ? "breaks" : "      "}  ${sentenceOf(difference)}`;
}
