/** The judge's finding on one check. */

export interface Finding {
  /** `open`: not seen yet. `broken`: nothing that can still come mends it. */
  readonly state: "met" | "open" | "broken";
  /** What was expected, in a sentence. */
  readonly expected: string;
  /** What was seen instead, or that it was seen. */
  readonly seen: string;
  /** The ids of what was looked at. */
  readonly ids: readonly string[];
  /** The ids that a check gives a name to. */
  readonly found?: readonly string[];
}

export type OneFinding = Omit<Finding, "expected">;
