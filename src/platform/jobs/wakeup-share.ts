/**
 * Chooses the worker that acts on a wake-up from another process. Each wake-up carries a number; the worker whose rank
 * among the living is that number modulo their count acts at once. In case that worker has died, the others look a moment
 * later, once for all wake-ups of that moment. Live changes of screens concern every process, at once.
 */
import type { WakeupChannel } from "./wakeups.ts";

export interface WakeupShare {
  /** Takes in which workers live on the database, the own process among them when it works there. */
  hearOf(workers: readonly string[]): void;
  /** A wake-up of another process; without a number everybody acts at once. */
  hear(channel: WakeupChannel, number: number | undefined): void;
  stop(): void;
}

export interface ShareOptions {
  /** The id of the own process. */
  readonly own: string;
  readonly act: (channel: WakeupChannel) => void;
  readonly laterMs?: number;
}

const usualLaterMs = 250;

/** Makes the share of one process on one database; until it has heard of others, it is alone. */
export function createWakeupShare({ own, act, laterMs = usualLaterMs }: ShareOptions): WakeupShare {
  let ranked: readonly string[] = [own];
  const later = new Map<WakeupChannel, NodeJS.Timeout>();

  function actLater(channel: WakeupChannel): void {
    if (later.has(channel)) return;
    const look = (): void => {
      later.delete(channel);
      act(channel);
    };
    later.set(channel, setTimeout(look, laterMs));
  }

  return {
    hearOf: (workers) => void (ranked = workers.toSorted()),
    hear(channel, number) {
      const isMine = number === undefined || ranked[number % ranked.length] === own;
      if (channel === "changes" || isMine) act(channel);
      else if (ranked.includes(own)) actLater(channel);
    },
    stop() {
      for (const timer of later.values()) clearTimeout(timer);
      later.clear();
    },
  };
}
