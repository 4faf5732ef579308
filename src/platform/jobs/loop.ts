/**
 * A loop that runs an idempotent sweep: at once, whenever it is woken, and at least every `everyMs`. One run at a time. A
 * failed run is reported and tried again after the interval, so a fault never ends the loop. A run that takes longer than
 * its limit is cut: its database connections are destroyed, and later requests of it are refused (`time-limit.ts`), so it
 * cannot run beside the next one.
 */
import { startWithinLimit, type LimitedWork } from "../time-limit.ts";
import { inTrace } from "../tracing/span.ts";
import type { Wakeups, WakeupChannel } from "./wakeups.ts";

export interface LoopOptions {
  readonly name: string;
  readonly everyMs: number;
  /** How long one run may take; a minute when absent. */
  readonly limitMs?: number;
  readonly channel?: WakeupChannel;
  readonly wakeups: Wakeups;
  /** Does what is due; answers true when it stopped early and there may be more. */
  readonly runOnce: () => Promise<boolean>;
  readonly onError: (name: string, error: unknown) => void;
}

/** How a loop is doing, in milliseconds of `performance.now`. */
export interface LoopState {
  readonly name: string;
  readonly everyMs: number;
  readonly limitMs: number;
  /** When the last run ended, or the loop began. */
  readonly endedAt: number;
  /** When the run under way began. */
  readonly runningSince: number | undefined;
}

export interface Loop {
  state(): LoopState;
  /** Runs the sweep now, or once more after the run under way. */
  wake(): void;
  /** Ends the loop; resolves when the run under way has finished, or has been cut after so many milliseconds. */
  stop(withinMs?: number): Promise<void>;
}

const sweepLimitMs = 60_000;
const stopWithinMs = 8_000;

/** Starts the loop. */
export function startLoop(options: LoopOptions): Loop {
  const { name, everyMs, limitMs = sweepLimitMs } = options;
  let stopped = false;
  let woken = false;
  let endedAt = performance.now();
  let runningSince: number | undefined;
  let under: LimitedWork<boolean> | undefined;
  let endPause = (): void => {};
  const wake = (): void => {
    woken = true;
    endPause();
  };
  const unsubscribe = options.channel === undefined ? () => {} : options.wakeups.onWake(options.channel, wake);

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function runOnce(): Promise<boolean> {
    runningSince = performance.now();
    try {
      under = startWithinLimit(`job ${name}`, limitMs, () => inTrace(`job ${name}`, options.runOnce));
      return await under.done;
    } catch (error) {
      options.onError(name, error);
      return false;
    } finally {
      under = undefined;
      runningSince = undefined;
      endedAt = performance.now();
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false;
      const more = await runOnce();
      if (!more && !woken && !stopped) await pause();
    }
  }

  const running = run();
  return {
    wake,
    state: () => ({ name, everyMs, limitMs, endedAt, runningSince }),
    async stop(withinMs = stopWithinMs) {
      stopped = true;
      unsubscribe();
      endPause();
      const timer = setTimeout(() => under?.cut("was cut because the process stops"), withinMs);
      await running;
      clearTimeout(timer);
    },
  };
}
