/**
 * Admission stands before all work of the process. Every call asks for a slot before its key is looked up. A call that
 * gets none in time is refused (503 with Retry-After); until then it has cost the database nothing.
 *
 * Guarantees: the rules of `admission-queue.ts` hold in each environment, and all environments together stay within the
 * bounds of `limits`. Time is monotonic and of this process only. Nothing is stored: a crash forgets the calls that
 * waited. Called by `platform/http/admit-calls.ts`.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Environment } from "../../kernel/environment.ts";
import { listEach, mapEach, type OfEach } from "../../kernel/of-each.ts";
import type { AdmissionLine, AdmissionMetrics } from "./admission-metrics.ts";
import { createAdmissionQueue, type QueueLimits, type Refused, type Slot } from "./admission-queue.ts";
import type { AnswerLimits } from "./answer-room.ts";
import { createBodyRoom, type BodyLimits } from "./body-room.ts";
import { rankOf, type CallClass } from "./call-class.ts";
import { createLoopPressure } from "./loop-pressure.ts";

export interface AdmissionLimits extends Omit<QueueLimits, "slots"> {
  /** Connections to the process, idle ones included; a proxy in front needs a few dozen. */
  readonly connections: number;
  /** Calls of the process that wait or are worked on. */
  readonly calls: number;
  /** Answers that go on: live pages of diners with streams of events to partners, and screens of staff, of which one person or device has so many. */
  readonly streams: { readonly public: number; readonly staff: number; readonly person: number };
  /** The event loop is too late beyond this, at the 99th percentile of a second. */
  readonly loopLateMs: number;
  /** Beyond this resident memory no large body is taken. */
  readonly residentBytes: number;
  /** What the system lets the process have: no large body is taken that would not fit any more. */
  readonly memoryBytes: number;
  readonly bodies: BodyLimits;
  /** How long the head of a request may take to arrive; looked at once a second. */
  readonly headMs: number;
  /** How long a body may take to arrive, and a large one. */
  readonly bodyMs: number;
  readonly largeBodyMs: number;
  /** How much of large answers may lie here until their callers have read them, and for how long. */
  readonly answers: AnswerLimits;
}

const mebibyte = 1024 * 1024;

/** The rule for production. */
export const usualLimits: AdmissionLimits = {
  longestWaitMs: 1_000,
  standingWaitMs: 50,
  standingAfterMs: 500,
  spareMs: 5_000,
  spareBackAfterMs: 60_000,
  connections: 2_000,
  calls: 1_000,
  streams: { public: 200, staff: 1_000, person: 30 },
  loopLateMs: 200,
  residentBytes: 512 * mebibyte,
  memoryBytes: Infinity,
  bodies: { bytes: 128 * mebibyte, large: 4, largePerOwner: 2, largeBytes: mebibyte },
  headMs: 10_000,
  bodyMs: 15_000,
  largeBodyMs: 60_000,
  answers: { bytes: 128 * mebibyte, takenWithinMs: 120_000 },
};

/** Why a call was refused, as metrics name it. */
export type Why = Refused | "full" | "loop" | "bodies" | "memory";

/** A call that asks to be served. */
export interface Ask {
  readonly environment: Environment;
  readonly callClass: CallClass;
  /** The app, location or address that it belongs to. */
  readonly flow: string;
  /** The bytes of its body, or the most that they may be. */
  readonly bodyBytes: number;
  readonly isGone: () => boolean;
}

/** The right to be worked on. */
export interface Ticket {
  /**
   * Gives the slot back while the call goes on without the database: its body is still arriving, or another service is
   * asked. Does nothing when `most` have done so already.
   */
  lend(most: number): void;
  /** Waits for a slot again; answers at once when it was never lent. */
  retake(answer: (refused: Why | undefined) => void): void;
  /** The call is over; a second call does nothing. */
  finish(): void;
}

export interface Admission {
  readonly limits: AdmissionLimits;
  /** Answers once, at once when there is room. */
  enter(ask: Ask, answer: (outcome: Ticket | Why) => void): void;
  /** Judges a call that needs no slot; undefined when it may go on. */
  judge(callClass: CallClass): Why | undefined;
  /** Stops watching the process. */
  stop(): void;
}

export interface AdmissionOptions {
  /** How many calls of each environment are admitted at the same time: twice the size of its pool. */
  readonly slots: OfEach<number>;
  readonly limits: AdmissionLimits;
  readonly metrics: AdmissionMetrics;
}

/** What reading a large body takes: a thread, and so much for each byte, the body itself included. */
const threadBytes = 40 * mebibyte;
const growthOfByte = 8;

/** How often waits are ended, in milliseconds. */
const expiryMs = 10;

