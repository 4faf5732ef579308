/**
 * Wake-ups: after a COMMIT the workers of a channel are told that there is something to do. A wake-up is only a nudge;
 * a lost one costs a poll interval, never work. Inside one process it is a function call; between processes it is a
 * NOTIFY sent outside the transaction and gathered for a few milliseconds, because a NOTIFY inside a transaction makes
 * all commits of the database queue behind one lock. Nobody works on `changes`: whoever shows something live looks again.
 */
export type WakeupChannel = "deliveries" | "timers" | "jobs" | "changes";

export interface Wakeups {
  wake(channel: WakeupChannel): void;
  /** Calls back on every wake-up of the channel; the answer unsubscribes. */
  onWake(channel: WakeupChannel, listener: () => void): () => void;
}

/** Makes the wake-ups of one process; `publish` tells other processes, when there are any. */
export function createWakeups(publish: (channel: WakeupChannel) => void = () => {}): Wakeups & {
  /** A wake-up that came from another process: wakes here without telling the others again. */
  receive(channel: WakeupChannel): void;
} {
  const listeners = new Map<WakeupChannel, Set<() => void>>();
  function receive(channel: WakeupChannel): void {
    for (const listener of listeners.get(channel) ?? []) listener();
  }
  return {
    wake(channel) {
      receive(channel);
      publish(channel);
    },
    receive,
    onWake(channel, listener) {
      const set = listeners.get(channel) ?? new Set();
      listeners.set(channel, set.add(listener));
      return () => set.delete(listener);
    },
  };
}
