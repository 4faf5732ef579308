/** Figures of what leaves the service: webhooks, messages, writes at providers. */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { serviceLabel } from "../../kernel/service-labels.ts";

/** Makes them in the registries. */
export function deliveryMetrics(registers: Registry[]) {
  return {
    deliveryAttempts: new Counter({
      name: "maple_webhook_attempts_total",
      help: "Webhook delivery attempts, by outcome.",
      labelNames: ["outcome"] as const,
      registers,
    }),
    firstAttemptDelay: new Histogram({
      name: "maple_webhook_first_attempt_delay_seconds",
      help: "Time from an event being recorded to its first delivery attempt.",
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    }),
    attemptDuration: new Histogram({
      name: "maple_webhook_attempt_seconds",
      help: "Time a delivery attempt took, by outcome.",
      labelNames: ["outcome"] as const,
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    deliveryQueue: new Gauge({
      name: "maple_webhook_deliveries",
      help: "Deliveries not yet settled: due now, waiting for their time, under way, held. The same from every process.",
      labelNames: [serviceLabel, "state"] as const,
      registers,
    }),
    oldestDue: new Gauge({
      name: "maple_webhook_oldest_due_seconds",
      help: "How long the delivery that is due for longest has been due.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    subscriptionQueue: new Gauge({
      name: "maple_webhook_subscription_deliveries",
      help: "Pending and held deliveries of the 20 subscriptions that have most.",
      labelNames: [serviceLabel, "subscription", "state"] as const,
      registers,
    }),
    providerUnsettled: new Gauge({
      name: "maple_provider_operations_unsettled",
      help: "Writes at reservation providers of which nobody knows yet what became.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    providerOldest: new Gauge({
      name: "maple_provider_oldest_unsettled_seconds",
      help: "How long the oldest of them has been unsettled.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    messages: new Counter({
      name: "maple_messages_total",
      help: "Attempts to send messages to guests, by sender and outcome.",
      labelNames: ["sender", "outcome"] as const,
      registers,
    }),
  };
}
