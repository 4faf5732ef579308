/**
 * The database's clock, as one process knows it: the last reading plus the monotonic time since then. This clock is the
 * authority for everything that is stored, signed, compared or deleted. SQL asks the database; the program asks this
 * file.
 *
 * Guarantees: a step of the program's clock changes only the measured skew. A slow reading does not replace a better one
 * that agrees with it. Nothing is signed by a reading older than 90 s. Retention runs only after both clocks have agreed
 * for ten minutes. There is one per service and process. `connectDatabase` gives it a reading at each connect, the
 * delivery worker at each lease, `watchClock` every ten seconds.
 */
import type { Instant } from "../../kernel/clock.ts";
import { continueAgreement, isLongAgreement, judgeSkew, type Agreement, type SkewKind } from "./judge-skew.ts";

/** The database's clock, read between two moments of this process's monotonic clock (`performance.now`). */
export interface ClockReading {
  /** Milliseconds since 1970 by the database's clock. */
  readonly databaseMs: number;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
}

/** The clocks of the program, in milliseconds; tests give wrong ones. */
export interface ProgramClock {
  /** Since 1970; may be wrong, and may step. */
  readonly wall: () => number;
  /** Since some moment; does not step, and stands while the machine sleeps. */
  readonly monotonic: () => number;
}

export interface ClockStanding {
  readonly kind: SkewKind | "unread";
  /** The program's clock minus the database's in milliseconds, half the round trip left out. */
  readonly skewMs: number;
}

export interface DatabaseClock {
  /** The database's time; throws before the first reading. */
  now(): Instant;
  /** The database's time to sign by; throws when the last reading is older than 90 s, or the machine has slept since. */
  signingTime(): Instant;
  /** Takes a reading in. */
  take(reading: ClockReading): void;
  /** Takes in the skews, in milliseconds, of all processes that are alive, this one included. */
  hear(skewsMs: readonly number[]): void;
  standing(): ClockStanding;
  /** Whether this process may lease work: not while its clock is wrong. */
  mayLease(): boolean;
  /** Whether both clocks have agreed for long enough to delete by: three readings over ten minutes, within 2 s. */
  mayDelete(): boolean;
}

/** A reading this old is not signed by. */
const signingAgeMs = 90_000;
/** Wall and monotonic time that came apart by this since the reading: the machine slept, or its clock was set. */
const apartMs = 5_000;
/** What two clocks may drift apart in a millisecond. */
const driftPerMs = 0.000_5;
/** A process that runs gives the others this time to see what it sees, before it judges its own clock. */
const patienceMs = 15_000;

interface Anchor {
  readonly databaseMs: number;
  readonly atMs: number;
  readonly halfTripMs: number;
}

interface Confirmed {
  readonly atMs: number;
  readonly wallMs: number;
  readonly skewMs: number;
}

const ownClock: ProgramClock = { wall: Date.now, monotonic: () => performance.now() };

/** Makes a clock that has not been read yet. */
export function createDatabaseClock(program: ProgramClock = ownClock): DatabaseClock {
  let anchor: Anchor | undefined;
  let confirmed: Confirmed | undefined;
  let agreement: Agreement | undefined;
  let alive: readonly number[] = [];
  /** Since when the skew is over the limit; long ago when it was so at the first reading. */
  let apartSince: number | undefined;

  function now(): Instant {
    if (anchor === undefined) throw new Error("the database's clock has not been read yet");
    return Math.floor(estimate(anchor, program.monotonic()));
  }

  function isFresh(): boolean {
    if (confirmed === undefined) return false;
    const elapsed = program.monotonic() - confirmed.atMs;
    return elapsed <= signingAgeMs && Math.abs(program.wall() - confirmed.wallMs - elapsed) <= apartMs;
  }

  function take({ databaseMs, sentAtMs, receivedAtMs }: ClockReading): void {
    const halfTripMs = Math.max(0, receivedAtMs - sentAtMs) / 2;
    const read = { databaseMs, atMs: sentAtMs + halfTripMs, halfTripMs };
    const skewMs = skewOf(program, read);
    const isFirst = confirmed === undefined;
    agreement = continueAgreement(isFresh() ? agreement : undefined, skewMs, receivedAtMs);
    if (anchor === undefined || !isBetter(anchor, read)) anchor = read;
    confirmed = { atMs: program.monotonic(), wallMs: program.wall(), skewMs };
    const isApart = judgeSkew(skewMs, []) === "wrong" || judgeSkew(skewMs, []) === "far_off";
    apartSince = isApart ? (apartSince ?? (isFirst ? -Infinity : receivedAtMs)) : undefined;
  }

  function standing(): ClockStanding {
    if (confirmed === undefined) return { kind: "unread", skewMs: 0 };
    const { skewMs } = confirmed;
    const kind = judgeSkew(skewMs, alive);
    const isEarly = apartSince !== undefined && program.monotonic() - apartSince < patienceMs;
    return { kind: isEarly && kind !== "database_wrong" ? "off" : kind, skewMs };
  }

  return {
    now,
    signingTime() {
      if (!isFresh()) throw new Error("the last reading of the database's clock is too old to sign by");
      return now();
    },
    take,
    hear: (skewsMs) => void (alive = skewsMs),
    standing,
    mayLease: () => !["wrong", "far_off"].includes(standing().kind),
    mayDelete: () => isFresh() && isLongAgreement(agreement),
  };
}

function estimate(from: Anchor, atMs: number): Instant {
  return from.databaseMs + (atMs - from.atMs);
}

/** What the program's clock is ahead by, beyond what the round trip leaves open. */
function skewOf(program: ProgramClock, read: Anchor): number {
  const apart = program.wall() - (program.monotonic() - read.atMs) - read.databaseMs;
  return Math.sign(apart) * Math.max(0, Math.abs(apart) - read.halfTripMs);
}

/** Whether what is known is more exact than a new reading, and agrees with it. */
function isBetter(known: Anchor, read: Anchor): boolean {
  const doubt = known.halfTripMs + (read.atMs - known.atMs) * driftPerMs;
  const apart = Math.abs(estimate(known, read.atMs) - read.databaseMs);
  return doubt < read.halfTripMs && apart <= doubt + read.halfTripMs;
}
