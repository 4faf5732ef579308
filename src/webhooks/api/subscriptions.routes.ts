/** GET /v1/webhook_event_types, and webhook subscriptions: create, read, list, change, delete. */
import { isRefusal } from "../../kernel/refusal.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { AttemptDeps } from "../delivery/attempt-delivery.client.ts";
import {
  changeSubscription,
  deleteSubscription,
  subscriptionNotFound,
} from "../subscriptions/change-subscription.command.ts";
import { createSubscription } from "../subscriptions/create-subscription.command.ts";
import { eventTypeDescriptions } from "../subscriptions/event-types.ts";
import type { NotificationUrlRules } from "../subscriptions/notification-url.ts";
import {
  createdSubscription,
  deletedSubscription,
  eventTypeList,
  newSubscriptionBody,
  subscriptionChangeBody,
  subscriptionList,
  subscriptionShape,
  subscriptionToWire,
} from "./subscriptions.schemas.ts";
import { subscriptionExample } from "./webhook-examples.ts";
import { findSubscription, listSubscriptions } from "../subscriptions/subscriptions.sql.ts";

/** What the webhook routes need. */
export interface WebhookDeps extends AttemptDeps {
  readonly rules: NotificationUrlRules;
}

const tag = "Webhooks";
const reads = { kind: "app", scope: "webhooks:read" } as const;
const writes = { kind: "app", scope: "webhooks:write" } as const;
const oneSubscription = { subscriptionId: idField("dws") };

const listTypes = defineRoute({
  method: "GET",
  path: "/v1/webhook_event_types",
  operationId: "listWebhookEventTypes",
  tag,
  summary: "List the event types an app can subscribe to",
  access: reads,
  success: { 200: eventTypeList },
  refusals: [],
  example: {
    response: wholeList(eventTypeDescriptions.slice(0, 1).map((each) => ({ object: "webhook_event_type", ...each }))),
  },
});

const list = defineRoute({
  method: "GET",
  path: "/v1/webhook_subscriptions",
  operationId: "listWebhookSubscriptions",
  tag,
  summary: "List the app's webhook subscriptions",
  access: reads,
  success: { 200: subscriptionList },
  refusals: [],
  example: { response: wholeList([subscriptionExample]) },
});

const get = defineRoute({
  method: "GET",
  path: "/v1/webhook_subscriptions/{subscriptionId}",
  operationId: "getWebhookSubscription",
  callClass: 4,
  tag,
  summary: "Read a webhook subscription",
  access: reads,
  params: oneSubscription,
  success: { 200: subscriptionShape },
  refusals: ["not_found"],
  example: { response: subscriptionExample },
});

const create = defineRoute({
  method: "POST",
  path: "/v1/webhook_subscriptions",
  operationId: "createWebhookSubscription",
  callClass: 4,
  tag,
  summary: "Subscribe an endpoint to events",
  description: "The answer shows the signing secret once. An app has at most 20 subscriptions.",
  access: writes,
  body: newSubscriptionBody,
  success: { 201: createdSubscription },
  refusals: ["invalid_request", "subscription_limit"],
  example: {
    request: { notification_url: subscriptionExample.notification_url, event_types: subscriptionExample.event_types },
    response: {
      object: "webhook_subscription.created",
      subscription: subscriptionExample,
      signing_secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
    },
  },
});

const change = defineRoute({
  method: "PATCH",
  path: "/v1/webhook_subscriptions/{subscriptionId}",
  operationId: "changeWebhookSubscription",
  callClass: 4,
  tag,
  summary: "Change, disable or enable a webhook subscription",
  description: "Enabling a disabled subscription delivers what was held in the last 7 days, in order.",
  access: writes,
  params: oneSubscription,
  body: subscriptionChangeBody,
  success: { 200: subscriptionShape },
  refusals: ["invalid_request", "not_found"],
  example: { request: { status: "enabled" }, response: subscriptionExample },
});

const remove = defineRoute({
  method: "DELETE",
  path: "/v1/webhook_subscriptions/{subscriptionId}",
  operationId: "deleteWebhookSubscription",
  callClass: 4,
  tag,
  summary: "Delete a webhook subscription",
  access: writes,
  params: oneSubscription,
  success: { 200: deletedSubscription },
  refusals: ["not_found"],
  example: { response: { object: "webhook_subscription.deleted", id: subscriptionExample.id, deleted: true } },
});

/** The routes of subscriptions; `deps` is what the service sends and seals with. */
export function subscriptionRoutes(deps: WebhookDeps): BoundRoute[] {
  return [
    bindRead(listTypes, async () =>
      reply(200, wholeList(eventTypeDescriptions.map((each) => ({ object: "webhook_event_type" as const, ...each })))),
    ),
    bindRead(list, async (call, db) => {
      const subscriptions = await listSubscriptions(db, call.app.id);
      const data = subscriptions.map((each) => subscriptionToWire(each, call.livemode));
      return reply(200, wholeList(data));
    }),
    bindRead(get, async (call, db) => {
      const subscription = await findSubscription(db, call.app.id, call.params.subscriptionId);
      if (subscription === undefined) return subscriptionNotFound();
      return reply(200, subscriptionToWire(subscription, call.livemode));
    }),
    bindWrite(create, async (call, tx) => {
      const { notification_url: notificationUrl, event_types: eventTypes } = call.body;
      const created = await createSubscription(tx, deps, {
        appId: call.app.id,
        notificationUrl,
        eventTypes,
      });
      if (isRefusal(created)) return created;
      const body = {
        object: "webhook_subscription.created",
        subscription: subscriptionToWire(created.subscription, call.livemode),
        signing_secret: created.signingSecret,
      } as const;
      return reply(201, body, { secretFields: ["signing_secret"] });
    }),
    bindWrite(change, async (call, tx) => {
      const { notification_url: notificationUrl, event_types: eventTypes, status } = call.body;
      const { rules } = deps;
      const wanted = { notificationUrl, eventTypes, status };
      const changed = await changeSubscription(tx, rules, call.app.id, call.params.subscriptionId, wanted);
      return isRefusal(changed) ? changed : reply(200, subscriptionToWire(changed, call.livemode));
    }),
    bindWrite(remove, async (call, tx) => {
      const deleted = await deleteSubscription(tx, call.app.id, call.params.subscriptionId);
      if (isRefusal(deleted)) return deleted;
      return reply(200, { object: "webhook_subscription.deleted", id: deleted.id, deleted: true } as const);
    }),
  ];
}
