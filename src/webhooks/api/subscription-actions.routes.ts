/** Actions on a webhook subscription: send a test event, replace its signing secret. */
import { toIso } from "../../kernel/clock.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindStaged, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { defaultGraceSeconds, rotateSecret } from "../subscriptions/rotate-secret.command.ts";
import { sendTestEvent, testCallWithinMs } from "../delivery/send-test-event.command.ts";
import type { WebhookDeps } from "./subscriptions.routes.ts";
import { rotatedSecret, rotateSecretBody, subscriptionToWire, testResult } from "./subscriptions.schemas.ts";
import { subscriptionExample } from "./webhook-examples.ts";

const tag = "Webhooks";
const writes = { kind: "app", scope: "webhooks:write" } as const;
const oneSubscription = { subscriptionId: idField("dws") };

const test = defineRoute({
  method: "POST",
  path: "/v1/webhook_subscriptions/{subscriptionId}/test",
  operationId: "testWebhookSubscription",
  callClass: 4,
  answerWithinMs: testCallWithinMs,
  tag,
  summary: "Send a test event to a subscription's endpoint",
  description: "Sends webhook.test at once and answers what came of it, also when the endpoint fails.",
  access: writes,
  params: oneSubscription,
  success: { 200: testResult },
  refusals: ["not_found"],
  example: {
    response: {
      object: "webhook_test_result",
      event_id: "evt_01k0w3h5bxf5mtpp3aq2ck8xya",
      delivered: true,
      response_status: 200,
    },
  },
});

const rotate = defineRoute({
  method: "POST",
  path: "/v1/webhook_subscriptions/{subscriptionId}/rotate_secret",
  operationId: "rotateWebhookSecret",
  callClass: 4,
  tag,
  summary: "Replace a subscription's signing secret",
  description: "The answer shows the new secret once; until the grace ends every delivery is signed with both.",
  access: writes,
  params: oneSubscription,
  body: rotateSecretBody,
  bodyOptional: true,
  success: { 200: rotatedSecret },
  refusals: ["not_found"],
  example: {
    request: { grace_seconds: 3_600 },
    response: {
      object: "webhook_subscription.secret_rotated",
      subscription: subscriptionExample,
      signing_secret: "whsec_V1hJ0mZ8kqU4Qw2sX6eB9rT3yNcA7dLfGpKjHuIoMz0=",
      previous_secret_until: "2026-03-01T13:00:00.000Z",
    },
  },
});

/** The routes of a subscription's actions. */
export function subscriptionActionRoutes(deps: WebhookDeps): BoundRoute[] {
  return [
    bindWrite(rotate, async (call, tx) => {
      const { sealing } = deps;
      const graceSeconds = call.body?.grace_seconds ?? defaultGraceSeconds;
      const rotated = await rotateSecret(tx, sealing, call.app.id, call.params.subscriptionId, graceSeconds);
      if (isRefusal(rotated)) return rotated;
      const until = rotated.subscription.previous_secret_until;
      const body = {
        object: "webhook_subscription.secret_rotated",
        subscription: subscriptionToWire(rotated.subscription, call.livemode),
        signing_secret: rotated.signingSecret,
        previous_secret_until: until === null ? null : toIso(until),
      } as const;
      return reply(200, body, { secretFields: ["signing_secret"] });
    }),
    bindStaged(test, async (call, database) => {
      const sent = await sendTestEvent(database, deps, call.app.id, call.params.subscriptionId);
      if (isRefusal(sent)) return sent;
      return reply(200, {
        object: "webhook_test_result",
        event_id: sent.eventId,
        delivered: sent.delivered,
        response_status: sent.responseStatus,
      } as const);
    }),
  ];
}
