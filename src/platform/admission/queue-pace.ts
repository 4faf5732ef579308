/**
 * How long a queue has not been empty, and how fast it is served since then. Both decide how long a call may wait. Pure:
 * each call gives the time.
 *
 * A queue that is seldom there may stand longer: while a process starts, a table is cleaned or a crowd arrives, more calls
 * come than are served for a second or two, and all of them can be served soon. The spare time for that is used up while the
 * queue stands and comes back while the queue is empty; an overload has used all of it after seconds.
 */
import { isPressing, type Rank } from "./call-class.ts";

export interface WaitLimits {
  /** The longest wait while the queue is seldom there, and always of ranks 0 and 1. */
  readonly longestWaitMs: number;
  /** The longest wait of the others once the queue has stood for `standingAfterMs` and no spare time is left, until it is empty. */
  readonly standingWaitMs: number;
  readonly standingAfterMs: number;
  /** How long a queue may stand beyond `standingAfterMs`, and for how long it has to be empty until that is so again. */
  readonly spareMs: number;
  readonly spareBackAfterMs: number;
}

export interface QueuePace {
  /** The queue is empty no more. */
  begin(now: number): void;
  /** The time of a queue that is not empty; told often. */
  stands(now: number): void;
  /** One more waits. */
  came(): void;
  /** One of those who waited got a slot. */
  served(): void;
  longestWait(rank: Rank, now: number): number;
  /**
   * How many of those who wait will not have a slot within the longest wait, or when the short wait begins for all, at the
   * pace of the last half second. None while nobody is served, and until three short waits after: a pause, of the database
   * or of the process, says nothing about those who wait behind it. None while fewer come than are served: that is a
   * crowd, which will have passed, and no overload.
   */
  tooMany(waiting: number, now: number): number;
}

/** Those who wait are served so much faster than until now, it is assumed, before one of them is refused early. */
const benefitOfDoubt = 1.25;

/** The pace is that of so many short waits at most, and believed from so many on, all of them without a pause. */
const waitsOfAPace = { most: 10, fewest: 3 };

/** The pace of an empty queue. */
export function createQueuePace(limits: WaitLimits): QueuePace {
  let standingSince = 0;
  let spareLeft = limits.spareMs;
  let toldAt = 0;
  /** The short wait that is counted now, and whether the queue grew in the last whole one. */
  let counted = { since: 0, came: 0, served: 0 };
  let grew = false;
  /** The last whole short waits since the queue stands, none of which was a pause. */
  let pace: readonly { readonly ms: number; readonly served: number }[] = [];
  /** When the short wait begins. */
  const shortAt = (): number => Math.max(standingSince + limits.standingAfterMs, toldAt) + spareLeft;
  const count = (now: number): void => {
    const ms = now - counted.since;
    if (ms < limits.standingWaitMs) return;
    grew = counted.came > counted.served;
    pace = counted.served === 0 ? [] : [...pace, { ms, served: counted.served }].slice(-waitsOfAPace.most);
    counted = { since: now, came: 0, served: 0 };
  };
  return {
    begin(now) {
      const back = ((now - toldAt) / limits.spareBackAfterMs) * limits.spareMs;
      spareLeft = Math.min(limits.spareMs, spareLeft + back);
      standingSince = now;
      toldAt = now;
      counted = { since: now, came: 0, served: 0 };
      grew = false;
      pace = [];
    },
    stands(now) {
      const beyond = now - Math.max(toldAt, standingSince + limits.standingAfterMs);
      spareLeft = Math.max(0, spareLeft - Math.max(0, beyond));
      toldAt = now;
    },
    came() {
      counted.came += 1;
    },
    served() {
      counted.served += 1;
    },
    longestWait(rank, now) {
      return shortAt() <= now && !isPressing(rank) ? limits.standingWaitMs : limits.longestWaitMs;
    },
    tooMany(waiting, now) {
      count(now);
      const leftMs = Math.min(limits.longestWaitMs, shortAt() - now);
      if (!grew || pace.length < waitsOfAPace.fewest || leftMs <= 0) return 0;
      const served = pace.reduce((sum, each) => sum + each.served, 0);
      const ms = pace.reduce((sum, each) => sum + each.ms, 0);
      return Math.max(0, Math.floor(waiting - (served / ms) * leftMs * benefitOfDoubt));
    },
  };
}
