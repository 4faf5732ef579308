/** Prometheus metrics of the process, in a registry of their own. */
import { collectDefaultMetrics, Registry } from "prom-client";
import { monotonicMs } from "../../kernel/clock.ts";
import { createRecentCalls } from "../health/recent-calls.ts";
import { callMetrics } from "./call-metrics.ts";
import { deliveryMetrics } from "./delivery-metrics.ts";
import { processMetrics } from "./process-metrics.ts";
import { workMetrics } from "./work-metrics.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** Makes the registry with the process's default metrics and the service's own. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "maple_" });
  const registers = [registry];
  return {
    registry,
    /** Of both services, for the row of the process. */
    recentCalls: createRecentCalls(monotonicMs),
    ...callMetrics(registers),
    ...deliveryMetrics(registers),
    ...workMetrics(registers),
    ...processMetrics(registers),
  };
}
