/**
 * The SQL that repairs the rows that a crash or a race left. Guarantees: after the lease of a dead worker its delivery is
 * due again, with the lost attempt on record. No delivery stays pending for a disabled or deleted subscription, and none
 * stays held for an enabled one. Safe to run at any time, by several processes at once.
 */
import type { Id } from "../../kernel/id.ts";
import type { Database, Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { leaseSeconds } from "./deliveries.sql.ts";
import { sendRelease } from "../subscriptions/delivery-states.sql.ts";
import { disableFailingSubscriptions, hasFailedTooLong, type DisabledSubscription } from "./delivery-outcomes.sql.ts";

/** The error that stands in the ledger for an attempt whose worker died: it may or may not have been received. */
const lostAttempt = "attempt_lost: the worker stopped before the outcome was known; the delivery is attempted again";

const takeBack = defineStatement({
  name: "take-back-expired-leases",
  takes: ["text"],
  gives: row<{ readonly delivery_id: string }>({ delivery_id: "text" }),
  text: `WITH expired AS (
      SELECT event_id, subscription_id, leased_until FROM deliveries WHERE leased_by IS NOT NULL AND leased_until <= now()
      FOR UPDATE SKIP LOCKED
    ), freed AS (
      UPDATE deliveries d SET leased_by = NULL, leased_until = NULL, next_at = now(), last_error = $1
      FROM expired e WHERE d.event_id = e.event_id AND d.subscription_id = e.subscription_id
      RETURNING d.event_id, d.id, d.attempts, e.leased_until
    )
    INSERT INTO delivery_attempts (event_id, delivery_id, attempt, started_at, duration_ms, error, next_attempt_at)
    SELECT event_id, id, attempts, leased_until - make_interval(secs => ${leaseSeconds}), ${leaseSeconds * 1000}, $1, now()
    FROM freed ON CONFLICT DO NOTHING RETURNING delivery_id`,
});

const finishStrays = defineStatement({
  name: "finish-stray-deliveries",
  takes: [],
  text: `UPDATE deliveries d SET next_at = NULL,
      state = CASE WHEN s.deleted_at IS NULL THEN 'held' ELSE 'skipped' END,
      held_at = CASE WHEN s.deleted_at IS NULL THEN coalesce(d.held_at, now()) END
    FROM webhook_subscriptions s
    WHERE s.id = d.subscription_id AND d.leased_by IS NULL
      AND ((d.state = 'pending' AND (s.status = 'disabled' OR s.deleted_at IS NOT NULL))
        OR (d.state = 'held' AND s.deleted_at IS NOT NULL))`,
});

const listWronglyHeld = defineStatement({
  name: "list-wrongly-holding-subscriptions",
  takes: [],
  gives: row<{ id: Id<"dws"> }>({ id: "text" }),
  text: `SELECT s.id FROM webhook_subscriptions s
    WHERE s.status = 'enabled' AND s.deleted_at IS NULL
      AND EXISTS (SELECT FROM deliveries d WHERE d.subscription_id = s.id AND d.state = 'held')
    ORDER BY s.id FOR UPDATE OF s SKIP LOCKED`,
});

/**
 * The condition that the sweep has something to do. It asks of each subscription by the indexes of what waits and what is
 * held, so the length of the queue does not count.
 */
export const deliveriesAstray = `(EXISTS (SELECT FROM deliveries WHERE leased_by IS NOT NULL AND leased_until <= now())
    OR EXISTS (
      SELECT FROM webhook_subscriptions s
      WHERE CASE WHEN s.status = 'enabled' AND s.deleted_at IS NULL
        THEN ${hasFailedTooLong("s")}
          OR EXISTS (SELECT FROM deliveries d WHERE d.subscription_id = s.id AND d.state = 'held')
        ELSE EXISTS (
            SELECT FROM deliveries d WHERE d.subscription_id = s.id AND d.state = 'pending' AND d.leased_by IS NULL)
          OR (s.deleted_at IS NOT NULL
            AND EXISTS (SELECT FROM deliveries d WHERE d.subscription_id = s.id AND d.state = 'held'))
        END))`;

const anyAstray = defineStatement({
  name: "any-delivery-astray",
  takes: [],
  gives: row<{ readonly astray: boolean }>({ astray: "bool" }),
  text: `SELECT ${deliveriesAstray} AS astray`,
});

/** Whether a lease has run out, a delivery is in a state that its subscription does not allow, or one has failed for too long. */
export async function isAnyAstray(db: Db): Promise<boolean> {
  return (await db.one(anyAstray)).astray;
}

/** Makes deliveries due again whose lease has run out; answers how many. */
export async function takeBackExpiredLeases(database: Database): Promise<number> {
  const lost = await database.transaction((tx) => tx.rows(takeBack, [lostAttempt]));
  return lost.length;
}

export interface Aligned {
  readonly disabled: readonly DisabledSubscription[];
  /** Subscriptions whose held deliveries were queued. */
  readonly released: number;
}

/** Brings deliveries in line with the status of their subscription, and disables what has failed for too long. */
export function alignWithSubscriptions(database: Database): Promise<Aligned> {
  return database.transaction(async (tx) => {
    const disabled = await disableFailingSubscriptions(tx, null);
    tx.send(finishStrays);
    const holding = await tx.rows(listWronglyHeld);
    for (const { id } of holding) sendRelease(tx, id);
    return { disabled, released: holding.length };
  });
}
