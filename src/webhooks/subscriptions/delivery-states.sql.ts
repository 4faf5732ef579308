/**
 * The SQL that moves many deliveries at once when their subscription or their location's clock changes. Every statement
 * runs in the transaction of that change. Deliveries under way keep their lease and are queued when they end.
 */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { orderedForSeconds } from "./retry-schedule.ts";

const shiftPending = defineStatement({
  name: "shift-deliveries",
  takes: ["text", "float8"],
  text: `UPDATE deliveries SET next_at = next_at - make_interval(secs => $2::double precision),
      ordered_until = ordered_until - make_interval(secs => $2::double precision),
      held_at = held_at - make_interval(secs => $2::double precision)
    WHERE location_id = $1 AND state IN ('pending', 'held')`,
});

/** The failing time of a subscription counts in the moved time of the locations whose deliveries failed. */
const shiftFailing = defineStatement({
  name: "shift-failing-subscriptions",
  takes: ["text", "float8"],
  text: `UPDATE webhook_subscriptions s SET failing_since = failing_since - make_interval(secs => $2::double precision)
    WHERE s.failing_since IS NOT NULL AND EXISTS (
      SELECT FROM deliveries d
      WHERE d.subscription_id = s.id AND d.location_id = $1 AND d.last_error IS NOT NULL AND d.state <> 'delivered')`,
});

/** Moves the due times of a location's deliveries, and the times of the rules that count with them, `seconds` back. */
export function sendShift(tx: Tx, locationId: Id<"str">, seconds: number): void {
  tx.send(shiftPending, [locationId, seconds]);
  tx.send(shiftFailing, [locationId, seconds]);
}

const release = defineStatement({
  name: "release-held-deliveries",
  takes: ["text"],
  text: `WITH held AS (
      SELECT d.event_id, d.held_at > now() - interval '7 days' AS recent, row_number() OVER (ORDER BY d.event_id) AS place
      FROM deliveries d WHERE d.subscription_id = $1 AND d.state = 'held'
    )
    UPDATE deliveries d SET
      state = CASE WHEN held.recent THEN 'pending' ELSE 'skipped' END,
      next_at = CASE WHEN held.recent THEN now() + held.place * interval '1 microsecond' END,
      ordered_until = now() + make_interval(secs => ${orderedForSeconds}),
      attempts_before = d.attempts, held_at = NULL
    FROM held WHERE d.event_id = held.event_id AND d.subscription_id = $1 AND d.state = 'held'`,
});

/** Queues what a subscription held in the last seven days, oldest first; what is older is skipped. */
export function sendRelease(tx: Tx, subscriptionId: Id<"dws">): void {
  tx.send(release, [subscriptionId]);
}

const hold = defineStatement({
  name: "hold-pending-deliveries",
  takes: ["text[]"],
  text: `UPDATE deliveries SET state = 'held', held_at = now(), next_at = NULL
    WHERE subscription_id = ANY ($1) AND state = 'pending' AND leased_by IS NULL`,
});

/** Holds what is pending for subscriptions that were disabled; attempts under way are held when they fail. */
export function sendHold(tx: Tx, subscriptionIds: readonly Id<"dws">[]): void {
  tx.send(hold, [subscriptionIds]);
}

const skip = defineStatement({
  name: "skip-deliveries",
  takes: ["text"],
  text: `UPDATE deliveries SET state = 'skipped', held_at = NULL, next_at = NULL
    WHERE subscription_id = $1 AND state IN ('pending', 'held') AND leased_by IS NULL`,
});

/** Gives up what a deleted subscription has not received. */
export function sendSkip(tx: Tx, subscriptionId: Id<"dws">): void {
  tx.send(skip, [subscriptionId]);
}
