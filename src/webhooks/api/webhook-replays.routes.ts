/** POST /v1/webhook_events/{eventId}/replay and POST /v1/webhook_events/replay. */
import Type from "typebox";
import type { Id } from "../../kernel/id.ts";
import { idPrefixOf } from "../../kernel/id.ts";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { idField, oneOf, unixSeconds } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { replayEvents } from "../ledger/replay-events.command.ts";
import { readEventTypes } from "../subscriptions/subscription-fields.ts";
import { deliveryStates } from "../subscriptions/webhook-machines.ts";
import { eventExample } from "./webhook-examples.ts";
import { replayShape, replayToWire } from "./webhook-replays.schemas.ts";

const tag = "Webhooks";
const access = { kind: "app", scope: "webhooks:write" } as const;

const example = {
  object: "webhook_replay",
  event_ids: [eventExample.event_id],
  queued: 1,
  skipped: 0,
  listeners: 2,
  has_more: false,
};

const replayOne = defineRoute({
  method: "POST",
  path: "/v1/webhook_events/{eventId}/replay",
  operationId: "replayWebhookEvent",
  callClass: 4,
  tag,
  summary: "Send an event again",
  description:
    "To the subscriptions that have not received it, those made since included; to all of them when forced. Listeners hear it too, unless a subscription is named.",
  access,
  params: { eventId: idField("evt") },
  body: Type.Object({
    subscription_id: Type.Optional(idField("dws")),
    force: Type.Optional(Type.Boolean({ description: "Also to subscriptions that have received it." })),
  }),
  bodyOptional: true,
  success: { 200: replayShape },
  refusals: ["not_found"],
  example: { request: { force: true }, response: example },
});

const replayMany = defineRoute({
  method: "POST",
  path: "/v1/webhook_events/replay",
  operationId: "replayWebhookEvents",
  emptyForStrangers: true,
  callClass: 4,
  tag,
  summary: "Send the events of a time span again",
  description:
    "To the subscriptions that have not received them; with a status, exactly the deliveries in that state. Listeners hear them too.",
  access,
  body: Type.Object({
    since: unixSeconds("Only events created at this time or later."),
    until: Type.Optional(unixSeconds("Only events created at this time or earlier.")),
    event_types: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 100 }),
    ),
    location_id: Type.Optional(idField("str")),
    status: Type.Optional(oneOf(deliveryStates)),
    dry_run: Type.Optional(Type.Boolean({ description: "Count only; nothing is sent." })),
  }),
  success: { 200: replayShape },
  refusals: ["invalid_request", "not_found"],
  example: { request: { since: 1_772_366_400, status: "failed", dry_run: true }, response: example },
});

/** The routes of replays. */
export function webhookReplayRoutes(): BoundRoute[] {
  return [
    bindWrite(replayOne, async (call, tx) => {
      const { subscription_id: subscriptionId, force = false } = call.body ?? {};
      const selection = { appId: call.app.id, eventId: call.params.eventId, subscriptionId };
      const replay = await replayEvents(tx, selection, { force, dryRun: false });
      return isRefusal(replay) ? replay : reply(200, replayToWire(replay));
    }),
    bindWrite(replayMany, async (call, tx) => {
      const { since, until, location_id: locationId, status: state, dry_run: dryRun = false } = call.body;
      if (until !== undefined && until < since) return endsBeforeItBegins();
      if (locationId !== undefined && idPrefixOf(locationId) !== "str") return notALocation(locationId);
      const eventTypes = call.body.event_types === undefined ? undefined : readEventTypes(call.body.event_types);
      if (isRefusal(eventTypes)) return eventTypes;
      const selection = { appId: call.app.id, since, until, locationId, state, eventTypes };
      const replay = await replayEvents(tx, selection, { force: false, dryRun });
      return isRefusal(replay) ? replay : reply(200, replayToWire(replay));
    }),
  ];
}

function endsBeforeItBegins() {
  const message = "must not be before since";
  return refuse("invalid_request", `body.until ${message}`, { issues: [{ path: "body.until", message }] });
}

function notALocation(id: Id<"str">) {
  return refuse("not_found", `body.location_id must be an id that begins with str_; this one is ${id}`);
}
