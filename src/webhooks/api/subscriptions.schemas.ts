/** Wire shapes of event types, subscriptions and the test call (rules/webhooks 1, rules/webhooks 3.1). */
import Type, { type Static } from "typebox";
import { toIso } from "../../kernel/clock.ts";
import { idField, isoInstant, nullable, oneOf, secret } from "../../platform/http/reading/fields.ts";
import { listOf } from "../../platform/http/reading/paging.ts";
import { environmentWord } from "../../kernel/environment.ts";
import { subscribableEventTypes, type SubscribableEventType } from "../subscriptions/event-types.ts";
import { longestNotificationUrl } from "../subscriptions/notification-url.ts";
import type { Subscription } from "../subscriptions/subscriptions.sql.ts";

const [firstType = "order.notification", ...otherTypes] = subscribableEventTypes;
const eventTypeField = oneOf<readonly [SubscribableEventType, ...SubscribableEventType[]]>([firstType, ...otherTypes]);

export const eventTypeList = listOf(
  Type.Object(
    { object: Type.Literal("webhook_event_type"), type: eventTypeField, description: Type.String({ maxLength: 500 }) },
    { title: "WebhookEventType" },
  ),
);

export const subscriptionShape = Type.Object(
  {
    object: Type.Literal("webhook_subscription"),
    id: idField("dws"),
    environment: oneOf(["test", "live"]),
    notification_url: Type.String({ maxLength: 2048, description: "Part of the signed string, exactly as written." }),
    event_types: Type.Array(eventTypeField),
    status: oneOf(["enabled", "disabled"], "While disabled, its events are kept and can be delivered later."),
    disabled_reason: nullable(
      oneOf(
        ["by_hand", "gone", "failures"],
        "Why it is disabled: by you, by an answer 410, or by 72 hours of failures.",
      ),
    ),
    created_at: isoInstant("When it was created."),
    updated_at: isoInstant("When its fields last changed."),
  },
  { title: "WebhookSubscription" },
);

export const subscriptionList = listOf(subscriptionShape);

const notificationUrl = Type.String({
  minLength: 1,
  maxLength: longestNotificationUrl,
  description:
    "An https address without credentials or fragment; in the sandbox also http and private addresses, when the operator allows them.",
});
const eventTypes = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 100,
  description: "Names from GET /v1/webhook_event_types; the spellings orders.* are accepted for order.*.",
});

export const newSubscriptionBody = Type.Object(
  { notification_url: notificationUrl, event_types: eventTypes },
  { title: "NewWebhookSubscription" },
);

export const subscriptionChangeBody = Type.Object(
  {
    notification_url: Type.Optional(notificationUrl),
    event_types: Type.Optional(eventTypes),
    status: Type.Optional(
      oneOf(["enabled", "disabled"], "enabled delivers what was held in the last 7 days, in order."),
    ),
  },
  { title: "WebhookSubscriptionChange" },
);

const shownSecret = {
  signing_secret: nullable(
    secret(Type.String({ maxLength: 100, description: "Shown once; null when the answer is replayed." })),
  ),
  secret_shown: Type.Optional(
    Type.Literal(true, { description: "The secret was shown by the first answer to this Idempotency-Key." }),
  ),
};

export const createdSubscription = Type.Object(
  {
    object: Type.Literal("webhook_subscription.created"),
    subscription: subscriptionShape,
    ...shownSecret,
  },
  { title: "CreatedWebhookSubscription" },
);

export const rotatedSecret = Type.Object(
  {
    object: Type.Literal("webhook_subscription.secret_rotated"),
    subscription: subscriptionShape,
    ...shownSecret,
    previous_secret_until: nullable(
      isoInstant("Until then deliveries carry a signature of each secret; null without a grace."),
    ),
  },
  { title: "RotatedWebhookSecret" },
);

export const rotateSecretBody = Type.Object({
  grace_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 604_800,
      default: 86_400,
      description: "How long the previous secret signs too.",
    }),
  ),
});

export const deletedSubscription = Type.Object(
  {
    object: Type.Literal("webhook_subscription.deleted"),
    id: idField("dws"),
    deleted: Type.Literal(true),
  },
  { title: "DeletedWebhookSubscription" },
);

export const testResult = Type.Object(
  {
    object: Type.Literal("webhook_test_result"),
    event_id: idField("evt"),
    delivered: Type.Boolean({ description: "Whether the endpoint answered with a 2xx status within 10 seconds." }),
    response_status: Type.Integer({ description: "The status of the answer; 0 when there was none." }),
  },
  { title: "WebhookTestResult" },
);

/** A subscription as partners see it. */
export function subscriptionToWire(subscription: Subscription, livemode: boolean): Static<typeof subscriptionShape> {
  return {
    object: "webhook_subscription",
    id: subscription.id,
    environment: environmentWord(livemode),
    notification_url: subscription.notification_url,
    event_types: [...subscription.event_types],
    status: subscription.status,
    disabled_reason: subscription.disabled_reason,
    created_at: toIso(subscription.created_at),
    updated_at: toIso(subscription.updated_at),
  };
}
