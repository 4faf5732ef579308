/** What a difference between the program's clock and the database's means. Pure. */

/**
 * `right`; `off`: worth a warning; `wrong`: the process is unready and leases nothing; `far_off`: a process does not start
 * and does not go on; `database_wrong`: most processes see the same, so serving goes on and nothing is deleted.
 */
export type SkewKind = "right" | "off" | "wrong" | "far_off" | "database_wrong";

export const skewLimits = { off: 500, wrong: 2_000, farOff: 5_000 } as const;
/** Skews that differ by no more than this are the same: the database is what they have in common. */
const sameSkewMs = 1_000;

/** Judges a skew in milliseconds by the skews of all processes that are alive, this one included. */
export function judgeSkew(skewMs: number, alive: readonly number[]): SkewKind {
  const size = Math.abs(skewMs);
  if (size <= skewLimits.off) return "right";
  if (size <= skewLimits.wrong) return "off";
  const same = alive.filter((each) => Math.abs(each - skewMs) <= sameSkewMs).length;
  // One process alone cannot tell which of two clocks is wrong.
  if (same >= 2 && same * 2 > alive.length) return "database_wrong";
  return size <= skewLimits.farOff ? "wrong" : "far_off";
}

/** A run of readings at which both clocks agreed. */
export interface Agreement {
  readonly beganMs: number;
  readonly lastMs: number;
  readonly readings: number;
  readonly lowestSkewMs: number;
  readonly highestSkewMs: number;
}

const agreeWithinMs = 2_000;
const agreeForMs = 600_000;
const fewestReadings = 3;

/** The run with one more reading: it goes on, begins anew, or ends when the clocks disagree. */
export function continueAgreement(run: Agreement | undefined, skewMs: number, atMs: number): Agreement | undefined {
  if (Math.abs(skewMs) > agreeWithinMs) return undefined;
  const lowestSkewMs = Math.min(run?.lowestSkewMs ?? skewMs, skewMs);
  const highestSkewMs = Math.max(run?.highestSkewMs ?? skewMs, skewMs);
  if (run === undefined || highestSkewMs - lowestSkewMs > agreeWithinMs)
    return { beganMs: atMs, lastMs: atMs, readings: 1, lowestSkewMs: skewMs, highestSkewMs: skewMs };
  return { beganMs: run.beganMs, lastMs: atMs, readings: run.readings + 1, lowestSkewMs, highestSkewMs };
}

/** Whether the clocks have agreed for long enough, and often enough, to delete by. */
export function isLongAgreement(run: Agreement | undefined): boolean {
  return run !== undefined && run.readings >= fewestReadings && run.lastMs - run.beganMs >= agreeForMs;
}
