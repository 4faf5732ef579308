/**
 * The SQL that writes the outcomes of attempts. Guarantees: an outcome counts only while its lease is held, which the
 * UPDATE itself decides. Attempt, delivery and the subscription's health are written in one transaction. A subscription
 * is disabled at once by a 410 of its present address, or after 20 failures and 72 hours without a success. A crash before the COMMIT leaves the
 * lease, which runs out; then the delivery is attempted again under the same event id.
 */
import type { Id } from "../../kernel/id.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { DecidedDelivery } from "./delivery-outcome.ts";
import { type LeasedDelivery, keepPlan } from "./deliveries.sql.ts";
import { sendHold } from "../subscriptions/delivery-states.sql.ts";
import type { DeliveryState } from "../subscriptions/webhook-machines.ts";

/** Failures since the last success after which a subscription may be disabled. */
export const failuresToDisable = 20;
/** Hours since the first of those failures. */
export const hoursToDisable = 72;

/** What the outcome of an attempt needs to know of the leased delivery. */
export type LeasedOutcome = Pick<
  LeasedDelivery,
  "deliveryId" | "eventId" | "subscriptionId" | "attempts" | "notificationUrl"
>;

export interface FinishedDelivery {
  readonly deliveryId: Id<"dlv">;
  readonly state: DeliveryState;
}

export interface DisabledSubscription {
  readonly subscriptionId: Id<"dws">;
  readonly appId: Id<"app">;
  readonly notificationUrl: string;
  readonly reason: "gone" | "failures";
  readonly failures: number;
}

export interface RecordedOutcomes {
  /** Whether one of these subscriptions has something else due now: it may have waited for one of these. */
  readonly more: boolean;
  /** What was written; an outcome that is missing came after its lease was lost. */
  readonly finished: readonly FinishedDelivery[];
  readonly disabled: readonly DisabledSubscription[];
}

const finish = defineStatement({
  name: "finish-deliveries",
  takes: ["text", "json"],
  gives: row<FinishedDelivery & FinishedRow>({
    deliveryId: "text",
    state: "text",
    subscriptionId: "text",
    kind: "text",
    url: "text",
    more: "bool",
  }),
  text: `WITH outcome AS (
      SELECT * FROM json_to_recordset($2::json) AS o (delivery_id text, event_id text, subscription_id text, attempt int, kind text,
        url text, delay_ms double precision, response_status int, error text, response_body text, started_at double precision,
        duration_ms int)
    ), finished AS (
      UPDATE deliveries d SET
        state = verdict.state,
        next_at = CASE WHEN verdict.state = 'pending' THEN now() + make_interval(secs => coalesce(o.delay_ms, 0) / 1000) END,
        held_at = CASE WHEN verdict.state = 'held' THEN now() END,
        delivered_at = CASE WHEN verdict.state = 'delivered' THEN now() ELSE d.delivered_at END,
        leased_by = NULL, leased_until = NULL,
        last_response_status = o.response_status, last_error = o.error
      FROM outcome o, webhook_subscriptions s, LATERAL (SELECT CASE
          WHEN o.kind = 'delivered' THEN 'delivered'
          WHEN o.kind = 'exhausted' THEN 'failed'
          WHEN s.deleted_at IS NOT NULL THEN 'skipped'
          WHEN s.status = 'disabled' OR (o.kind = 'gone' AND s.notification_url = o.url) THEN 'held'
          ELSE 'pending' END AS state) verdict
      WHERE d.event_id = o.event_id AND d.subscription_id = o.subscription_id AND d.id = o.delivery_id
        AND d.leased_by = $1 AND d.attempts = o.attempt AND s.id = o.subscription_id
      RETURNING d.state, d.next_at, d.forgets_answers, o.*
    ), recorded AS (
      INSERT INTO delivery_attempts (event_id, delivery_id, attempt, started_at, duration_ms, response_status, error,
        response_body, next_attempt_at)
      SELECT event_id, delivery_id, attempt, to_timestamp(started_at / 1000), duration_ms, response_status, error,
        CASE WHEN NOT forgets_answers THEN response_body END, next_at
      FROM finished ON CONFLICT DO NOTHING
    )
    SELECT delivery_id AS "deliveryId", state, subscription_id AS "subscriptionId", kind, url, EXISTS (
        SELECT FROM deliveries d
        WHERE d.subscription_id = finished.subscription_id AND d.state = 'pending' AND d.leased_by IS NULL
          AND d.next_at <= now()) AS more
    FROM finished`,
});

