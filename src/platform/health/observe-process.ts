/** Writes what a process knows of itself to the metrics, each time the metrics are asked for. */
import type { Metrics } from "../metrics/create-metrics.ts";
import type { Readiness } from "./readiness.ts";

/** Sets the figures of readiness, of each loop and of each pool to those of this moment. */
export function observeProcess(readiness: Readiness, metrics: Metrics): void {
  metrics.ready.set(readiness.problems().length === 0 ? 1 : 0);
  for (const { name, seconds } of readiness.loopAges()) metrics.jobAge.set({ name }, seconds);
  for (const { open, taken, waiting, size, ...labels } of readiness.pools()) {
    const figures = { open, taken, waiting, size };
    for (const [state, count] of Object.entries(figures)) metrics.pool.set({ ...labels, state }, count);
  }
}
