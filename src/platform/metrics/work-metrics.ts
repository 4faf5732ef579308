/** Figures of background work, and of writes whose outcome is not known yet. */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { serviceLabel } from "../../kernel/service-labels.ts";

/** Makes them in the registries. */
export function workMetrics(registers: Registry[]) {
  return {
    timersFired: new Counter({
      name: "maple_timers_fired_total",
      help: "Timers that acted, by kind.",
      labelNames: ["kind"] as const,
      registers,
    }),
    timerLateness: new Histogram({
      name: "maple_timer_lateness_seconds",
      help: "How long after its due time a timer acted.",
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    drainHorizonAge: new Gauge({
      name: "maple_orders_drain_horizon_age_seconds",
      help: "Age of the oldest transaction that holds back the listing of orders with since.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    waitQuotes: new Gauge({
      name: "maple_wait_quotes",
      help: "Quoted waits of the last 30 days whose party got a table.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    waitCoverage: new Gauge({
      name: "maple_wait_coverage",
      help: "The share of them that ended within the band that was told; 0.8 is aimed at.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    waitWidth: new Gauge({
      name: "maple_wait_width_minutes",
      help: "The mean width of those bands.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    jobAge: new Gauge({
      name: "maple_job_age_seconds",
      help: "Seconds since each loop of background work ended a run, by name.",
      labelNames: ["name"] as const,
      registers,
    }),
    jobsCut: new Counter({
      name: "maple_job_cut_total",
      help: "Runs of background work that did not end in time and were cut, by name.",
      labelNames: ["name"] as const,
      registers,
    }),
    jobFailures: new Counter({
      name: "maple_job_failures_total",
      help: "Runs of background work that failed, by name.",
      labelNames: ["name"] as const,
      registers,
    }),
    owedRefunds: new Gauge({
      name: "maple_owed_refunds",
      help: "Refunds that are owed and not paid yet.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    oldestOwedRefund: new Gauge({
      name: "maple_oldest_owed_refund_seconds",
      help: "How long the oldest of them has been owed.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    ledgerWeeks: new Gauge({
      name: "maple_ledger_weeks_ready",
      help: "Weekly partitions of the event ledger from this week on: two when all is well.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
  };
}