/** Only subscriptions whose health changes are written: a healthy one costs nothing. $1 ids, $2 successes, $3 failures, $4 the address that is gone, or null. */
const updateHealth = defineStatement({
  name: "update-subscription-health",
  takes: ["text[]", "bool[]", "int4[]", "text[]"],
  gives: row<DisabledSubscription & { disables: boolean }>({
    subscriptionId: "text",
    appId: "text",
    notificationUrl: "text",
    reason: "text",
    failures: "int4",
    disables: "bool",
  }),
  text: `WITH health AS (
      SELECT s.id, h.succeeded, h.failed, coalesce(s.notification_url = h.gone, false) AND s.status = 'enabled' AS disables
      FROM unnest($1::text[], $2::boolean[], $3::int[], $4::text[]) AS h (id, succeeded, failed, gone)
      JOIN webhook_subscriptions s ON s.id = h.id
      WHERE NOT h.succeeded OR h.gone IS NOT NULL OR s.failures > 0
      ORDER BY s.id FOR NO KEY UPDATE OF s
    )
    UPDATE webhook_subscriptions s SET
      failures = CASE WHEN h.succeeded THEN 0 ELSE s.failures + h.failed END,
      failing_since = CASE WHEN h.succeeded THEN NULL ELSE coalesce(s.failing_since, now()) END,
      status = CASE WHEN h.disables THEN 'disabled' ELSE s.status END,
      disabled_reason = CASE WHEN h.disables THEN 'gone' ELSE s.disabled_reason END,
      updated_at = CASE WHEN h.disables THEN now() ELSE s.updated_at END
    FROM health h WHERE s.id = h.id AND s.deleted_at IS NULL
    RETURNING s.id AS "subscriptionId", s.app_id AS "appId", s.notification_url AS "notificationUrl",
      s.disabled_reason AS reason, s.failures, h.disables`,
});

/** The condition that an enabled subscription has failed for too long. */
export const hasFailedTooLong = (subscription: string): string =>
  `(${subscription}.failures >= ${failuresToDisable} AND ${subscription}.failing_since <= now() - interval '${hoursToDisable} hours')`;

const disableFailing = defineStatement({
  name: "disable-failing-subscriptions",
  takes: ["text[]"],
  gives: row<DisabledSubscription>({
    subscriptionId: "text",
    appId: "text",
    notificationUrl: "text",
    reason: "text",
    failures: "int4",
  }),
  text: `UPDATE webhook_subscriptions s SET status = 'disabled', disabled_reason = 'failures', updated_at = now()
    WHERE status = 'enabled' AND deleted_at IS NULL AND ${hasFailedTooLong("s")} AND ($1::text[] IS NULL OR id = ANY ($1))
    RETURNING id AS "subscriptionId", app_id AS "appId", notification_url AS "notificationUrl",
      disabled_reason AS reason, failures`,
});

/** Outcomes that do not count towards a subscription's health (test calls) leave it as it is. */
export function recordOutcomes(
  database: Database,
  worker: string,
  decided: readonly DecidedDelivery<LeasedOutcome>[],
  options: { readonly counted: boolean },
): Promise<RecordedOutcomes> {
  return database.transaction(async (tx) => {
    tx.send(keepPlan);
    const outcomes = JSON.stringify(decided.map(toOutcome));
    const finished = await tx.rows(finish, [worker, outcomes]);
    const disabled = options.counted ? await recordHealth(tx, finished) : [];
    return { finished, disabled, more: finished.some(({ more }) => more) };
  });
}

/** Disables the subscriptions (all, or those given) that have failed for too long, and holds what they await. */
export async function disableFailingSubscriptions(
  tx: Tx,
  ids: readonly Id<"dws">[] | null,
): Promise<readonly DisabledSubscription[]> {
  const disabled = await tx.rows(disableFailing, [ids]);
  if (disabled.length > 0)
    sendHold(
      tx,
      disabled.map(({ subscriptionId }) => subscriptionId),
    );
  return disabled;
}

interface FinishedRow {
  readonly subscriptionId: Id<"dws">;
  readonly kind: string;
  /** Where the attempt went. */
  readonly url: string;
  readonly more: boolean;
}

async function recordHealth(
  tx: Tx,
  finished: readonly (FinishedDelivery & FinishedRow)[],
): Promise<readonly DisabledSubscription[]> {
  const health = new Map<Id<"dws">, { succeeded: boolean; failed: number; gone: string | null }>();
  for (const { subscriptionId, kind, state, url } of finished) {
    const entry = health.get(subscriptionId) ?? { succeeded: false, failed: 0, gone: null };
    if (kind === "delivered") entry.succeeded = true;
    else entry.failed += 1;
    // What goes on waiting was answered by an address that the subscription had before.
    if (kind === "gone" && state !== "pending") entry.gone = url;
    health.set(subscriptionId, entry);
  }
  if (health.size === 0) return [];
  const entries = [...health.values()];
  const touched = await tx.rows(updateHealth, [
    [...health.keys()],
    entries.map(({ succeeded }) => succeeded),
    entries.map(({ failed }) => failed),
    entries.map(({ gone }) => gone),
  ]);
  const gone = touched.filter(({ disables }) => disables);
  if (gone.length > 0)
    sendHold(
      tx,
      gone.map(({ subscriptionId }) => subscriptionId),
    );
  const failing = touched.filter(({ disables, failures }) => !disables && failures >= failuresToDisable);
  const failed =
    failing.length === 0
      ? []
      : await disableFailingSubscriptions(
          tx,
          failing.map((each) => each.subscriptionId),
        );
  return [...gone, ...failed];
}

function toOutcome(decided: DecidedDelivery<LeasedOutcome>) {
  const { delivery, outcome, result } = decided;
  const answered = result.kind === "answered";
  return {
    delivery_id: delivery.deliveryId,
    event_id: delivery.eventId,
    subscription_id: delivery.subscriptionId,
    attempt: delivery.attempts,
    kind: outcome.kind,
    url: delivery.notificationUrl,
    delay_ms: outcome.kind === "retry" ? outcome.delayMs : null,
    error: outcome.kind === "delivered" ? null : outcome.error,
    response_status: answered ? result.status : null,
    response_body: answered ? result.bodyStart : null,
    started_at: decided.startedAt,
    duration_ms: decided.durationMs,
  };
}
