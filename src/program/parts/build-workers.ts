/** Builds the background work of a process: webhook deliveries, timers and jobs, for one service. */
import { bookingSweeps, bookingTimers } from "./build-bookings.ts";
import { waitlistSweeps, waitlistTimers } from "./build-waitlist.ts";
import { providerSweeps, type Providers } from "./build-providers.ts";
import { eraseOldGuests } from "../../bookings/aftercare/erase-old-guests.job.ts";
import { forgetTableAlerts } from "../../bookings/alerts/offer-tables.job.ts";
import { forgetGroupRequests } from "../../bookings/groups/end-groups.job.ts";
import { forgetGuestNotes } from "../../bookings/guests/forget-guest-notes.job.ts";
import { forgetGuestLinks } from "../../guest-links/forget-guest-links.job.ts";
import { createRequestLog, type RequestLog } from "../../requests/request-log.cache.ts";
import { forgetRequests, makeRequestDays } from "../../requests/keep-requests.job.ts";
import { labelsOf } from "../../kernel/service-labels.ts";
import type { Senders } from "../../messaging/send/create-senders.command.ts";
import { deleteOldMessages } from "../../messaging/aftercare/delete-old-messages.job.ts";
import { forgetOldMessages } from "../../messaging/aftercare/forget-old-messages.job.ts";
import { forgetHealthSamples, sampleHealth } from "../../operator/health/sample-health.job.ts";
import { forgetLiveChanges } from "../../live/forget-live-changes.job.ts";
import type { MenuThreads } from "../../menus/publish/menu-threads.worker.ts";
import { forgetDryRuns } from "../../menus/publish/forget-dry-runs.job.ts";
import { createMenuSyncJob } from "../../menus/publish/run-menu-syncs.job.ts";
import { readDrainAge } from "../../orders/order/list-orders.query.ts";
import { tellOfPayment, tellOfRefund } from "../paid-things.ts";
import { attendOrders } from "../../orders/staff/attend-orders.job.ts";
import { runDueOrderTimers } from "../../orders/decide/run-order-timers.job.ts";
import { forgetProcessorEvents } from "../../payments/stripe/forget-processor-events.job.ts";
import { lookAtLinks, type LookedAt } from "../../payments/money/look-at-links.job.ts";
import type { Processors } from "../../payments/stripe/create-processors.client.ts";
import { measureRefunds } from "../../payments/money/measure-refunds.job.ts";
import { createRefundJob } from "../../payments/money/run-refunds.job.ts";
import { settleDueCharges } from "../../payments/money/settle-charges.job.ts";
import { putBackInStock } from "../../stock/put-back-in-stock.job.ts";
import { decideDeliveryFaults } from "../../sandbox/faults/meet-fault.command.ts";
import { listFaultyApps } from "../../sandbox/faults/read-faults.query.ts";
import { deletion, whileClockIsRight } from "../../platform/clock/clock-gate.ts";
import { forgetOldProcesses } from "../../platform/clock/watch-clocks.ts";
import { forgetIdempotencyKeys, makeAnswerDays } from "../../platform/http/idempotency/forget-idempotency-keys.job.ts";
import { erasePeople } from "../../people/person/erase-people.job.ts";
import { forgetSignInTraces } from "../../people/sign-in/forget-sign-in-traces.job.ts";
import { forgetAddressCounts } from "../../platform/limits/share-counts.job.ts";
import { measureServer } from "../../platform/health/measure-server.job.ts";
import { startDueLoops, type SweepOptions } from "../../platform/jobs/due-loops.ts";
import type { Loop, LoopState } from "../../platform/jobs/loop.ts";
import type { Wakeups } from "../../platform/jobs/wakeups.ts";
import { TimeIsUp } from "../../platform/time-limit.ts";
import type { Log } from "../../platform/log.ts";
import type { Metrics } from "../../platform/metrics/create-metrics.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { createDeliveryWorker, type DeliveryWorker } from "../../webhooks/delivery/deliver-webhooks.job.ts";
import { forgetOldLedger, makeLedgerWeeks, measureLedgerWeeks } from "../../webhooks/ledger/keep-ledger.job.ts";
import { measureQueue } from "../../webhooks/delivery/measure-queue.job.ts";
import { resealSecrets } from "../../webhooks/subscriptions/reseal-secrets.job.ts";
import type { WebhookDeps } from "../../webhooks/api/subscriptions.routes.ts";
import type { ServiceTraits } from "../service-traits.ts";
import { listDueSweeps, sweepsWithCondition } from "../what-is-due.sql.ts";

