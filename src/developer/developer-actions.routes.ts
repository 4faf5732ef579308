/** The acts of a developer for an app: replay, resend, test event, a new signing secret, a dry run of a menu. */
import Type from "typebox";
import { recordAudit } from "../audit/record-audit.command.ts";
import { toIso } from "../kernel/clock.ts";
import { isRefusal } from "../kernel/refusal.ts";
import type { MenuThreads } from "../menus/publish/menu-threads.worker.ts";
import { tryMenu } from "../menus/publish/try-menu.command.ts";
import { menuBody, menuSyncShape, menuSyncToWire } from "../menus/read/menus.schemas.ts";
import { resendSchema } from "../orders/api/orders.schemas.ts";
import { resendOrder } from "../orders/decide/resend-order.command.ts";
import { authorOf } from "../people/person/author-of.ts";
import { idField } from "../platform/http/reading/fields.ts";
import { reply } from "../platform/http/reply.ts";
import { bindStaged, bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import {
  rotatedSecret,
  rotateSecretBody,
  subscriptionToWire,
  testResult,
} from "../webhooks/api/subscriptions.schemas.ts";
import { replayShape, replayToWire } from "../webhooks/api/webhook-replays.schemas.ts";
import { sendTestEvent, testCallWithinMs, type TestEventDeps } from "../webhooks/delivery/send-test-event.command.ts";
import { replayEvents } from "../webhooks/ledger/replay-events.command.ts";
import { defaultGraceSeconds, rotateSecret } from "../webhooks/subscriptions/rotate-secret.command.ts";
import type { SealedSecrets } from "../webhooks/subscriptions/sealed-secrets.ts";
import { actors, readers, requireApp } from "./app-access.query.ts";

const acts = {
  method: "POST",
  tag: "Developers",
  callClass: 4,
  access: { kind: "console", needs: "person", roles: actors },
  refusals: ["not_found", "role_required"],
} as const;
const params = { appId: idField("app") };
const ofSubscription = { ...params, subscriptionId: idField("dws") };

const replay = defineRoute({
  ...acts,
  access: { ...acts.access, roles: readers },
  path: "/console/v1/apps/{appId}/events/{eventId}/replay",
  operationId: "consoleReplayAppEvent",
  summary: "Send an event of an app again",
  description: "As POST /v1/webhook_events/{eventId}/replay.",
  params: { ...params, eventId: idField("evt") },
  body: Type.Object({ subscription_id: Type.Optional(idField("dws")), force: Type.Optional(Type.Boolean()) }),
  bodyOptional: true,
  success: { 200: replayShape },
});

const resend = defineRoute({
  ...acts,
  path: "/console/v1/apps/{appId}/orders/{orderId}/resend",
  operationId: "consoleResendAppOrder",
  summary: "Send the notification of a live order again",
  description: "As POST /v1/orders/{orderId}/resend.",
  params: { ...params, orderId: idField("ord") },
  bodyEmpty: true,
  success: { 200: resendSchema },
  refusals: ["not_found", "role_required", "order_terminal", "order_not_ready"],
});

const test = defineRoute({
  ...acts,
  path: "/console/v1/apps/{appId}/webhook_subscriptions/{subscriptionId}/test",
  operationId: "consoleTestAppSubscription",
  answerWithinMs: testCallWithinMs,
  summary: "Send a test event to an endpoint",
  params: ofSubscription,
  bodyEmpty: true,
  success: { 200: testResult },
});

const rotate = defineRoute({
  ...acts,
  access: { ...acts.access, fresh: true },
  path: "/console/v1/apps/{appId}/webhook_subscriptions/{subscriptionId}/rotate_secret",
  operationId: "consoleRotateAppSecret",
  summary: "Replace an endpoint's signing secret",
  description: "The answer shows the new secret once. Needs a sign-in within the last 15 minutes, and is audited.",
  params: ofSubscription,
  body: rotateSecretBody,
  bodyOptional: true,
  success: { 200: rotatedSecret },
});

const dryRun = defineRoute({
  ...acts,
  path: "/console/v1/apps/{appId}/locations/{locationId}/menu_dry_run",
  operationId: "consoleTryAppMenu",
  summary: "See what a menu would change",
  description: "As POST /v1/locations/{locationId}/menu with dry_run: nothing is published.",
  params: { ...params, locationId: idField("str") },
  body: menuBody,
  bodyLimit: 25 * 1024 * 1024,
  answerWithinMs: 60_000,
  bodyRaw: true,
  success: { 200: menuSyncShape },
  refusals: ["not_found", "role_required", "connection_not_found", "invalid_request", "invalid_menu"],
});

export interface DeveloperDeps {
  readonly threads: Pick<MenuThreads, "read" | "compare">;
  readonly webhooks: TestEventDeps & { readonly sealing: SealedSecrets };
}

/** The routes of what is done for an app. */
export function developerActionRoutes({ threads, webhooks }: DeveloperDeps): BoundRoute[] {
  return [
    bindWrite(replay, async ({ console: caller, params: { appId, eventId }, body }, tx) => {
      const found = await requireApp(tx, caller, appId, readers);
      if (isRefusal(found)) return found;
      const { subscription_id: subscriptionId, force = false } = body ?? {};
      const queued = await replayEvents(tx, { appId, eventId, subscriptionId }, { force, dryRun: false });
      return isRefusal(queued) ? queued : reply(200, replayToWire(queued));
    }),
    bindWrite(resend, async ({ console: caller, params: { appId, orderId } }, tx) => {
      const found = await requireApp(tx, caller, appId, actors);
      if (isRefusal(found)) return found;
      const sent = await resendOrder(tx, orderId, appId);
      if (isRefusal(sent)) return sent;
      return reply(200, { object: "order_resend" as const, order_id: orderId, event_id: sent.eventId });
    }),
    bindStaged(test, async ({ console: caller, params: { appId, subscriptionId } }, database) => {
      const found = await requireApp(database.read, caller, appId, actors);
      if (isRefusal(found)) return found;
      const sent = await sendTestEvent(database, webhooks, appId, subscriptionId);
      if (isRefusal(sent)) return sent;
      const { eventId, delivered, responseStatus } = sent;
      const result = { object: "webhook_test_result" as const, event_id: eventId, delivered };
      return reply(200, { ...result, response_status: responseStatus });
    }),
    bindWrite(rotate, async ({ console: caller, params: { appId, subscriptionId }, body, requestId, livemode }, tx) => {
      const found = await requireApp(tx, caller, appId, actors);
      if (isRefusal(found)) return found;
      const grace = body?.grace_seconds ?? defaultGraceSeconds;
      const rotated = await rotateSecret(tx, webhooks.sealing, appId, subscriptionId, grace);
      if (isRefusal(rotated)) return rotated;
      await recordAudit(tx, {
        ...authorOf(found.acting, requestId),
        action: "subscription.secret_rotated",
        subject: subscriptionId,
        before: null,
        after: { grace_seconds: grace },
      });
      const { subscription, signingSecret } = rotated;
      const until = subscription.previous_secret_until;
      const shown = {
        object: "webhook_subscription.secret_rotated" as const,
        subscription: subscriptionToWire(subscription, livemode),
        signing_secret: signingSecret,
        previous_secret_until: until === null ? null : toIso(until),
      };
      return reply(200, shown, { secretFields: ["signing_secret"] });
    }),
    bindStaged(dryRun, async ({ console: caller, params: { appId, locationId }, body }, database) => {
      const found = await requireApp(database.read, caller, appId, actors);
      if (isRefusal(found)) return found;
      const sync = await tryMenu(database, threads, { appId, locationId, bytes: body });
      return isRefusal(sync) ? sync : reply(200, menuSyncToWire(sync));
    }),
  ];
}
