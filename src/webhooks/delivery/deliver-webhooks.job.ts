/**
 * The delivery worker of one service.
 *
 * Guarantees: every due delivery is attempted, by one worker at a time, under a lease of 20 s. At most 64 deliveries of a
 * subscription are in flight. The fuller the worker is, the fewer each subscription may have, so slow and dead receivers
 * leave room for the others. No transaction is open during an attempt. A crash leaves leases; another worker, or the next
 * start, attempts those deliveries again under the same event id. Woken after commits, when outcomes make room, and by a
 * timer. Built by `build.ts`.
 */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { startLoop, type Loop, type LoopState } from "../../platform/jobs/loop.ts";
import { createWakeups, type Wakeups } from "../../platform/jobs/wakeups.ts";
import type { Log } from "../../platform/log.ts";
import type { Metrics } from "../../platform/metrics/create-metrics.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { TimeIsUp } from "../../platform/time-limit.ts";
import { attemptWithFault, dropDelivery, type AttemptDeps } from "./attempt-delivery.client.ts";
import { createLeaseSlots, slotCount } from "./lease-slots.ts";
import { decideDelivery, type DecidedDelivery } from "./delivery-outcome.ts";
import { logAttempt, logDisabled, type DeliveryMetrics } from "./delivery-log.ts";
import {
  leaseDeliveries,
  giveBackDeliveries,
  maxInFlightPerSubscription,
  type LeasedBatch,
  type LeasedDelivery,
} from "./deliveries.sql.ts";
import type { DeliveryFaults } from "./delivery-fault.ts";
import { releaseHeld } from "./delivery-faults.sql.ts";
import { recordOutcomes, type DisabledSubscription, type RecordedOutcomes } from "./delivery-outcomes.sql.ts";
import { isAnyPending, isAnyUnfinished } from "./delivery-queues.sql.ts";
import { meetDeliveryFaults, noFaults, type MetFaults } from "./meet-delivery-faults.command.ts";
import { createOutcomeRecorder, type OutcomeRecorder } from "./outcome-recorder.cache.ts";
import { sweepDeliveries } from "./sweep-deliveries.job.ts";

export interface DeliveryWorkerOptions extends AttemptDeps {
  readonly database: Database;
  readonly wakeups: Wakeups;
  readonly log: Log;
  readonly metrics: DeliveryMetrics & Pick<Metrics, "jobFailures" | "jobsCut">;
  /** In [0, 1), for jitter. */
  readonly random: () => number;
  /** The faults of the sandbox; absent in live. */
  readonly faults?: DeliveryFaults | undefined;
  /** Tells the operator that a subscription was disabled. */
  readonly onDisabled?: (subscription: DisabledSubscription) => void;
  /** Attempts in flight at once in this worker. */
  readonly capacity?: number | undefined;
  /** How long `stop` waits for attempts under way; an attempt ends by itself within 10 s. */
  readonly stopWithinMs?: number;
}

export interface DeliveryWorker {
  start(): void;
  /** Leases nothing more, finishes what is in flight, and gives back what was leased and not begun. */
  stop(): Promise<void>;
  /** How its loop is doing. */
  loops(): readonly LoopState[];
  /** Puts right what a crash or a race left: a sweep, which the program runs when there is something. */
  sweepOnce(): Promise<boolean>;
  /** Resolves when nothing can be leased and nothing is leased, in any worker, and no attempt runs here; for tests. */
  idle(): Promise<void>;
}

const largestBatch = 128;
const pollMs = 500;
/** How long a look that found nothing waiting stands, unless somebody tells of something. */
const quietMs = 900;
/** Batches closer together than this are gathered into one. */
const leaseGapMs = 8;

/** Builds the worker; nothing runs until `start`. */
export function createDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  return new Worker(options);
}

class Worker implements DeliveryWorker {
  readonly #options: DeliveryWorkerOptions;
  readonly #name = `worker:${randomUUID()}`;
  readonly #capacity: number;
  /** Nudges of this worker alone: other processes have no use for them. */
  readonly #nudges = createWakeups();
  readonly #recorder: OutcomeRecorder;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #loops: Loop[] = [];
  #unsubscribe: (() => void) | undefined;
  #stopping = false;
  /** The last batch was cut short by this worker's own capacity. */
  #starved = false;
  #lastLeaseAt = 0;
  /** The last look found nothing in any slot, and nobody has told of anything since. */
  #quiet = false;
  /** Until then, of `performance.now()`, a look that found nothing waiting stands. */
  #quietUntil = 0;
  readonly #slots = createLeaseSlots(randomInt(slotCount));
  /** Where the walk over the subscriptions of some slots goes on. */
  readonly #walkedTo = new Map<string, LeasedBatch["endedAt"]>();

