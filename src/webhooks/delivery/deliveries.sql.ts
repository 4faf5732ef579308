/**
 * The SQL that leases deliveries to workers. Guarantees: one worker at a time leases a delivery. An outcome is written
 * only under the lease that is still held (worker and attempt in the WHERE). Transactions take deliveries of one slot one
 * after another, so limits per subscription hold across processes. All due times are in the database's clock. A crash
 * leaves leases, which run out.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { lockClasses, lockTexts } from "../../platform/postgres/advisory-locks.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { ResourceType } from "../ledger/envelope.ts";
import { dataToRead } from "../ledger/event-privacy.sql.ts";
import type { EventType } from "../subscriptions/event-types.ts";
import { slotCount, type SlotRange } from "./lease-slots.ts";

/** How long a worker may hold a delivery; an attempt takes at most half of it. */
export const leaseSeconds = 20;

/** Deliveries of a subscription that may be in flight at once, in all processes together. */
export const maxInFlightPerSubscription = 64;

/** A delivery leased to a worker, with all that an attempt needs. */
export interface LeasedDelivery {
  readonly deliveryId: Id<"dlv">;
  /** The number of this attempt, from 1. */
  readonly attempts: number;
  /** Attempts made before the last release: the retry schedule counts from there. */
  readonly attemptsBefore: number;
  readonly queuedAt: Instant;
  readonly subscriptionId: Id<"dws">;
  readonly notificationUrl: string;
  readonly sealedSecret: Buffer;
  /** Null when none signs any more. */
  readonly previousSealedSecret: Buffer | null;
  readonly eventId: Id<"evt">;
  readonly appId: Id<"app">;
  readonly eventType: EventType;
  readonly locationId: Id<"str"> | null;
  readonly resourceType: ResourceType;
  readonly resourceId: string;
  readonly resourcePath: string;
  readonly idempotencyKey: string;
  readonly sequence: number;
  readonly created: Instant;
  /** Of the change, where its trace is kept. */
  readonly traceparent: string | null;
  /** As the app may read the data at this attempt (rules/webhooks 8.4 and 8.5). */
  readonly dataText: string | null;
}

/**
 * Before hot statements. They are planned once per connection, as planning over partitions costs more than running; and
 * always as a walk through indexes from few rows to few rows, whatever the statistics of a queue that fills and empties say
 * (plain index scans, which also mark what is dead for the next one).
 */
export const keepPlan = defineStatement({
  name: "keep-plan",
  takes: [],
  text: `SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_bitmapscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`,
});

/** A slot has the subscriptions whose ids hash to it. */
const slotOf = (id: string): string => `(hashtextextended(${id}::text, 0) & ${slotCount - 1})::int`;

/**
 * Takes those of the slots $1 to $1 + $2 - 1 that are free, and leaves their numbers to the next statement: its snapshot is
 * taken after the locks, so the numbers in flight that it reads stay true until the commit. Nobody waits: where another worker
 * leases, there is nothing left to lease. A worker of an older release leases from all slots under the text, alone.
 */
const lockSlots = defineStatement({
  name: "delivery-lease-lock",
  takes: ["int4", "int4"],
  text: `SELECT set_config('maple.slots', coalesce(array_agg(slot), '{}')::text, true)
    FROM generate_series($1::int, $1::int + $2::int - 1) AS slot
    WHERE (SELECT pg_try_advisory_xact_lock_shared(hashtextextended('${lockTexts.deliveryLeases}', 0)))
      AND pg_try_advisory_xact_lock(${lockClasses.deliverySlots}, slot)`,
});

/** True for a delivery that no earlier event of its resource holds back. */
export const isNext = (delivery: string): string => `(SELECT true FROM deliveries earlier
            WHERE earlier.subscription_id = ${delivery}.subscription_id AND earlier.resource_id = ${delivery}.resource_id
              AND earlier.state = 'pending' AND earlier.sequence < ${delivery}.sequence
              AND earlier.ordered_until > statement_timestamp() LIMIT 1) IS NULL`;

/**
 * One step of the walk: the next subscription with something to lease, when its first delivery is due, and the room it
 * has. Look-ups are scalar, or fenced and by the whole key alone, on purpose: as joins they are planned for all rows of a
 * subscription instead of the few wanted.
 */
const nextWaiting = (walk: string): string => `LATERAL (
        SELECT d.subscription_id, d.next_at FROM deliveries d
        WHERE d.state = 'pending' AND d.leased_by IS NULL AND d.subscription_id > ${walk}.subscription_id
        ORDER BY d.subscription_id, d.next_at LIMIT 1
      ) n CROSS JOIN LATERAL (SELECT coalesce((
          SELECT least($3::int, CASE WHEN s.failures = 0 THEN 64 WHEN s.failures < 10 THEN 16 ELSE 4 END)
            - coalesce((SELECT leased FROM in_flight f WHERE f.subscription_id = s.id), 0)
          FROM webhook_subscriptions s
          WHERE s.id = n.subscription_id AND s.status = 'enabled' AND s.deleted_at IS NULL
            AND n.next_at <= statement_timestamp() AND ${slotOf("s.id")} = ANY ((SELECT taken FROM slots)::int[])), 0) AS room OFFSET 0) r`;

