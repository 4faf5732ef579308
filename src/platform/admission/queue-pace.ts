/**
 * How long a queue has not been empty, and how fast it is served since then. Both decide how long a call may wait. Pure:
 * each call gives the time.
 */
import { isPressing, type Rank } from "./call-class.ts";

export interface WaitLimits {
  /** The longest wait while the queue is seldom there, and always of ranks 0 and 1. */
  readonly longestWaitMs: number;
  /** The longest wait of the others once the queue has stood for `standingAfterMs`, until it is empty. */
  readonly standingWaitMs: number;
  readonly standingAfterMs: number;
}

export interface QueuePace {
  /** The queue is empty no more. */
  begin(now: number): void;
  /** One more waits. */
  came(): void;
  /** One of those who waited got a slot. */
  served(): void;
  longestWait(rank: Rank, now: number): number;
  /**
   * How many of those who wait will not have a slot when the short wait begins for all, at the pace since the queue stands:
   * none while nobody was served, since one slow call says nothing about those behind it, and none while fewer come than
   * are served: that is a crowd, which will have passed, and no overload.
   */
  tooMany(waiting: number, now: number): number;
}

/** Those who wait are served so much faster than until now, it is assumed, before one of them is refused early. */
const benefitOfDoubt = 1.25;

/** How many short waits a queue has stood before its pace is believed: a pause of the database is no overload. */
const waitsOfAPace = 3;

/** The pace of an empty queue. */
export function createQueuePace(limits: WaitLimits): QueuePace {
  let standingSince = 0;
  let served = 0;
  /** The short wait that is counted now, and whether the queue grew in the last whole one. */
  let counted = { since: 0, came: 0, served: 0 };
  let grew = false;
  const count = (now: number): void => {
    if (now - counted.since < limits.standingWaitMs) return;
    grew = counted.came > counted.served;
    counted = { since: now, came: 0, served: 0 };
  };
  return {
    begin(now) {
      standingSince = now;
      served = 0;
      counted = { since: now, came: 0, served: 0 };
      grew = false;
    },
    came() {
      counted.came += 1;
    },
    served() {
      served += 1;
      counted.served += 1;
    },
    longestWait(rank, now) {
      const stands = now - standingSince >= limits.standingAfterMs;
      return stands && !isPressing(rank) ? limits.standingWaitMs : limits.longestWaitMs;
    },
    tooMany(waiting, now) {
      count(now);
      const stoodMs = now - standingSince;
      const leftMs = limits.standingAfterMs - stoodMs;
      if (!grew || served === 0 || stoodMs < limits.standingWaitMs * waitsOfAPace || leftMs <= 0) return 0;
      return Math.max(0, Math.floor(waiting - (served / stoodMs) * leftMs * benefitOfDoubt));
    },
  };
}
