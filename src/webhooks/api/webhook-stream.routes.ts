/** GET /v1/webhook_events/stream: an app's events over a connection that the app opens, for development without a public address. */
import Type from "typebox";
import { mayGoOn } from "../../apps/authenticate-key.query.ts";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { idField, secret } from "../../platform/http/reading/fields.ts";
import { bindStream, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { Wakeups } from "../../platform/jobs/wakeups.ts";
import { parseEventTypes } from "../subscriptions/event-types.ts";
import { parseNotificationUrl } from "../subscriptions/notification-url.ts";
import { streamEvents, type StreamPace } from "../delivery/stream-events.query.ts";
import { admitListener, tooManyListeners } from "../ledger/admit-listener.command.ts";
import type { WebhookDeps } from "./subscriptions.routes.ts";
import { eventExample } from "./webhook-examples.ts";

const cursor = Type.Integer({
  description: "Give the last one when you connect again: nothing of the last hour is missed.",
});

const line = Type.Union([
  Type.Object({
    object: Type.Literal("listening"),
    cursor,
    subscription_id: idField("dws"),
    signing_secret: secret(
      Type.String({
        maxLength: 100,
        description:
          "Signs what this app's listeners receive, with the subscription_id beside it; the same every time.",
      }),
    ),
    notification_url: Type.String({ maxLength: 2048, description: "forward_to: part of what is signed." }),
    missed_some: Type.Boolean({ description: "The cursor is older than an hour: replay what came before." }),
  }),
  Type.Object({
    object: Type.Literal("heard_event"),
    cursor,
    heard_as: Type.String({ maxLength: 100, description: "The same when you hear it twice, after connecting again." }),
    event_id: idField("evt"),
    event_type: Type.String({ maxLength: 100 }),
    replayed: Type.Boolean({ description: "The event was sent again by a replay." }),
    headers: Type.Record(Type.String(), Type.String({ maxLength: 2048 }), {
      description: "The headers that a delivery would have.",
    }),
    body: Type.String({
      maxLength: 1000000,
      description: "The body that a delivery would have, as text: verify its bytes.",
      contentMediaType: "application/json",
      contentSchema: { $ref: "#/components/schemas/WebhookEvent" },
    }),
  }),
  Type.Object({ object: Type.Literal("heartbeat"), cursor }),
  Type.Object({ object: Type.Literal("reconnect"), cursor }, { description: "The last line: connect again." }),
]);

const stream = defineRoute({
  method: "GET",
  path: "/v1/webhook_events/stream",
  operationId: "streamWebhookEvents",
  callClass: 4,
  tag: "Webhooks",
  summary: "Listen to the app's events",
  description:
    "Lines of JSON over a connection that stays open: each event as it is recorded or replayed, with headers and body as a delivery would have, and a heartbeat every 10 seconds. No subscription and no public address are needed. Ends after two minutes with a line reconnect. `npx maple listen` is a client of it.",
  access: { kind: "app", scope: "webhooks:read" },
  query: {
    forward_to: Type.String({
      minLength: 1,
      maxLength: 2_048,
      description: "Where the listener forwards to. It is signed, never called from here.",
    }),
    event_types: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2_000, description: "Only these types, with commas between." }),
    ),
    cursor: Type.Optional(Type.Integer({ minimum: 0, maximum: 9_000_000_000_000 })),
  },
  media: "application/x-ndjson",
  success: { 200: line },
  refusals: ["invalid_request", "rate_limited"],
  example: {
    response: {
      object: "heard_event",
      cursor: 1_772_366_400_512,
      heard_as: eventExample.event_id,
      event_id: eventExample.event_id,
      event_type: eventExample.event_type,
      replayed: false,
      headers: { "content-type": "application/json", "x-service-timestamp": "1772366400" },
      body: '{"event_id":"evt_01k0w3h5bxf5mtpp3aq2ck8xya"}',
    },
  },
});

/** Streams that a process serves at once. */
const mostInAll = 200;

/** The route of listeners. */
export function webhookStreamRoutes(
  deps: WebhookDeps,
  wakeups: Pick<Wakeups, "onWake">,
  pace: Partial<StreamPace> = {},
): BoundRoute[] {
  let all = 0;
  return [
    bindStream(stream, async (call, database, signal) => {
      const forwardTo = parseNotificationUrl(call.query.forward_to, "query.forward_to", { allowPrivate: true });
      if (isRefusal(forwardTo)) return forwardTo;
      const eventTypes = readTypes(call.query.event_types);
      if (isRefusal(eventTypes)) return eventTypes;
      if (all >= mostInAll || signal.aborted) return tooManyListeners();
      all += 1;
      // The connection ends in every case: by the caller, by the server, or behind the last line.
      signal.addEventListener("abort", () => void (all -= 1), { once: true });
      const presence = await admitListener(database, call.app.id, eventTypes);
      if (isRefusal(presence)) return presence;
      if (signal.aborted) await presence.end();
      else signal.addEventListener("abort", () => void presence.end(), { once: true });
      const { cursor } = call.query;
      const mayHear = () => mayGoOn(database.read, call.app, "webhooks:read");
      const listener = { appId: call.app.id, forwardTo, eventTypes, cursor, signal, presence, mayHear };
      return streamEvents(listener, { ...deps, db: database.read, wakeups, pace });
    }),
  ];
}

function readTypes(text: string | undefined) {
  if (text === undefined) return null;
  const parsed = parseEventTypes(text.split(",").map((name) => name.trim()));
  if (parsed.kind === "ok") return parsed.eventTypes;
  return invalidQuery("event_types", `has unknown types: ${parsed.unknown.join(", ").slice(0, 200)}`);
}

function invalidQuery(field: string, message: string) {
  const path = `query.${field}`;
  return refuse("invalid_request", `${path} ${message}`, { issues: [{ path, message }] });
}
