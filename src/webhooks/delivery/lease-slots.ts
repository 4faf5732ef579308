/**
 * Which of the 16 slots of subscriptions a worker takes next. A worker alone takes all at once. After it met another
 * worker at its slots, it takes half as many; after it met nobody in all of them, twice as many. Pure, but for the memory
 * of one worker.
 */

/** Subscriptions are spread over as many by a hash of their ids (`lease-deliveries`). */
export const slotCount = 16;

/** Fewer slots at once would make more transactions than they are worth. */
const fewest = 2;

export interface SlotRange {
  readonly first: number;
  readonly count: number;
}

/** What a look at slots found. */
export interface SlotsFound {
  /** The slots at which no other worker was. */
  readonly free: number;
  /** Something was left there that can be leased. */
  readonly more: boolean;
  /** Nothing was leased. */
  readonly isEmpty: boolean;
}

export interface LeaseSlots {
  /** The slots that come next; after the end of a round, the first of another one. */
  next(): SlotRange;
  took(range: SlotRange, found: SlotsFound): void;
  /** Somebody told of something new, which may be in every slot: the round begins anew. */
  refill(): void;
  /** What the round came to: it is over when all slots were free in turn, with nothing left. */
  round(): "open" | "over" | "over and empty";
}

/** The slots of one worker; `start` says at which it begins, so that several do not meet. */
export function createLeaseSlots(start: number): LeaseSlots {
  let count = slotCount;
  let at = start % slotCount;
  /** Slots in a row that were free; that also had nothing left; that also had nothing at all. */
  let [free, done, empty] = [0, 0, 0];
  const refill = (): void => void ([done, empty] = [0, 0]);
  return {
    next() {
      if (done >= slotCount) refill();
      return { first: at - (at % count), count };
    },
    took(range, found) {
      at = (range.first + range.count) % slotCount;
      const hadAll = found.free === range.count;
      free = hadAll ? free + range.count : 0;
      done = hadAll && !found.more ? done + range.count : 0;
      empty = hadAll && !found.more && found.isEmpty ? empty + range.count : 0;
      if (!hadAll) count = Math.max(fewest, count / 2);
      else if (free >= slotCount && count < slotCount) [count, free] = [count * 2, 0];
    },
    refill,
    round: () => (done < slotCount ? "open" : empty < slotCount ? "over" : "over and empty"),
  };
}