export interface WorkerParts {
  readonly database: Database;
  readonly traits: Pick<ServiceTraits, "hasFaults">;
  readonly wakeups: Wakeups;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly threads: MenuThreads;
  readonly deps: WebhookDeps;
  readonly processors: Processors;
  readonly senders: Senders;
  readonly providers: Providers;
  /** Deliveries under way at once; 1,024 when absent. */
  readonly deliveriesAtOnce: number | undefined;
}

/** What the timers of orders and money need. */
type TimerParts = Pick<WorkerParts, "metrics" | "log" | "processors" | "senders">;

export interface Workers {
  start(): void;
  /** Finishes what is under way and gives leases back. */
  stop(): Promise<void>;
  /** How each loop is doing. */
  loops(): readonly LoopState[];
  /** Resolves when no delivery is due or under way; for tests. */
  idle(): Promise<void>;
}

type Sweep = SweepOptions;

const hourMs = 3_600_000;
/** A large menu is read, compared and written in one run. */
const menuSyncLimitMs = 180_000;

/** Builds the workers; nothing runs until they start. */
export function buildWorkers(parts: WorkerParts): Workers {
  const { database, wakeups, log, metrics } = parts;
  const deliveries = buildDeliveries(parts, database);
  const sweeps = [
    ...listSweeps(parts, database),
    ...webhookSweeps(parts, database),
    { name: "sweep_deliveries", everyMs: 1_000, runOnce: () => deliveries.sweepOnce() },
    ...bookingSweeps(database, log),
    ...providerSweeps(parts, database),
    ...waitlistSweeps(database, parts),
  ];
  let loops: readonly Loop[] = [];
  const onError = (name: string, error: unknown): void => {
    metrics.jobFailures.inc({ name });
    if (error instanceof TimeIsUp) metrics.jobsCut.inc({ name });
    log.error({ err: error, job: name }, "job failed");
  };
  return {
    start() {
      deliveries.start();
      const listDue = (): Promise<readonly string[]> => listDueSweeps(database.read);
      loops = startDueLoops({ sweeps, waiting: sweepsWithCondition, listDue, wakeups, onError });
    },
    async stop() {
      await Promise.all([...loops.map((loop) => loop.stop()), deliveries.stop()]);
      loops = [];
    },
    loops: () => [...loops.map((loop) => loop.state()), ...deliveries.loops()],
    async idle() {
      await deliveries.idle();
    },
  };
}

/** Fires every timer that is due, until none is. */
export async function runDueTimers(database: Database, parts: TimerParts): Promise<void> {
  for (const sweep of timerSweeps(database, parts)) {
    while (await sweep.runOnce());
  }
}

/** Builds the request log, which writes in the background of each process that answers. */
export function buildRequestLog({
  database,
  log,
  metrics,
}: Pick<WorkerParts, "database" | "log" | "metrics">): RequestLog {
  return createRequestLog(database, {
    onError: (error) => log.warn({ err: error }, "requests not logged"),
    onDropped: () => metrics.droppedRequests.inc(),
  });
}

function buildDeliveries(parts: WorkerParts, database: Database): DeliveryWorker {
  const { wakeups, log, metrics } = parts;
  return createDeliveryWorker({
    ...parts.deps,
    database,
    wakeups,
    log,
    metrics,
    random: Math.random,
    capacity: parts.deliveriesAtOnce,
    faults: parts.traits.hasFaults ? { listFaultyApps, decide: decideDeliveryFaults } : undefined,
  });
}

function listSweeps(parts: WorkerParts, database: Database): readonly Sweep[] {
  const { metrics, threads } = parts;
  const menuSyncs = createMenuSyncJob({ database, compare: threads.compare });
  const leased = (sweep: Sweep["runOnce"]) => whileClockIsRight(database, sweep);
  const deletes = (name: string, sweep: Sweep["runOnce"]) => deletion(database, name, sweep);
  return [
    ...timerSweeps(database, parts),
    {
      name: "menu_syncs",
      channel: "jobs",
      everyMs: 1_000,
      limitMs: menuSyncLimitMs,
      runOnce: leased(() => menuSyncs.runOnce()),
    },
    deletes("forget_dry_runs", () => forgetDryRuns(database)),
    deletes("forget_requests", () => forgetRequests(database)),
    deletes("forget_idempotency_keys", () => forgetIdempotencyKeys(database)),
    deletes("forget_guest_links", () => forgetGuestLinks(database)),
    deletes("erase_old_guests", () => eraseOldGuests(database)),
    deletes("forget_old_messages", () => forgetOldMessages(database)),
    deletes("delete_old_messages", () => deleteOldMessages(database)),
    deletes("forget_guest_notes", () => forgetGuestNotes(database)),
    deletes("forget_table_alerts", () => forgetTableAlerts(database)),
    deletes("forget_group_requests", () => forgetGroupRequests(database)),
    deletes("forget_processor_events", () => forgetProcessorEvents(database)),
    deletes("erase_people", () => erasePeople(database)),
    deletes("forget_sign_in_traces", () => forgetSignInTraces(database)),
    deletes("forget_old_processes", () => forgetOldProcesses(database)),
    deletes("forget_address_counts", () => forgetAddressCounts(database)),
    deletes("forget_live_changes", () => forgetLiveChanges(database)),
    deletes("forget_health_samples", () => forgetHealthSamples(database)),
    { name: "sample_health", everyMs: 60_000, runOnce: () => sampleHealth(database) },
    { name: "drain_horizon", everyMs: 5_000, runOnce: () => measureDrain(database, metrics) },
  ];
}

