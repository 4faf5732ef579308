/** The `webhooks` of the API description: one entry for each type of event, with the envelope and the headers. */
import Type from "typebox";
import { idField, nullable, oneOf, unixSeconds } from "../platform/http/reading/fields.ts";
import type { WebhookDescription } from "../platform/http/openapi/openapi.ts";
import type { Parameter } from "../platform/http/openapi/openapi-document.ts";
import { exampleId } from "../platform/http/openapi/openapi-schemas.ts";
import { eventTypeDescriptions, testEventType } from "../webhooks/subscriptions/event-types.ts";
import { webhookTag } from "./api-introduction.ts";

/** The body of every delivery (rules/webhooks 4.1). */
export const envelopeShape = Type.Object(
  {
    event_id: idField("evt"),
    event_type: Type.String({ description: "One of the types listed here." }),
    location_id: nullable(idField("str")),
    resource_id: Type.String({ description: "The id of what the event is about, for example of an order." }),
    resource_type: oneOf(
      ["order", "menu_sync", "location", "booking", "waitlist_entry", "webhook_subscription"],
      "What the event is about.",
    ),
    resource_href: Type.String({ format: "uri", description: "Fetch this to read the resource as it is now." }),
    idempotency_key: Type.String({ description: "Stays the same when the same thing is announced again." }),
    created: unixSeconds("When it happened, in Unix seconds."),
    livemode: Type.Boolean({ description: "False in the sandbox." }),
    sequence: Type.Integer({ minimum: 1, description: "Grows with every event of one resource." }),
    data: nullable(
      Type.Object(
        {},
        { description: "The resource as of the event; of an order, its id and statuses only: fetch it." },
      ),
    ),
  },
  { title: "EventEnvelope" },
);

const deliveryHeaders: readonly Parameter[] = [
  header("X-Service-Signature", "`t=<unix seconds>,v1=<hex>`; two `v1` while a secret is being rotated."),
  header("X-Service-Timestamp", "Unix seconds of the attempt; refuse what is older than 300 seconds."),
  header("X-Service-Event-Id", "The event; use it to ignore what you have handled."),
  header("X-Service-Delivery-Id", "The delivery of this event to this subscription."),
  header("X-Service-Attempt", "Counts from 1."),
  header("webhook-id", "For Standard Webhooks libraries: the event."),
  header("webhook-timestamp", "For Standard Webhooks libraries: Unix seconds of the attempt."),
  header("webhook-signature", "For Standard Webhooks libraries: `v1,<base64>`."),
];

function header(name: string, description: string): Parameter {
  return { name, in: "header", required: true, description, schema: { type: "string" } };
}

/** All types that can arrive, the test event last. */
export function webhookDescriptions(): readonly WebhookDescription[] {
  const types = [
    ...eventTypeDescriptions,
    { type: testEventType, description: "Sent by the test call of a subscription; it cannot be subscribed." },
  ];
  return types.map(({ type, description }) => ({
    name: type,
    tag: webhookTag,
    summary: type,
    description,
    headers: deliveryHeaders,
    body: envelopeShape,
    example: exampleEnvelope(type),
  }));
}

const resources = {
  order: ["order", "ord", "/v1/orders/"],
  menu: ["menu_sync", "syn", `/v1/locations/${exampleId("str")}/menu/syncs/`],
  store: ["location", "str", "/v1/locations/"],
  booking: ["booking", "bkg", "/v1/bookings/"],
  waitlist_entry: ["waitlist_entry", "bkw", "/v1/waitlist_entries/"],
  webhook: ["webhook_subscription", "dws", "/v1/webhook_subscriptions/"],
} as const;

function exampleEnvelope(type: string) {
  const family = type.slice(0, type.indexOf(".")) as keyof typeof resources;
  const [resourceType, prefix, path] = resources[family];
  const id = exampleId(prefix);
  return {
    event_id: exampleId("evt"),
    event_type: type,
    location_id: family === "webhook" ? null : exampleId("str"),
    resource_id: id,
    resource_type: resourceType,
    resource_href: `https://maple.example${path}${id}`,
    idempotency_key: `${resourceType}:${id}:${type.slice(family.length + 1)}`,
    created: 1_780_000_000,
    livemode: false,
    sequence: 1,
    data: null,
  };
}
