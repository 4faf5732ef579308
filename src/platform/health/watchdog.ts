/**
 * Ends the process when its event loop does not answer any more, from a thread of its own. Such a process serves nothing,
 * and another should take over. The thread counts the seconds by itself, so a process that was stopped and continued is
 * not ended.
 */
import { url as inspectorUrl } from "node:inspector";
import { Worker } from "node:worker_threads";

export interface Watchdog {
  stop(): Promise<void>;
}

const beatMs = 500;

/** Starts the watch; without effect under a debugger, whose break points stop the event loop on purpose. */
export function startWatchdog(seconds = 20): Watchdog {
  if (inspectorUrl() !== undefined) return { stop: async () => {} };
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const timer = setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref();
  const thread = new Worker(new URL("./watchdog-thread.ts", import.meta.url), {
    workerData: { beats, seconds },
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  });
  thread.unref();
  return {
    async stop() {
      clearInterval(timer);
      await thread.terminate();
    },
  };
}
