/** Prometheus metrics of the process, in a registry of their own. */
import { monotonicMs } from "../kernel/clock.ts";
import { createRecentCalls } from "./health/recent-calls.ts";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof createMetrics>;

/** Makes the registry with the process's default metrics and the service's own. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "maple_" });
  const registers = [registry];
  return {
    registry,
    /** Of all environments, for the row of the process. */
    recentCalls: createRecentCalls(monotonicMs),
    requests: new Histogram({
      name: "maple_http_request_seconds",
      help: "Time from request to answer, by route and status.",
      labelNames: ["route", "status"] as const,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    droppedRequests: new Counter({
      name: "maple_requests_not_logged_total",
      help: "Requests of apps that are missing in their request log because too many waited to be written.",
      registers,
    }),
    admissionRefused: new Counter({
      name: "maple_admission_refused_total",
      help: "Calls refused with 503 before any work, by class and reason.",
      labelNames: ["environment", "class", "reason"] as const,
      registers,
    }),
    admissionWait: new Histogram({
      name: "maple_admission_wait_seconds",
      help: "Time that admitted calls waited for their slot, by class.",
      labelNames: ["environment", "class"] as const,
      buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1],
      registers,
    }),
    admissionWaiting: new Gauge({
      name: "maple_admission_waiting",
      help: "Calls that wait for a slot, by class.",
      labelNames: ["environment", "class"] as const,
      registers,
    }),
    admissionRunning: new Gauge({
      name: "maple_admission_running",
      help: "Calls that hold a slot.",
      labelNames: ["environment"] as const,
      registers,
    }),
    admissionBodyBytes: new Gauge({
      name: "maple_request_body_bytes",
      help: "Bytes of the request bodies under way, as announced.",
      registers,
    }),
    loopLate: new Gauge({
      name: "maple_event_loop_late_seconds",
      help: "How late the event loop was in the last second, 99th percentile.",
      registers,
    }),
    connectionsDropped: new Counter({
      name: "maple_http_connections_dropped_total",
      help: "Connections closed at once because the process had as many as it takes.",
      registers,
    }),
    deliveryAttempts: new Counter({
      name: "maple_webhook_attempts_total",
      help: "Webhook delivery attempts, by outcome.",
      labelNames: ["outcome"] as const,
      registers,
    }),
    firstAttemptDelay: new Histogram({
      name: "maple_webhook_first_attempt_delay_seconds",
      help: "Time from an event being recorded to its first delivery attempt.",
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    }),
    attemptDuration: new Histogram({
      name: "maple_webhook_attempt_seconds",
      help: "Time a delivery attempt took, by outcome.",
      labelNames: ["outcome"] as const,
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    deliveryQueue: new Gauge({
      name: "maple_webhook_deliveries",
      help: "Deliveries not yet settled: due now, waiting for their time, under way, held. The same from every process.",
      labelNames: ["environment", "state"] as const,
      registers,
    }),
    oldestDue: new Gauge({
      name: "maple_webhook_oldest_due_seconds",
      help: "How long the delivery that is due for longest has been due.",
      labelNames: ["environment"] as const,
      registers,
    }),
    subscriptionQueue: new Gauge({
      name: "maple_webhook_subscription_deliveries",
      help: "Pending and held deliveries of the 20 subscriptions that have most.",
      labelNames: ["environment", "subscription", "state"] as const,
      registers,
    }),
    providerUnsettled: new Gauge({
      name: "maple_provider_operations_unsettled",
      help: "Writes at reservation providers of which nobody knows yet what became.",
      labelNames: ["environment"] as const,
      registers,
    }),
    providerOldest: new Gauge({
      name: "maple_provider_oldest_unsettled_seconds",
      help: "How long the oldest of them has been unsettled.",
      labelNames: ["environment"] as const,
      registers,
    }),
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
      labelNames: ["environment"] as const,
      registers,
    }),
    messages: new Counter({
      name: "maple_messages_total",
      help: "Attempts to send messages to guests, by sender and outcome.",
      labelNames: ["sender", "outcome"] as const,
      registers,
    }),
    waitQuotes: new Gauge({
      name: "maple_wait_quotes",
      help: "Quoted waits of the last 30 days whose party got a table.",
      labelNames: ["environment"] as const,
      registers,
    }),
    waitCoverage: new Gauge({
      name: "maple_wait_coverage",
      help: "The share of them that ended within the band that was told; 0.8 is aimed at.",
      labelNames: ["environment"] as const,
      registers,
    }),
    waitWidth: new Gauge({
      name: "maple_wait_width_minutes",
      help: "The mean width of those bands.",
      labelNames: ["environment"] as const,
      registers,
    }),
    ready: new Gauge({
      name: "maple_ready",
      help: "1 while the process can do its work, as /readyz says.",
      registers,
    }),
    jobAge: new Gauge({
      name: "maple_job_age_seconds",
      help: "Seconds since each loop of background work ended a run, by name.",
      labelNames: ["name"] as const,
      registers,
    }),
    replicaBehind: new Gauge({
      name: "maple_replica_behind_seconds",
      help: "How old what the replica shows is at most; above 10 the primary answers in its place.",
      labelNames: ["environment"] as const,
      registers,
    }),
    pool: new Gauge({
      name: "maple_database_pool",
      help: "Connections of each pool of the process: open, taken, its size; and who waits for one.",
      labelNames: ["environment", "pool", "state"] as const,
      registers,
    }),
    compiledMenuBytes: new Gauge({
      name: "maple_compiled_menu_bytes",
      help: "About how many bytes the menus that the process keeps ready for ordering take up; at most MENU_CACHE_MB.",
      labelNames: ["environment"] as const,
      registers,
    }),
    menuCompilations: new Counter({
      name: "maple_menu_compilations_total",
      help: "Menus that were read and made ready for ordering because the process did not keep them.",
      labelNames: ["environment"] as const,
      registers,
    }),
    databaseConnections: new Gauge({
      name: "maple_database_connections",
      help: "Connections to the server of the database, of all programs; how many the server takes; and how many the processes that are alive may open for the environment. The same from every process.",
      labelNames: ["environment", "state"] as const,
      registers,
    }),
    ledgerWeeks: new Gauge({
      name: "maple_ledger_weeks_ready",
      help: "Weekly partitions of the event ledger from this week on: two when all is well.",
      labelNames: ["environment"] as const,
      registers,
    }),
    owedRefunds: new Gauge({
      name: "maple_owed_refunds",
      help: "Refunds that are owed and not paid yet.",
      labelNames: ["environment"] as const,
      registers,
    }),
    oldestOwedRefund: new Gauge({
      name: "maple_oldest_owed_refund_seconds",
      help: "How long the oldest of them has been owed.",
      labelNames: ["environment"] as const,
      registers,
    }),
    jobsCut: new Counter({
      name: "maple_job_cut_total",
      help: "Runs of background work that did not end in time and were cut, by name.",
      labelNames: ["name"] as const,
      registers,
    }),
    clockSkew: new Gauge({
      name: "maple_clock_skew_seconds",
      help: "The clock of this machine minus the clock of the database, half the round trip left out.",
      labelNames: ["environment"] as const,
      registers,
    }),
    clockDatabaseWrong: new Gauge({
      name: "maple_clock_database_wrong",
      help: "1 while most processes see the clock of the database wrong; nothing is deleted then.",
      labelNames: ["environment"] as const,
      registers,
    }),
    jobFailures: new Counter({
      name: "maple_job_failures_total",
      help: "Runs of background work that failed, by name.",
      labelNames: ["name"] as const,
      registers,
    }),
  };
}
