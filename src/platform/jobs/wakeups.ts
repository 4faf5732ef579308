/**
 * Wake-ups: after a COMMIT the workers of a channel are told that there is something to do. A lost wake-up costs one poll
 * interval, never work. Inside one process a wake-up is a function call. Between processes it is a NOTIFY, sent outside
 * the transaction and gathered for a few milliseconds: a NOTIFY inside transactions would make all commits of the
 * database wait for one lock. No worker acts on the channel `changes`; screens that show live changes read again.
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

/** The workers look by themselves so often whether a timer is due, in milliseconds. */
export const lookEveryMs = 500;

/** Wakes the workers of timers after the COMMIT for one that is due before they look by themselves; later ones they find. */
export function wakeForTimer(
  tx: Pick<Wakeups, "wake">,
  { at, now }: { readonly at: number; readonly now: number },
): void {
  if (at - now < lookEveryMs) tx.wake("timers");
}