/**
 * Walks the subscriptions that have something pending by skipping through the index, from where the last walk ended, until
 * it has found `$6` that have something due and room for it. Takes from each its first due deliveries, not held back by an
 * earlier event of their resource, and shares the batch out in rounds, the least busy first. The cost grows with the batch,
 * not with the backlog. A failing subscription has less room, so that dead receivers do not fill the worker.
 * $1 worker, $2 batch, $3 most in flight per subscription, $4 lease in seconds, $5 the walk begins after this subscription. Only subscriptions of the slots that were locked count.
 */
const leaseBatch = defineStatement({
  name: "lease-deliveries",
  takes: ["text", "int4", "int4", "int4", "text", "int4"],
  gives: row<LeaseRow>({
    endedAt: "text",
    more: "bool",
    free: "int4",
    readAt: "timestamptz",
    deliveryId: "text",
    attempts: "int4",
    attemptsBefore: "int4",
    queuedAt: "timestamptz",
    subscriptionId: "text",
    notificationUrl: "text",
    sealedSecret: "bytea",
    previousSealedSecret: "bytea",
    eventId: "text",
    appId: "text",
    eventType: "text",
    locationId: "text",
    resourceType: "text",
    resourceId: "text",
    resourcePath: "text",
    idempotencyKey: "text",
    sequence: "int8",
    created: "timestamptz",
    traceparent: "text",
    dataText: "text",
  }),
  text: `WITH RECURSIVE slots AS MATERIALIZED (
      SELECT current_setting('maple.slots')::int[] AS taken
    ), in_flight AS MATERIALIZED (
      SELECT subscription_id, count(*) AS leased FROM deliveries WHERE leased_by IS NOT NULL GROUP BY subscription_id
    ), ahead (subscription_id, room, found) AS (
      SELECT $5::id, 0::bigint, 0
      UNION ALL
      SELECT n.subscription_id, r.room, a.found + (r.room > 0)::int
      FROM ahead a CROSS JOIN ${nextWaiting("a")}
      WHERE a.found < $6::int AND (SELECT cardinality(taken) FROM slots) > 0
    ), behind (subscription_id, room, found) AS (
      SELECT ''::id, 0::bigint, max(found) FROM ahead
      UNION ALL
      SELECT n.subscription_id, r.room, b.found + (r.room > 0)::int
      FROM behind b CROSS JOIN ${nextWaiting("b")}
      WHERE b.found < $6::int AND (SELECT cardinality(taken) FROM slots) > 0 AND n.subscription_id <= $5::id
    ), open AS MATERIALIZED (
      SELECT subscription_id, room FROM ahead WHERE room > 0
      UNION ALL SELECT subscription_id, room FROM behind WHERE room > 0
    ), share AS MATERIALIZED (
      SELECT greatest(2, ceil($2::int * 2.0 / greatest(1, count(*))))::int AS each FROM open
    ), candidate AS MATERIALIZED (
      SELECT due.event_id, o.subscription_id, due.next_at, row_number() OVER (
          PARTITION BY o.subscription_id ORDER BY due.next_at, due.event_id) AS number, o.room
      FROM share CROSS JOIN open o CROSS JOIN LATERAL (
        SELECT d.event_id, d.next_at FROM deliveries d
        WHERE d.subscription_id = o.subscription_id AND d.state = 'pending' AND d.leased_by IS NULL
          AND d.next_at <= statement_timestamp()
          AND ${isNext("d")}
        ORDER BY d.next_at, d.event_id
        LIMIT least(o.room, share.each)
      ) due
    ), picked AS MATERIALIZED (
      SELECT event_id, subscription_id FROM candidate ORDER BY number - room, next_at LIMIT $2::int
    ), chosen AS MATERIALIZED (
      SELECT d.event_id, d.subscription_id FROM picked p CROSS JOIN LATERAL (
        SELECT d.event_id, d.subscription_id, d.state, d.leased_by FROM deliveries d
        WHERE d.event_id = p.event_id AND d.subscription_id = p.subscription_id
        OFFSET 0 FOR UPDATE SKIP LOCKED
      ) d WHERE d.state = 'pending' AND d.leased_by IS NULL
    ), leased AS (
      UPDATE deliveries d SET leased_by = $1, attempts = d.attempts + 1,
        leased_until = statement_timestamp() + make_interval(secs => $4::int)
      FROM chosen WHERE d.event_id = chosen.event_id AND d.subscription_id = chosen.subscription_id
      RETURNING d.id, d.attempts, d.attempts_before, d.created_at, d.event_id, d.subscription_id, d.next_at
    ), walk AS (
      SELECT CASE WHEN (SELECT max(found) FROM behind) >= $6::int THEN coalesce(
          (SELECT max(subscription_id) FROM behind WHERE subscription_id <> ''), (SELECT max(subscription_id) FROM ahead))
        END AS ended_at,
        (SELECT count(*) FROM candidate) > (SELECT count(*) FROM picked)
          OR EXISTS (SELECT FROM candidate c, share WHERE c.number = share.each AND c.number < c.room) AS more,
        (SELECT cardinality(taken) FROM slots) AS free
    )
    SELECT walk.ended_at AS "endedAt", walk.more, walk.free, clock_timestamp() AS "readAt", l.id AS "deliveryId", l.attempts,
      l.attempts_before AS "attemptsBefore", l.created_at AS "queuedAt",
      s.id AS "subscriptionId", s.notification_url AS "notificationUrl", s.sealed_secret AS "sealedSecret",
      CASE WHEN s.previous_secret_until > statement_timestamp() THEN s.previous_sealed_secret END
        AS "previousSealedSecret",
      e.id AS "eventId", e.app_id AS "appId", e.event_type AS "eventType", e.location_id AS "locationId",
      e.resource_type AS "resourceType", e.resource_id AS "resourceId", e.resource_path AS "resourcePath",
      e.idempotency_key AS "idempotencyKey", e.sequence, e.created, e.traceparent,
      (${dataToRead("e")})::text AS "dataText"
    FROM walk LEFT JOIN (leased l
      JOIN events e ON e.id = l.event_id
      JOIN webhook_subscriptions s ON s.id = l.subscription_id) ON true
    ORDER BY l.next_at`,
});

