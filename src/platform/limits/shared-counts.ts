/**
 * Counts that several processes share. Each process counts in its own memory. Every few seconds it writes its counts to
 * the database and reads the counts of all. Guarantees: counting never waits for the database, and without the database
 * each process still holds its own limit. At most `maxKeys` keys are held, so a flood of addresses costs no memory.
 */
import { monotonicMs } from "../../kernel/clock.ts";

/** What one process counted since it told last. */
export interface PendingCount {
  readonly name: string;
  readonly network: string;
  readonly counted: number;
}

/** What all processes counted in the window that is open. */
export interface CountedTogether extends PendingCount {
  /** Until the window ends. */
  readonly waitSeconds: number;
}

export interface SharedCounts {
  /** Counts one; answers the whole seconds to wait when all processes together are known to be over the limit. */
  count(name: string, network: string, limit: number): number | undefined;
  /** Takes what is to be told; what could not be told is lost, and counts in this process alone. */
  takePending(): readonly PendingCount[];
  /** Takes in what all counted. */
  hear(together: readonly CountedTogether[]): void;
}

interface Counted {
  readonly name: string;
  readonly network: string;
  readonly limit: number;
  pending: number;
  /** Until when (`monotonicMs`) all together are over the limit. */
  overUntil: number;
}

/** Longer than any address of a network is written. */
const maxNetworkLength = 64;

/** Makes counts of one process with nothing counted yet. */
export function createSharedCounts(now: () => number = monotonicMs, maxKeys = 5_000): SharedCounts {
  const held = new Map<string, Counted>();

  function hold(name: string, network: string, limit: number): Counted | undefined {
    const key = `${name} ${network}`;
    const known = held.get(key);
    if (known !== undefined) return known;
    if (held.size >= maxKeys) return undefined;
    const counted = { name, network, limit, pending: 0, overUntil: -Infinity };
    held.set(key, counted);
    return counted;
  }

  return {
    count(name, network, limit) {
      const counted = hold(name, network.slice(0, maxNetworkLength), limit);
      if (counted === undefined) return undefined;
      counted.pending += 1;
      const left = counted.overUntil - now();
      return left > 0 ? Math.max(1, Math.ceil(left / 1_000)) : undefined;
    },
    takePending() {
      const pending: PendingCount[] = [];
      for (const [key, counted] of held) {
        const { name, network } = counted;
        if (counted.pending > 0) pending.push({ name, network, counted: counted.pending });
        else if (counted.overUntil <= now()) held.delete(key);
        counted.pending = 0;
      }
      return pending;
    },
    hear(together) {
      for (const { name, network, counted, waitSeconds } of together) {
        const known = held.get(`${name} ${network}`);
        if (known !== undefined && counted >= known.limit) known.overUntil = now() + waitSeconds * 1_000;
      }
    },
  };
}
