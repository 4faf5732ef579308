/** One wide line per attempt, and one when a subscription is disabled; never a body, a secret or a whole address. */
import type { Log } from "../../platform/log.ts";
import type { Metrics } from "../../platform/metrics/create-metrics.ts";
import type { DecidedDelivery } from "./delivery-outcome.ts";
import type { LeasedDelivery } from "./deliveries.sql.ts";
import type { DisabledSubscription } from "./delivery-outcomes.sql.ts";

export type DeliveryMetrics = Pick<Metrics, "deliveryAttempts" | "attemptDuration" | "firstAttemptDelay">;

/** Logs and counts an attempt; `kept` is false when its lease was lost before the outcome could be written. */
export function logAttempt(
  log: Log,
  metrics: DeliveryMetrics,
  decided: DecidedDelivery<LeasedDelivery>,
  kept: boolean,
): void {
  const { delivery, outcome, result } = decided;
  const queuedMs = Math.max(0, decided.startedAt - delivery.queuedAt);
  metrics.deliveryAttempts.inc({ outcome: kept ? outcome.kind : "lease_lost" });
  metrics.attemptDuration.observe({ outcome: outcome.kind }, decided.durationMs / 1000);
  if (delivery.attempts === 1) metrics.firstAttemptDelay.observe(queuedMs / 1000);
  log.info(
    {
      delivery_id: delivery.deliveryId,
      event_id: delivery.eventId,
      event_type: delivery.eventType,
      resource_id: delivery.resourceId,
      location_id: delivery.locationId,
      app_id: delivery.appId,
      subscription_id: delivery.subscriptionId,
      host: URL.parse(delivery.notificationUrl)?.host,
      attempt: delivery.attempts,
      outcome: kept ? outcome.kind : "lease_lost",
      response_status: result.kind === "answered" ? result.status : null,
      error: outcome.kind === "delivered" ? null : outcome.error,
      duration_ms: decided.durationMs,
      queued_ms: queuedMs,
      retry_in_ms: outcome.kind === "retry" ? outcome.delayMs : null,
    },
    "delivery attempt",
  );
}

/** Logs that a subscription was disabled, for the operator to act on. */
export function logDisabled(log: Log, disabled: DisabledSubscription): void {
  log.warn(
    {
      subscription_id: disabled.subscriptionId,
      app_id: disabled.appId,
      host: URL.parse(disabled.notificationUrl)?.host,
      reason: disabled.reason,
      failures: disabled.failures,
    },
    "webhook subscription disabled",
  );
}
