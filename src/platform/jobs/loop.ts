/**
 * A loop that runs an idempotent sweep: at once, whenever it is woken, and at least every `everyMs`. One run at a time;
 * a failed run is logged and tried again after the interval, so a fault never ends the loop.
 */
import type { Wakeups, WakeupChannel } from "./wakeups.ts";

export interface LoopOptions {
  readonly name: string;
  readonly everyMs: number;
  readonly channel?: WakeupChannel;
  readonly wakeups: Wakeups;
  /** Does what is due; answers true when it stopped early and there may be more. */
  readonly runOnce: () => Promise<boolean>;
  readonly onError: (name: string, error: unknown) => void;
}

export interface Loop {
  /** Ends the loop; resolves when the run under way has finished. */
  stop(): Promise<void>;
}

/** Starts the loop. */
export function startLoop(options: LoopOptions): Loop {
  let stopped = false;
  let woken = false;
  let endPause = (): void => {};
  const wake = (): void => {
    woken = true;
    endPause();
  };
  const unsubscribe = options.channel === undefined ? () => {} : options.wakeups.onWake(options.channel, wake);

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, options.everyMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false;
      let more = false;
      try {
        more = await options.runOnce();
      } catch (error) {
        options.onError(options.name, error);
      }
      if (!more && !woken && !stopped) await pause();
    }
  }

  const running = run();
  return {
    async stop() {
      stopped = true;
      unsubscribe();
      endPause();
      await running;
    },
  };
}
