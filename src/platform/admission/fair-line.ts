/**
 * The waiting line of one class: deficit round robin over flows. A flow is an app, a location or an address. Within a
 * flow, the first entry is served first. A flow is charged the milliseconds in which it used a slot. A flow that owes
 * time is skipped until all waiting flows owe; then each gets the same credit. Pure: callers charge the time.
 */

/** Who shares a class with others, over all classes of a service. */
export interface Flow {
  readonly name: string;
  /** Slots held at the moment. */
  running: number;
  /** Entries that wait, in all lines. */
  waiting: number;
  /** Milliseconds of slots that it may still use in this round. */
  credit: number;
}

/** What a round gives to each flow, and the most that is saved up. */
export const quantumMs = 10;
/** One very long call makes its flow wait for this much of the others, not for ever. */
const deepestDebtMs = 2_000;

/** A flow that has not been seen lately. */
export function newFlow(name: string): Flow {
  return { name, running: 0, waiting: 0, credit: quantumMs };
}

/** Charges a flow for the time that it held a slot. */
export function charge(flow: Flow, milliseconds: number): void {
  flow.credit = Math.max(-deepestDebtMs, flow.credit - Math.max(1, milliseconds));
}

export interface FairLine<Entry> {
  readonly size: number;
  add(flow: Flow, entry: Entry): void;
  /** Takes the entry whose turn it is: of the flows that hold fewer slots than `share`, else of all. */
  next(share: number): Entry | undefined;
  /** Takes every entry that has waited for too long; the oldest of a flow stand first. */
  takeWhile(isOver: (entry: Entry) => boolean): Entry[];
  /** Takes up to `count` of the entries that `isRipe` says: the newest of them, of the flow that has most of them. */
  takeLast(count: number, isRipe: (entry: Entry) => boolean): Entry[];
  /** Takes the newest entry of the flow that waits with most. */
  takeNewest(): Entry | undefined;
}

const none: readonly [Flow | undefined, number] = [undefined, 0];

/** A line with nobody in it. */
export function createFairLine<Entry>(): FairLine<Entry> {
  /** Flows that wait here, the one whose turn comes first in front. */
  const queues = new Map<Flow, Entry[]>();
  let size = 0;

  function taken(flow: Flow, queue: Entry[], entry: Entry | undefined): Entry | undefined {
    if (entry === undefined) return undefined;
    size -= 1;
    flow.waiting -= 1;
    queues.delete(flow);
    // Behind the others, even when it has more to do: each round takes one of each.
    if (queue.length > 0) queues.set(flow, queue);
    return entry;
  }

  function removed(flow: Flow, queue: Entry[], index: number): Entry[] {
    const gone = queue.splice(index, 1);
    flow.waiting -= gone.length;
    size -= gone.length;
    if (queue.length === 0) queues.delete(flow);
    return gone;
  }

  return {
    get size() {
      return size;
    },
    add(flow, entry) {
      const queue = queues.get(flow);
      if (queue === undefined) queues.set(flow, [entry]);
      else queue.push(entry);
      flow.waiting += 1;
      size += 1;
    },
    next(share) {
      if (size === 0) return undefined;
      const all = [...queues.keys()];
      const below = all.filter((flow) => flow.running < share);
      const able = below.length === 0 ? all : below;
      giveRounds(able);
      const flow = able.find(({ credit }) => credit > 0);
      const queue = flow === undefined ? undefined : queues.get(flow);
      return flow === undefined || queue === undefined ? undefined : taken(flow, queue, queue.shift());
    },
    takeWhile(isOver) {
      const over: Entry[] = [];
      for (const [flow, queue] of queues) {
        const kept = queue.findIndex((entry) => !isOver(entry));
        const gone = queue.splice(0, kept < 0 ? queue.length : kept);
        flow.waiting -= gone.length;
        size -= gone.length;
        over.push(...gone);
        if (queue.length === 0) queues.delete(flow);
      }
      return over;
    },
    takeLast(count, isRipe) {
      const ripe = new Map<Flow, number>();
      for (const [flow, queue] of queues) {
        const young = queue.findIndex((entry) => !isRipe(entry));
        ripe.set(flow, young < 0 ? queue.length : young);
      }
      const last: Entry[] = [];
      while (last.length < count) {
        const [flow, most] = [...ripe].reduce((best, each) => (each[1] > best[1] ? each : best), none);
        if (flow === undefined) break;
        ripe.set(flow, most - 1);
        last.push(...removed(flow, queues.get(flow) ?? [], most - 1));
      }
      return last;
    },
    takeNewest() {
      let longest: readonly [Flow, Entry[]] | undefined;
      for (const each of queues) if (each[1].length > (longest?.[1].length ?? 0)) longest = each;
      if (longest === undefined) return undefined;
      const [flow, queue] = longest;
      return removed(flow, queue, queue.length - 1)[0];
    },
  };
}

/** As many rounds as it takes until one of the flows may go on. */
function giveRounds(flows: readonly Flow[]): void {
  const best = Math.max(...flows.map(({ credit }) => credit));
  if (best > 0) return;
  const given = (Math.floor(-best / quantumMs) + 1) * quantumMs;
  for (const flow of flows) flow.credit = Math.min(quantumMs, flow.credit + given);
}