function webhookSweeps({ deps, log, metrics }: WorkerParts, database: Database): readonly Sweep[] {
  const once = (work: () => Promise<void>) => async (): Promise<boolean> => {
    await work();
    return false;
  };
  const reseal = once(async () => {
    const { resealed, unreadable } = await resealSecrets(database, deps.sealing);
    const found = { resealed, unreadable };
    if (unreadable.length > 0) log.error(found, "signing secrets that no configured SECRET_KEY opens");
    else if (resealed > 0) log.info(found, "signing secrets sealed under the new SECRET_KEY");
  });
  return [
    { name: "make_answer_days", everyMs: hourMs, runOnce: once(() => makeAnswerDays(database)) },
    { name: "make_request_days", everyMs: hourMs, runOnce: once(() => makeRequestDays(database)) },
    { name: "make_ledger_weeks", everyMs: hourMs, runOnce: once(() => makeLedgerWeeks(database)) },
    deletion(
      database,
      "forget_old_ledger",
      once(async () => {
        const dropped = await forgetOldLedger(database);
        if (dropped.length > 0) log.info({ dropped }, "ledger partitions dropped");
      }),
    ),
    { name: "reseal_secrets", everyMs: hourMs, runOnce: reseal },
    { name: "measure_deliveries", everyMs: 15_000, runOnce: once(() => measureQueue(database, metrics)) },
    { name: "measure_ledger_weeks", everyMs: 60_000, runOnce: once(() => measureLedgerWeeks(database, metrics)) },
    { name: "measure_refunds", everyMs: 15_000, runOnce: once(() => measureRefunds(database, metrics)) },
    { name: "measure_server", everyMs: 15_000, runOnce: once(() => measureServer(database, metrics)) },
  ];
}

function timerSweeps(database: Database, parts: TimerParts): readonly Sweep[] {
  const { metrics, log } = parts;
  const orderTimers: Sweep = {
    name: "order_timers",
    channel: "timers",
    everyMs: 250,
    runOnce: () =>
      runDueOrderTimers(database, ({ orderId, kind, dueAt, at }) => {
        log.info({ orderId, timer: kind, lateMs: at - dueAt }, "order timer fired");
        metrics.timersFired.inc({ kind });
        metrics.timerLateness.observe((at - dueAt) / 1000);
      }),
  };
  const attending: Sweep = { name: "attend_orders", everyMs: 1_000, runOnce: () => attendOrders(database) };
  const restocking: Sweep = { name: "put_back_in_stock", everyMs: 5_000, runOnce: () => putBackInStock(database) };
  return [
    orderTimers,
    attending,
    restocking,
    ...moneySweeps(database, parts),
    ...bookingTimers(database, log),
    ...waitlistTimers(database, parts),
  ];
}

function moneySweeps(database: Database, { log, processors }: TimerParts): readonly Sweep[] {
  const processorOf = processors.of;
  const onNews = tellOfPayment;
  const refunds = createRefundJob({
    database,
    processorOf,
    onNews: tellOfRefund,
    onAttempt: (refund) => log.info(refund, "refund attempted"),
  });
  const onLook = (look: LookedAt): void => {
    if (look.surplus === null) log.info(look, "payment link looked at");
    else log.error(look, "a charge that was not asked for goes back");
  };
  const leased = (sweep: Sweep["runOnce"]) => whileClockIsRight(database, sweep);
  const settle = () => settleDueCharges(database, onNews);
  const look = () => lookAtLinks({ database, processorOf, onNews, onLook });
  return [
    ...(processorOf("test") === undefined
      ? []
      : [{ name: "settle_charges", channel: "timers" as const, everyMs: 500, runOnce: settle }]),
    { name: "refunds", channel: "jobs", everyMs: 500, runOnce: leased(() => refunds.runOnce()) },
    { name: "payment_links", channel: "jobs", everyMs: 1_000, runOnce: leased(look) },
  ];
}

async function measureDrain(database: Database, metrics: Metrics): Promise<boolean> {
  metrics.drainHorizonAge.set(labelsOf(database), await readDrainAge(database.read, database.clock.now()));
  return false;
}