/** Subscriptions that one batch serves; the next one goes on behind them. */
const subscriptionsPerLease = 64;

export interface LeaseLimits {
  readonly batch: number;
  readonly perSubscription: number;
  /** Where the last walk ended; absent, it begins at the first subscription. */
  readonly startAfter?: Id<"dws"> | undefined;
  /** Where it looks; absent, everywhere. */
  readonly slots?: SlotRange;
}

export interface LeasedBatch {
  readonly leased: readonly LeasedDelivery[];
  /** The walk was cut short here; undefined when every subscription was looked at. */
  readonly endedAt: Id<"dws"> | undefined;
  /** Something that can be leased was left for the next batch. */
  readonly more: boolean;
  /** The slots at which no other worker was just then. */
  readonly free: number;
}

type LeaseRow = {
  readonly endedAt: Id<"dws"> | null;
  readonly more: boolean;
  readonly free: number;
  readonly readAt: Instant;
} & (LeasedDelivery | { readonly deliveryId: null });

/**
 * Leases up to `batch` due deliveries to a worker, at most `perSubscription` in flight for each subscription; reads the
 * database's clock, by which they will be signed.
 */
export async function leaseDeliveries(database: Database, worker: string, limits: LeaseLimits): Promise<LeasedBatch> {
  const perSubscription = Math.min(limits.perSubscription, maxInFlightPerSubscription);
  const { batch, startAfter, slots = { first: 0, count: slotCount } } = limits;
  const rows = await database.transaction(async (tx) => {
    const sentAtMs = performance.now();
    tx.send(keepPlan);
    tx.send(lockSlots, [slots.first, slots.count]);
    const found = await tx.rows(leaseBatch, [
      worker,
      batch,
      perSubscription,
      leaseSeconds,
      startAfter ?? "",
      subscriptionsPerLease,
    ]);
    const [{ readAt } = { readAt: undefined }] = found;
    if (readAt !== undefined) database.clock.take({ databaseMs: readAt, sentAtMs, receivedAtMs: performance.now() });
    return found;
  });
  const [first] = rows;
  const leased = rows.flatMap((row) => (row.deliveryId === null ? [] : [row]));
  const endedAt = first?.endedAt ?? undefined;
  return { leased, endedAt, more: first?.more === true || endedAt !== undefined, free: first?.free ?? 0 };
}

const giveBack = defineStatement({
  name: "give-back-deliveries",
  takes: ["text", "text[]"],
  text: `UPDATE deliveries SET leased_by = NULL, leased_until = NULL, attempts = attempts - 1
    WHERE leased_by = $1 AND id = ANY ($2)`,
});

/** Gives back leases of deliveries whose attempt never began. */
export async function giveBackDeliveries(database: Database, worker: string, ids: readonly Id<"dlv">[]): Promise<void> {
  await database.transaction((tx) => tx.rows(giveBack, [worker, ids]));
}