  constructor(options: DeliveryWorkerOptions) {
    this.#options = options;
    this.#capacity = options.capacity ?? 1_024;
    this.#recorder = createOutcomeRecorder({
      database: options.database,
      worker: this.#name,
      onError: (error) => this.#fail("record-outcomes", error),
      onRecorded: (batch, recorded) => this.#recorded(batch, recorded),
    });
  }

  start(): void {
    const { wakeups } = this.#options;
    this.#unsubscribe = wakeups.onWake("deliveries", () => this.#nudge());
    this.#loops.push(
      startLoop({
        wakeups: this.#nudges,
        onError: (name, error) => this.#fail(name, error),
        name: "claim-deliveries",
        everyMs: pollMs,
        channel: "deliveries",
        runOnce: () => this.#lease(),
      }),
    );
  }

  loops(): readonly LoopState[] {
    return this.#loops.map((loop) => loop.state());
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#unsubscribe?.();
    const late = sleep(this.#options.stopWithinMs ?? 11_000, undefined, { ref: false });
    const finished = Promise.all(this.#loops.map((loop) => loop.stop())).then(() => Promise.all(this.#inFlight));
    await Promise.race([finished, late]);
  }

  async idle(): Promise<void> {
    while (!this.#stopping) {
      this.#nudge();
      await Promise.all(this.#inFlight);
      // The answer is one snapshot: what it does not see was not due, not leased and not under way at that moment.
      if (!(await isAnyUnfinished(this.#options.database.read)) && this.#inFlight.size === 0) return;
      await sleep(leaseGapMs);
    }
  }

  /** Leases one batch and begins its attempts; true when there may be more and room for it. */
  async #lease(): Promise<boolean> {
    const wait = this.#lastLeaseAt + leaseGapMs - performance.now();
    if (wait > 0) await sleep(wait);
    this.#lastLeaseAt = performance.now();
    const free = this.#capacity - this.#inFlight.size;
    this.#starved = free < largestBatch;
    if (free <= 0 || this.#stopping || !this.#options.database.clock.mayLease()) return false;
    if (this.#quiet && !(await this.#isAnyPending())) return false;
    const batch = Math.min(free, largestBatch);
    const perSubscription = Math.max(1, Math.min(maxInFlightPerSubscription, Math.floor(free / 8)));
    const slots = this.#slots.next();
    const walk = `${slots.first}+${slots.count}`;
    const {
      leased,
      endedAt,
      more,
      free: freeSlots,
    } = await leaseDeliveries(this.#options.database, this.#name, {
      batch,
      perSubscription,
      startAfter: this.#walkedTo.get(walk),
      slots,
    });
    this.#walkedTo.set(walk, endedAt);
    this.#slots.took(slots, { free: freeSlots, more, isEmpty: leased.length === 0 });
    this.#quiet = this.#slots.round() === "over and empty";
    if (this.#stopping) {
      const ids = leased.map(({ deliveryId }) => deliveryId);
      if (ids.length > 0) await giveBackDeliveries(this.#options.database, this.#name, ids);
      return false;
    }
    const met = await this.#meetFaults(leased);
    for (const delivery of leased) if (!met.postponed.has(delivery.deliveryId)) this.#begin(delivery, met);
    return this.#slots.round() === "open";
  }

  async #isAnyPending(): Promise<boolean> {
    if (performance.now() < this.#quietUntil) return false;
    const began = performance.now();
    const isAny = await isAnyPending(this.#options.database.read);
    // Told meanwhile: the look may have been before that.
    if (!isAny && this.#quiet) this.#quietUntil = began + quietMs;
    return isAny;
  }

  /** Which of the deliveries go wrong on purpose; without an answer of the database none does. */
  async #meetFaults(leased: readonly LeasedDelivery[]): Promise<MetFaults> {
    const { database, faults } = this.#options;
    return meetDeliveryFaults(database, faults, this.#name, leased).catch((error: unknown) => {
      this.#fail("meet-faults", error);
      return noFaults;
    });
  }

  #begin(delivery: LeasedDelivery, met: MetFaults): void {
    const attempting = this.#attempt(delivery, met).finally(() => this.#inFlight.delete(attempting));
    this.#inFlight.add(attempting);
  }

  async #attempt(delivery: LeasedDelivery, { faults, faultyApps }: MetFaults): Promise<void> {
    const { database, random } = this.#options;
    const fault = faults.get(delivery.deliveryId);
    try {
      if (fault?.kind === "webhook_dropped") {
        // Nobody failed: the health of the subscription stays as it is.
        await recordOutcomes(database, this.#name, [dropDelivery(delivery, this.#options)], { counted: false });
      } else {
        const attempted = await attemptWithFault(delivery, fault, this.#options);
        await this.#recorder.record(decideDelivery(attempted, random()));
      }
      if (faultyApps.has(delivery.appId) && (await releaseHeld(database, delivery))) this.#nudge();
    } catch (error) {
      // Our own fault, not the receiver's: the lease runs out and the delivery is attempted again.
      this.#fail("attempt-delivery", error);
    }
  }

  #recorded(batch: readonly DecidedDelivery<LeasedDelivery>[], recorded: RecordedOutcomes): void {
    const { log, metrics } = this.#options;
    const finished = new Set(recorded.finished.map(({ deliveryId }) => deliveryId));
    for (const decided of batch) logAttempt(log, metrics, decided, finished.has(decided.delivery.deliveryId));
    this.#tellDisabled(recorded.disabled);
    if (recorded.more || this.#starved) this.#nudge();
  }

  async sweepOnce(): Promise<boolean> {
    const swept = await sweepDeliveries(this.#options.database);
    this.#tellDisabled(swept.disabled);
    if (swept.changed) this.#nudge();
    return false;
  }

  #tellDisabled(disabled: readonly DisabledSubscription[]): void {
    for (const subscription of disabled) {
      logDisabled(this.#options.log, subscription);
      this.#options.onDisabled?.(subscription);
    }
  }

  #nudge(): void {
    this.#quiet = false;
    this.#quietUntil = 0;
    this.#slots.refill();
    this.#nudges.wake("deliveries");
  }

  #fail(job: string, error: unknown): void {
    const { log, metrics } = this.#options;
    metrics.jobFailures.inc({ name: job });
    if (error instanceof TimeIsUp) metrics.jobsCut.inc({ name: job });
    log.error({ err: error, job }, "background work failed");
  }
}