/** Admission with nobody in it. */
export function createAdmission({ slots, limits, metrics }: AdmissionOptions): Admission {
  const lines = mapEach<number, AdmissionLine>(slots, (most, name) => ({
    labels: { environment: name },
    queue: createAdmissionQueue({ ...limits, slots: most }),
    isLast: slots.live !== undefined && name === "test",
  }));
  // Test first: the last rank is there.
  const all = listEach(lines).map(({ queue }) => queue);
  const bodies = createBodyRoom(limits.bodies);
  const pressure = createLoopPressure(limits.loopLateMs);
  const load: Load = { calls: 0, away: 0 };
  /** Whether a call was let in since the last reading. */
  let hasServed = false;
  let resident = process.memoryUsage.rss();
  let expiry: NodeJS.Timeout | undefined;

  const watch = watchProcess((lateMs, residentBytes) => {
    pressure.read(lateMs, hasServed || load.calls + load.away > 0);
    hasServed = false;
    resident = residentBytes;
    metrics.observe({ lines: listEach(lines), loopLateMs: lateMs, bodyBytes: bodies.bytes });
  });

  function expire(): void {
    const now = performance.now();
    for (const queue of all) queue.expire(now);
    if (all.every(({ waiting }) => waiting === 0)) {
      clearInterval(expiry);
      expiry = undefined;
    }
  }

  function takeSlot(ask: Ask, answer: (outcome: Slot | Why) => void): void {
    const { callClass, environment, flow, isGone } = ask;
    const { queue, isLast } = lines[environment] ?? lines.test;
    const rank = rankOf(callClass, isLast);
    if (!pressure.lets(rank)) return answer("loop");
    if (load.calls >= limits.calls && !all.some((queue) => queue.displace(rank))) return answer("full");
    load.calls += 1;
    hasServed = true;
    queue.enter(
      {
        rank,
        flow,
        isGone,
        admitted: (slot, waitedMs) => {
          metrics.waited(ask, waitedMs);
          answer(slot);
        },
        refused: (why) => {
          load.calls -= 1;
          answer(why);
        },
      },
      performance.now(),
    );
    if (queue.waiting > 0) expiry ??= setInterval(expire, expiryMs).unref();
  }

  function refuseBody(bytes: number): Why | undefined {
    if (bytes <= limits.bodies.largeBytes) return undefined;
    const read = resident + threadBytes + growthOfByte * bytes;
    return resident > limits.residentBytes || read > limits.memoryBytes ? "memory" : undefined;
  }

  return {
    limits,
    enter(ask, answer) {
      const refused = (why: Why): void => {
        metrics.refused(ask, why);
        answer(why);
      };
      const unfit = refuseBody(ask.bodyBytes);
      if (unfit !== undefined) return refused(unfit);
      const giveBodyBack = bodies.take(ask.flow, ask.bodyBytes);
      if (giveBodyBack === undefined) return refused("bodies");
      takeSlot(ask, (outcome) => {
        if (typeof outcome !== "string")
          return answer(ticketOf(outcome, { load, giveBodyBack, ask: (again) => takeSlot(ask, again) }));
        giveBodyBack();
        refused(outcome);
      });
    },
    judge: (callClass) => (pressure.lets(callClass) ? undefined : "loop"),
    stop() {
      watch.stop();
      clearInterval(expiry);
    },
  };
}

/** Calls of the process: those that wait or are worked on, and those whose slot is lent. */
interface Load {
  calls: number;
  away: number;
}

interface TicketParts {
  readonly load: Load;
  readonly giveBodyBack: () => void;
  /** Asks for a slot again. */
  readonly ask: (answer: (outcome: Slot | Why) => void) => void;
}

function ticketOf(first: Slot, { load, giveBodyBack, ask }: TicketParts): Ticket {
  let slot: Slot | undefined = first;
  let isOver = false;
  let isAway = false;
  const giveBack = (): void => {
    if (slot === undefined) return;
    load.calls -= 1;
    slot.leave(performance.now());
    slot = undefined;
  };
  const come = (): void => {
    if (isAway) load.away -= 1;
    isAway = false;
  };
  return {
    lend(most) {
      if (slot === undefined || load.away >= most) return;
      isAway = true;
      load.away += 1;
      giveBack();
    },
    retake(answer) {
      if (!isAway) return answer(undefined);
      come();
      ask((outcome) => {
        if (typeof outcome === "string") return answer(outcome);
        slot = outcome;
        if (isOver) giveBack();
        answer(undefined);
      });
    },
    finish() {
      if (isOver) return;
      isOver = true;
      giveBodyBack();
      come();
      giveBack();
    },
  };
}

/** Reads once a second how late the event loop was and how much memory the process has. */
function watchProcess(read: (lateMs: number, residentBytes: number) => void): { stop(): void } {
  const late = monitorEventLoopDelay({ resolution: 20 });
  late.enable();
  const timer = setInterval(() => {
    read(late.percentile(99) / 1e6, process.memoryUsage.rss());
    late.reset();
  }, 1_000).unref();
  return {
    stop() {
      clearInterval(timer);
      late.disable();
    },
  };
}
