/**
 * The test call: a `webhook.test` event, recorded in the ledger and sent at once, also to a disabled subscription.
 * Guarantees: no transaction is open during the attempt. The call leases the delivery meanwhile, so no worker sends it
 * too. Failures are answered, not thrown, and do not count against the subscription. A crash during the attempt leaves
 * the lease; after it a worker delivers the test event.
 */
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { noteEvent } from "../../platform/http/exchange/made-events.ts";
import { usualAnswerMs } from "../../platform/outgoing-http/outgoing-http.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { attemptDelivery, type AttemptDeps } from "./attempt-delivery.client.ts";
import { subscriptionNotFound } from "../subscriptions/change-subscription.command.ts";
import { decideTestDelivery } from "./delivery-outcome.ts";
import { leaseSeconds } from "./deliveries.sql.ts";
import { currentTraceparent } from "../../platform/tracing/span.ts";
import { recordOutcomes } from "./delivery-outcomes.sql.ts";
import { testEventType } from "../subscriptions/event-types.ts";
import { insertTestEvent } from "../ledger/events.sql.ts";
import { findSubscriptionForUpdate, getSecrets, takeEventSequence } from "../subscriptions/subscriptions.sql.ts";

export type TestEventDeps = AttemptDeps;

/** How long a request that sends one may take: what the receiver may take, and what any other request has. */
export const testCallWithinMs = usualAnswerMs + 10_000;

export interface TestEventResult {
  readonly eventId: Id<"evt">;
  readonly delivered: boolean;
  /** 0 when there was no answer. */
  readonly responseStatus: number;
}

/** Sends a test event to a subscription of the app and answers what came of it. */
export async function sendTestEvent(
  database: Database,
  deps: TestEventDeps,
  appId: Id<"app">,
  subscriptionId: Id<"dws">,
): Promise<TestEventResult | Refusal<"not_found">> {
  const leasedBy = `test-call:${newId("req")}`;
  const delivery = await database.transaction(async (tx) => {
    const subscription = await findSubscriptionForUpdate(tx, appId, subscriptionId);
    if (subscription === undefined) return subscriptionNotFound();
    const sequence = await takeEventSequence(tx, subscriptionId);
    const event = {
      id: newId("evt"),
      deliveryId: newId("dlv"),
      appId,
      eventType: testEventType,
      locationId: null,
      resourceType: "webhook_subscription",
      resourceId: subscriptionId,
      resourcePath: `/v1/webhook_subscriptions/${subscriptionId}`,
      idempotencyKey: `webhook_subscription:${subscriptionId}:test:${sequence}`,
      sequence,
      dataText: null,
      traceparent: currentTraceparent() ?? null,
      created: deps.now(),
    } as const;
    await insertTestEvent(tx, event, { leasedBy, seconds: leaseSeconds });
    noteEvent(tx, event.id);
    const secrets = await getSecrets(tx, subscriptionId);
    return {
      ...event,
      eventId: event.id,
      attempts: 1,
      subscriptionId,
      notificationUrl: subscription.notification_url,
      sealedSecret: secrets.sealed_secret,
      previousSealedSecret: secrets.previous_sealed_secret,
    };
  });
  if (isRefusal(delivery)) return delivery;
  const decided = decideTestDelivery(await attemptDelivery(delivery, deps));
  await recordOutcomes(database, leasedBy, [decided], { counted: false });
  return {
    eventId: delivery.id,
    delivered: decided.outcome.kind === "delivered",
    responseStatus: decided.result.kind === "answered" ? decided.result.status : 0,
  };
}
