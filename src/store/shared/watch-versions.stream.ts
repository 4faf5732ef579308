/**
 * Watches many things for change, for pages that follow them live. Guarantees: each wake-up and each poll is one query for
 * all watched things, for any number of watchers. A change is seen at once with its wake-up, and within the poll
 * interval without one. The number of watchers is bounded, in all and per address. Nothing is kept: a watcher whose
 * connection ends is forgotten. Used by the event streams of orders and of the waitlist.
 */
import type { Wakeups } from "../../platform/jobs/wakeups.ts";

export interface WatchOptions<Key extends string> {
  readonly wakeups: Pick<Wakeups, "onWake">;
  /** The present version of each; a key that is gone is left out. */
  readonly read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, number>>;
  readonly pollMs?: number;
  readonly onError?: (error: unknown) => void;
}

export interface Watch<Key extends string> {
  /** Calls back whenever the version of the key is seen to be another than before; the answer ends it. */
  add(key: Key, version: number, onChange: () => void): () => void;
}

/** Wake-ups that come close together are one look. */
const gatherMs = 30;

interface Watcher {
  version: number;
  readonly onChange: () => void;
}

/** Watches with a timer and a listener only while somebody watches. */
export function watchVersions<Key extends string>(options: WatchOptions<Key>): Watch<Key> {
  const watched = new Map<Key, Set<Watcher>>();
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;
  let looking = false;
  let again = false;

  async function look(): Promise<void> {
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    try {
      const versions = await options.read([...watched.keys()]);
      for (const [key, version] of versions) tell(key, version);
    } catch (error) {
      options.onError?.(error);
    } finally {
      looking = false;
    }
    plan(again ? gatherMs : (options.pollMs ?? 5_000));
    again = false;
  }

  function tell(key: Key, version: number): void {
    for (const watcher of watched.get(key) ?? []) {
      if (watcher.version === version) continue;
      watcher.version = version;
      watcher.onChange();
    }
  }

  function plan(inMs: number): void {
    clearTimeout(timer);
    timer = watched.size === 0 ? undefined : setTimeout(() => void look(), inMs);
    timer?.unref();
  }

  function remove(key: Key, watcher: Watcher): void {
    const set = watched.get(key);
    if (set?.delete(watcher) !== true) return;
    if (set.size === 0) watched.delete(key);
    if (watched.size > 0) return;
    plan(0);
    stopListening?.();
    stopListening = undefined;
  }

  return {
    add(key, version, onChange) {
      const watcher: Watcher = { version, onChange };
      watched.set(key, (watched.get(key) ?? new Set()).add(watcher));
      stopListening ??= options.wakeups.onWake("changes", () => (looking ? (again = true) : plan(gatherMs)));
      // What changed between reading the version and watching it.
      plan(gatherMs);
      return () => remove(key, watcher);
    },
  };
}

/** Counts open streams: so many in all, and of one address. */
export class StreamRoom {
  readonly #open = new Map<string, number>();
  readonly #most: { readonly inAll: number; readonly perAddress: number };
  #all = 0;

  constructor(most: { readonly inAll: number; readonly perAddress: number }) {
    this.#most = most;
  }

  /** Takes a permit until the signal is aborted; false when there is none. */
  enter(address: string, signal: AbortSignal): boolean {
    const ofAddress = this.#open.get(address) ?? 0;
    if (signal.aborted) return true;
    if (this.#all >= this.#most.inAll || ofAddress >= this.#most.perAddress) return false;
    this.#all += 1;
    this.#open.set(address, ofAddress + 1);
    signal.addEventListener("abort", () => this.#leave(address), { once: true });
    return true;
  }

  #leave(address: string): void {
    this.#all -= 1;
    const left = (this.#open.get(address) ?? 1) - 1;
    if (left === 0) this.#open.delete(address);
    else this.#open.set(address, left);
  }
}
