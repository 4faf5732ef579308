/**
 * The SQL that leases deliveries to workers. Guarantees: a delivery is claimed by one worker at a time; an outcome is written only
 * by the lease that is still held (worker and attempt in the WHERE); claims take turns, so that limits per subscription
 * hold across processes. All due times are read and written in the database's clock. A crash leaves leases that run out.
 */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import type { Database, Statement } from "../platform/postgres/database.ts";
import type { ResourceType } from "./envelope.ts";
import type { EventType } from "./event-types.ts";

/** How long a worker may hold a delivery; an attempt takes at most half of it. */
export const leaseSeconds = 20;

/** Deliveries of a subscription that may be in flight at once, in all processes together. */
export const maxInFlightPerSubscription = 64;

/** A delivery leased to a worker, with all that an attempt needs. */
export interface ClaimedDelivery {
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
  readonly dataText: string | null;
}

/** Claims take turns: the numbers in flight that a claim reads stay true until it commits. */
const takeTurn: Statement = {
  name: "delivery-claim-turn",
  text: "SELECT pg_advisory_xact_lock(hashtextextended('maple claim deliveries', 0))",
};

/**
 * Walks the subscriptions that have something pending by skipping through the index, takes from each what is due and
 * not held back by an earlier event of its resource, and shares the batch out in rounds, the least busy first.
 * A failing subscription gets fewer places, so that dead receivers do not fill the worker.
 * $1 worker, $2 batch, $3 most in flight per subscription, $4 lease in seconds.
 */
const claim: Statement = {
  name: "claim-deliveries",
  text: `WITH RECURSIVE waiting (subscription_id) AS (
      (SELECT subscription_id FROM deliveries WHERE state = 'pending' AND leased_by IS NULL
        ORDER BY subscription_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.subscription_id FROM deliveries d
        WHERE d.state = 'pending' AND d.leased_by IS NULL AND d.subscription_id > w.subscription_id
        ORDER BY d.subscription_id LIMIT 1)
      FROM waiting w WHERE w.subscription_id IS NOT NULL
    ), in_flight AS (
      SELECT subscription_id, count(*) AS leased FROM deliveries WHERE leased_by IS NOT NULL GROUP BY subscription_id
    ), candidate AS (
      SELECT due.id, due.next_at, coalesce(f.leased, 0) + row_number() OVER (
          PARTITION BY w.subscription_id ORDER BY due.next_at, due.id) AS place
      FROM waiting w
      JOIN webhook_subscriptions s
        ON s.id = w.subscription_id AND s.status = 'enabled' AND s.deleted_at IS NULL
      LEFT JOIN in_flight f ON f.subscription_id = w.subscription_id
      CROSS JOIN LATERAL (
        SELECT d.id, d.next_at FROM deliveries d
        WHERE d.subscription_id = w.subscription_id AND d.state = 'pending' AND d.leased_by IS NULL
          AND d.next_at <= statement_timestamp()
          AND NOT EXISTS (
            SELECT FROM deliveries earlier
            WHERE earlier.subscription_id = d.subscription_id AND earlier.resource_id = d.resource_id
              AND earlier.state = 'pending' AND earlier.sequence < d.sequence
              AND earlier.ordered_until > statement_timestamp())
        ORDER BY d.next_at, d.id
        LIMIT greatest(0, least($3::int, CASE WHEN s.failures = 0 THEN 64 WHEN s.failures < 10 THEN 16 ELSE 4 END)
          - coalesce(f.leased, 0))
      ) due
    ), chosen AS (
      SELECT d.id FROM candidate c JOIN deliveries d ON d.id = c.id
      WHERE d.state = 'pending' AND d.leased_by IS NULL
      ORDER BY c.place, c.next_at LIMIT $2::int
      FOR UPDATE OF d SKIP LOCKED
    ), leased AS (
      UPDATE deliveries d SET leased_by = $1, attempts = d.attempts + 1,
        leased_until = statement_timestamp() + make_interval(secs => $4::int)
      FROM chosen WHERE d.id = chosen.id
      RETURNING d.id, d.attempts, d.attempts_before, d.created_at, d.event_id, d.subscription_id, d.next_at
    )
    SELECT l.id AS "deliveryId", l.attempts, l.attempts_before AS "attemptsBefore", l.created_at AS "queuedAt",
      s.id AS "subscriptionId", s.notification_url AS "notificationUrl", s.sealed_secret AS "sealedSecret",
      CASE WHEN s.previous_secret_until > statement_timestamp() THEN s.previous_sealed_secret END
        AS "previousSealedSecret",
      e.id AS "eventId", e.app_id AS "appId", e.event_type AS "eventType", e.location_id AS "locationId",
      e.resource_type AS "resourceType", e.resource_id AS "resourceId", e.resource_path AS "resourcePath",
      e.idempotency_key AS "idempotencyKey", e.sequence, e.created, e.data::text AS "dataText"
    FROM leased l
    JOIN events e ON e.id = l.event_id
    JOIN webhook_subscriptions s ON s.id = l.subscription_id
    ORDER BY l.next_at`,
};

/** Leases up to `batch` due deliveries to a worker, at most `perSubscription` in flight for each subscription. */
export function claimDeliveries(
  database: Database,
  worker: string,
  limits: { readonly batch: number; readonly perSubscription: number },
): Promise<ClaimedDelivery[]> {
  return database.transaction((tx) => {
    tx.send(takeTurn);
    const perSubscription = Math.min(limits.perSubscription, maxInFlightPerSubscription);
    return tx.rows<ClaimedDelivery>(claim, [worker, limits.batch, perSubscription, leaseSeconds]);
  });
}

const giveBack: Statement = {
  name: "give-back-deliveries",
  text: `UPDATE deliveries SET leased_by = NULL, leased_until = NULL, attempts = attempts - 1
    WHERE leased_by = $1 AND id = ANY ($2)`,
};

/** Gives back leases of deliveries whose attempt never began. */
export async function giveBackDeliveries(database: Database, worker: string, ids: readonly Id<"dlv">[]): Promise<void> {
  await database.transaction((tx) => tx.rows(giveBack, [worker, ids]));
}
