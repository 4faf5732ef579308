/**
 * The one queue in front of all work of a service. It decides who gets a slot now, who waits and who is refused. Pure:
 * each call gives the time, and each entry is told its outcome.
 *
 * Guarantees: a class is served before the classes behind it. A fifth of the slots is kept for ranks 0 and 1, and while
 * an entry of these ranks waits, no entry behind it gets a slot that it could have. Nobody gets more than a quarter of
 * the slots while another flow of the class, which has fewer, waits.
 *
 * Every wait is bounded. For all ranks but 0 and 1 the bound becomes short once the queue has not been empty for a while
 * (controlled delay): such a queue helps nobody and only makes every caller wait. Before that time, while more come than
 * are served, an entry that would not be served until then at the present pace is refused after the short wait.
 */
import { isPressing, type Rank } from "./call-class.ts";
import { charge, createFairLine, newFlow, type Flow } from "./fair-line.ts";
import { createQueuePace, type WaitLimits } from "./queue-pace.ts";

export interface QueueLimits extends WaitLimits {
  /** How many are admitted at the same time. */
  readonly slots: number;
}

export type Refused = "waited" | "displaced";

/** One call that asks for a slot. */
export interface Entry {
  readonly rank: Rank;
  /** The app, location or address that it belongs to. */
  readonly flow: string;
  /** The caller has gone: nobody would read the answer. */
  readonly isGone: () => boolean;
  /** Has a slot from now on; `slot` gives it back. */
  readonly admitted: (slot: Slot, waitedMs: number) => void;
  readonly refused: (why: Refused) => void;
}

export interface Slot {
  /** Gives the slot back; a second call does nothing. */
  leave(now: number): void;
}

export interface AdmissionQueue {
  readonly waiting: number;
  readonly running: number;
  waitingOf(rank: Rank): number;
  /** Admits the call or lets it wait. */
  enter(entry: Entry, now: number): void;
  /** Refuses those who have waited for too long; called often while somebody waits. */
  expire(now: number): void;
  /** Refuses the newest of the last rank when it is behind `rank`; whether there was one. */
  displace(rank: Rank): boolean;
}

interface Waiting {
  readonly entry: Entry;
  readonly since: number;
}

const ranks: readonly Rank[] = [0, 1, 2, 3, 4, 5];

/** A queue with all of its slots free. */
export function createAdmissionQueue(limits: QueueLimits): AdmissionQueue {
  const lines = ranks.map(() => createFairLine<Waiting>());
  const flows = createFlows();
  const slots = createSlots(limits.slots);
  const pace = createQueuePace(limits);
  const share = Math.max(1, Math.floor(limits.slots / 4));
  let waiting = 0;

  function admit({ entry, since }: Waiting, flow: Flow, now: number): void {
    const giveBack = slots.take(entry.rank);
    flow.running += 1;
    let held = true;
    const leave = (at: number): void => {
      if (!held) return;
      held = false;
      giveBack();
      flow.running -= 1;
      charge(flow, at - now);
      flows.forgetIdle(flow);
      fill(at);
    };
    entry.admitted({ leave }, now - since);
  }

  /** Gives free slots to those who wait, the first rank first. */
  function fill(now: number): void {
    for (const rank of ranks) {
      const line = lines[rank];
      while (line !== undefined && line.size > 0 && slots.hasRoom(rank)) {
        const next = line.next(share);
        if (next === undefined) break;
        waiting -= 1;
        const flow = flows.named(next.entry.flow);
        if (next.entry.isGone()) next.entry.refused("waited");
        else {
          pace.served();
          admit(next, flow, now);
        }
        flows.forgetIdle(flow);
      }
    }
  }

  function refuse({ entry }: Waiting, why: Refused): void {
    waiting -= 1;
    flows.forgetIdle(flows.named(entry.flow));
    entry.refused(why);
  }

  return {
    get waiting() {
      return waiting;
    },
    get running() {
      return slots.running;
    },
    waitingOf: (rank) => lines[rank]?.size ?? 0,
    enter(entry, now) {
      const flow = flows.named(entry.flow);
      const isFirst = !lines.some((line, rank) => line.size > 0 && rank <= entry.rank);
      if (isFirst && slots.hasRoom(entry.rank)) return admit({ entry, since: now }, flow, now);
      if (waiting === 0) pace.begin(now);
      pace.came();
      waiting += 1;
      lines[entry.rank]?.add(flow, { entry, since: now });
      fill(now);
    },
    expire(now) {
      if (waiting > 0) pace.stands(now);
      for (const rank of ranks.toReversed()) {
        const longest = pace.longestWait(rank, now);
        const over = lines[rank]?.takeWhile(({ entry, since }) => now - since >= longest || entry.isGone()) ?? [];
        for (const each of over) refuse(each, "waited");
      }
      const hasWaited = ({ since }: Waiting): boolean => now - since >= limits.standingWaitMs;
      for (const rank of ranks.toReversed().filter((each) => !isPressing(each))) {
        for (const each of lines[rank]?.takeLast(pace.tooMany(waiting, now), hasWaited) ?? []) refuse(each, "waited");
      }
    },
    displace(rank) {
      const last = ranks.findLast((each) => each > rank && (lines[each]?.size ?? 0) > 0);
      const entry = last === undefined ? undefined : lines[last]?.takeNewest();
      if (entry !== undefined) refuse(entry, "displaced");
      return entry !== undefined;
    },
  };
}

interface Flows {
  named(name: string): Flow;
  forgetIdle(flow: Flow): void;
}

/** The flows that have a slot or wait for one. */
function createFlows(): Flows {
  const flows = new Map<string, Flow>();
  return {
    named(name) {
      const known = flows.get(name);
      if (known !== undefined) return known;
      const made = newFlow(name);
      flows.set(name, made);
      return made;
    },
    forgetIdle(flow) {
      if (flow.running === 0 && flow.waiting === 0) flows.delete(flow.name);
    },
  };
}

interface Slots {
  readonly running: number;
  hasRoom(rank: Rank): boolean;
  /** Takes a slot; what is answered gives it back and is called once. */
  take(rank: Rank): () => void;
}

/** All slots, free. */
function createSlots(count: number): Slots {
  const unkept = count - keptSlots(count);
  let running = 0;
  let behind = 0;
  return {
    get running() {
      return running;
    },
    hasRoom: (rank) => running < count && (isPressing(rank) || behind < unkept),
    take(rank) {
      const isBehind = !isPressing(rank);
      running += 1;
      if (isBehind) behind += 1;
      return () => {
        running -= 1;
        if (isBehind) behind -= 1;
      };
    },
  };
}

/** Slots that ranks behind 1 never take. */
export function keptSlots(slots: number): number {
  return slots < 2 ? 0 : Math.max(1, Math.floor(slots / 5));
}
