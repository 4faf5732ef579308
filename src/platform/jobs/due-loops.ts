/**
 * Runs sweeps when they have due work. One statement asks for all sweeps, twice a second, and wakes those that have
 * something to do. Guarantees: a sweep is woken at most half a second after its work is due. Also when these statements
 * fail, each sweep runs every half minute, and at once when its channel is woken.
 */
import { startLoop, type Loop, type LoopOptions } from "./loop.ts";
import { lookEveryMs } from "./wakeups.ts";

export type SweepOptions = Omit<LoopOptions, "wakeups" | "onError">;

export interface DueLoopsOptions extends Pick<LoopOptions, "wakeups" | "onError"> {
  readonly sweeps: readonly SweepOptions[];
  /** The names of the sweeps that wait until something is due; the others keep their intervals. */
  readonly waiting: ReadonlySet<string>;
  /** The names of the waiting sweeps that have something to do now. */
  readonly listDue: () => Promise<readonly string[]>;
  readonly lookEveryMs?: number;
}

const restMs = 30_000;

/** Starts a loop for each sweep, and one that looks what is due. */
export function startDueLoops(options: DueLoopsOptions): readonly Loop[] {
  const { sweeps, waiting, wakeups, onError } = options;
  const loops = new Map<string, Loop>();
  for (const sweep of sweeps) {
    const everyMs = waiting.has(sweep.name) ? Math.max(restMs, sweep.everyMs) : sweep.everyMs;
    loops.set(sweep.name, startLoop({ ...sweep, everyMs, wakeups, onError }));
  }
  const look = startLoop({
    name: "look_for_due",
    everyMs: options.lookEveryMs ?? lookEveryMs,
    wakeups,
    onError,
    async runOnce() {
      for (const name of await options.listDue()) loops.get(name)?.wake();
      return false;
    },
  });
  return [look, ...loops.values()];
}
