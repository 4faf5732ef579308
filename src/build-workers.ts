/** Builds the background work of a process: webhook deliveries, timers and jobs, for every environment. */
import { expireDueHolds, keepOverstays } from "./bookings/expire-holds.job.ts";
import { forgetRequests } from "./feedback/forget-requests.job.ts";
import type { MenuThreads } from "./menus/menu-threads.job.ts";
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
import { keepLedger } from "./webhooks/keep-ledger.job.ts";
import { measureQueue } from "./webhooks/measure-queue.job.ts";
import { resealSecrets } from "./webhooks/reseal-secrets.job.ts";
import type { WebhookMeans } from "./webhooks/subscriptions.routes.ts";

export interface WorkerParts {
  readonly databases: Databases;
  readonly wakeups: Wakeups;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly threads: MenuThreads;
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
  const sweeps = all.flatMap((database) => [...listSweeps(parts, database), ...webhookSweeps(parts, database)]);
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
export async function runDueTimers(database: Database, metrics: Metrics, log: Log): Promise<void> {
  for (const sweep of timerSweeps(database, metrics, log)) {
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

function listSweeps({ metrics, threads, log }: WorkerParts, database: Database): readonly Sweep[] {
  const menuSyncs = createMenuSyncJob({ database, compare: threads.compare });
  return [
    ...timerSweeps(database, metrics, log),
    { name: "menu_syncs", channel: "jobs", everyMs: 1_000, runOnce: () => menuSyncs.runOnce() },
    { name: "forget_requests", everyMs: hourMs, runOnce: () => forgetRequests(database, Date.now()) },
    { name: "forget_idempotency_keys", everyMs: hourMs, runOnce: () => forgetIdempotencyKeys(database, Date.now()) },
    { name: "drain_horizon", everyMs: 5_000, runOnce: () => measureDrain(database, metrics) },
  ];
}

function webhookSweeps({ means, log, metrics }: WorkerParts, database: Database): readonly Sweep[] {
  const once = (work: () => Promise<void>) => async (): Promise<boolean> => {
    await work();
    return false;
  };
  const keep = once(async () => {
    const dropped = await keepLedger(database, Date.now());
    if (dropped.length > 0) log.info({ dropped, environment: database.environment }, "ledger partitions dropped");
  });
  const reseal = once(async () => {
    const { resealed, unreadable } = await resealSecrets(database, means[database.environment].sealing);
    const found = { resealed, unreadable, environment: database.environment };
    if (unreadable.length > 0) log.error(found, "signing secrets that no configured SECRET_KEY opens");
    else if (resealed > 0) log.info(found, "signing secrets sealed under the new SECRET_KEY");
  });
  return [
    { name: "keep_ledger", everyMs: hourMs, runOnce: keep },
    { name: "reseal_secrets", everyMs: hourMs, runOnce: reseal },
    { name: "measure_deliveries", everyMs: 15_000, runOnce: once(() => measureQueue(database, metrics)) },
  ];
}

function timerSweeps(database: Database, metrics: Metrics, log: Log): readonly Sweep[] {
  const { environment } = database;
  const orderTimers: Sweep = {
    name: "order_timers",
    channel: "timers",
    everyMs: 250,
    runOnce: () =>
      runDueOrderTimers(database, ({ orderId, kind, dueAt, at }) => {
        log.info({ orderId, timer: kind, lateMs: at - dueAt, environment }, "order timer fired");
        metrics.timersFired.inc({ kind });
        metrics.timerLateness.observe((at - dueAt) / 1000);
      }),
  };
  const processor = createTestProcessor(database);
  const refunds = createRefundJob({
    database,
    processorOf: (name) => (name === "test" && database.environment === "test" ? processor : undefined),
    onRefunded: recordRefund,
    onAttempt: (refund) => log.info({ ...refund, environment }, "refund attempted"),
  });
  const settlements: Sweep = {
    name: "settle_charges",
    channel: "timers",
    everyMs: 500,
    runOnce: () => settleDueCharges(database, applyPaymentNews),
  };
  const bookingSweeps: readonly Sweep[] = [
    { name: "expire_holds", everyMs: 500, runOnce: () => expireDueHolds(database) },
    { name: "keep_overstays", everyMs: 5_000, runOnce: () => keepOverstays(database) },
  ];
  const refundSweep: Sweep = { name: "refunds", channel: "jobs", everyMs: 500, runOnce: () => refunds.runOnce() };
  const ofTest = database.environment === "test" ? [settlements] : [];
  return [orderTimers, ...ofTest, refundSweep, ...bookingSweeps];
}

async function measureDrain(database: Database, metrics: Metrics): Promise<boolean> {
  metrics.drainHorizonAge.set({ environment: database.environment }, await readDrainAge(database.read));
  return false;
}
