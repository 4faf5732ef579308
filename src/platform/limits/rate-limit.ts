/**
 * A limit per key and window of time, in the memory of this process. The window of a key opens with its first count and
 * has a fixed length. At most `maxKeys` keys are held; after that the oldest window is forgotten. A flood of addresses
 * therefore costs no memory and takes nothing from other callers.
 */
import { monotonicMs } from "../../kernel/clock.ts";

export interface RateLimitOptions {
  /** How many counts a window takes. */
  readonly limit: number;
  readonly windowMs: number;
  /** Milliseconds of a clock that does not step. */
  readonly now?: () => number;
  readonly maxKeys?: number;
}

export interface RateLimit {
  /** Counts one for the key; answers the whole seconds to wait, at least 1, when that is over the limit. */
  count(key: string): number | undefined;
  /** Takes back one that was counted. */
  takeBack(key: string): void;
}

interface Window {
  readonly endsAt: number;
  counted: number;
}

/** Makes a limit with no counts yet. */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { limit, windowMs, now = monotonicMs, maxKeys = 10_000 } = options;
  // All windows are equally long, so the order of insertion is the order in which they end.
  const windows = new Map<string, Window>();

  function forgetEnded(at: number): void {
    for (const [key, window] of windows) {
      if (window.endsAt > at && windows.size < maxKeys) return;
      windows.delete(key);
    }
  }

  function startWindow(key: string, at: number): Window {
    forgetEnded(at);
    const window = { endsAt: at + windowMs, counted: 0 };
    windows.delete(key);
    windows.set(key, window);
    return window;
  }

  return {
    count(key) {
      const at = now();
      const current = windows.get(key);
      const window = current !== undefined && current.endsAt > at ? current : startWindow(key, at);
      window.counted += 1;
      if (window.counted <= limit) return undefined;
      return Math.max(1, Math.ceil((window.endsAt - at) / 1000));
    },
    takeBack(key) {
      const window = windows.get(key);
      if (window !== undefined && window.counted > 0) window.counted -= 1;
    },
  };
}
