/** Builds the background work of a process: webhook deliveries, timers and jobs, for every environment. */
import { forgetRequests } from "./feedback/forget-requests.job.ts";
import { createMenuSyncJob } from "./menus/run-menu-syncs.job.ts";
import { readDrainAge } from "./orders/list-orders.query.ts";
import { applyPaymentNews, recordRefund } from "./orders/pay-order.command.ts";
import { runDueOrderTimers } from "./orders/run-order-timers.job.ts";
import { createRefundJob } from "./payments/run-refunds.job.ts";
import { settleDueCharges } from "./payments/settle-charges.job.ts";
import { createTestProcessor } from "./payments/test-processor.command.ts";
import { forgetIdempotencyKeys } from "./platform/http/forget-idempotency-keys.job.ts";
import type { Databases } from "./platform/http/ports.ts";
import { startLoop, type Loop } from "./platform/jobs/loop.ts";
import type { Wakeups, WakeupChannel } from "./platform/jobs/wakeups.ts";
import type { Log } from "./platform/log.ts";
import type { Metrics } from "./platform/metrics.ts";
import type { Database, Environment } from "./platform/postgres/database.ts";
import { createDeliveryWorker, type DeliveryWorker } from "./webhooks/deliver-webhooks.job.ts";
import type { WebhookMeans } from "./webhooks/subscriptions.routes.ts";

export interface WorkerParts {
  readonly databases: Databases;
  readonly wakeups: Wakeups;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly means: Readonly<Record<Environment, WebhookMeans>>;
}

export interface Workers {
  start(): void;
  /** Finishes what is under way and gives leases back. */
  stop(): Promise<void>;
  /** Resolves when no delivery is due or under way; for tests. */
  idle(): Promise<void>;
}

interface Sweep {
  readonly name: string;
  readonly channel?: WakeupChannel;
  readonly everyMs: number;
  readonly runOnce: () => Promise<boolean>;
}

const hourMs = 3_600_000;

/** Builds the workers; nothing runs until they start. */
export function buildWorkers(parts: WorkerParts): Workers {
  const { databases, wakeups, log, metrics } = parts;
  const all: readonly Database[] = databases.live === undefined ? [databases.test] : [databases.test, databases.live];
  const deliveries = all.map((database) => buildDeliveries(parts, database));
  const sweeps = all.flatMap((database) => listSweeps(database, metrics));
  let loops: Loop[] = [];
  const onError = (name: string, error: unknown): void => {
    metrics.jobFailures.inc({ name });
    log.error({ err: error, job: name }, "job failed");
  };
  return {
    start() {
      for (const worker of deliveries) worker.start();
      loops = sweeps.map((sweep) => startLoop({ ...sweep, wakeups, onError }));
    },
    async stop() {
      await Promise.all([...loops.map((loop) => loop.stop()), ...deliveries.map((worker) => worker.stop())]);
      loops = [];
    },
    async idle() {
      await Promise.all(deliveries.map((worker) => worker.idle()));
    },
  };
}

/** Fires every timer that is due in an environment, until none is. */
export async function runDueTimers(database: Database, metrics: Metrics): Promise<void> {
  for (const sweep of timerSweeps(database, metrics)) {
    while (await sweep.runOnce());
  }
}

function buildDeliveries(parts: WorkerParts, database: Database): DeliveryWorker {
  const { wakeups, log, metrics } = parts;
  return createDeliveryWorker({
    ...parts.means[database.environment],
    database,
    wakeups,
    log,
    metrics,
    random: Math.random,
  });
}

function listSweeps(database: Database, metrics: Metrics): readonly Sweep[] {
  const menuSyncs = createMenuSyncJob({ database });
  return [
    ...timerSweeps(database, metrics),
    { name: "menu_syncs", channel: "jobs", everyMs: 1_000, runOnce: () => menuSyncs.runOnce() },
    { name: "forget_requests", everyMs: hourMs, runOnce: () => forgetRequests(database, Date.now()) },
    { name: "forget_idempotency_keys", everyMs: hourMs, runOnce: () => forgetIdempotencyKeys(database, Date.now()) },
    { name: "drain_horizon", everyMs: 5_000, runOnce: () => measureDrain(database, metrics) },
  ];
}

function timerSweeps(database: Database, metrics: Metrics): readonly Sweep[] {
  const orderTimers: Sweep = {
    name: "order_timers",
    channel: "timers",
    everyMs: 250,
    runOnce: () =>
      runDueOrderTimers(database, ({ kind, dueAt, at }) => {
        metrics.timersFired.inc({ kind });
        metrics.timerLateness.observe((at - dueAt) / 1000);
      }),
  };
  const processor = createTestProcessor(database);
  const refunds = createRefundJob({
    database,
    processorOf: (name) => (name === "test" && database.environment === "test" ? processor : undefined),
    onRefunded: recordRefund,
  });
  const settlements: Sweep = {
    name: "settle_charges",
    channel: "timers",
    everyMs: 500,
    runOnce: () => settleDueCharges(database, applyPaymentNews),
  };
  const refundSweep: Sweep = { name: "refunds", channel: "jobs", everyMs: 500, runOnce: () => refunds.runOnce() };
  return database.environment === "test" ? [orderTimers, settlements, refundSweep] : [orderTimers, refundSweep];
}

async function measureDrain(database: Database, metrics: Metrics): Promise<boolean> {
  metrics.drainHorizonAge.set({ environment: database.environment }, await readDrainAge(database.read));
  return false;
}
