/** The `webhooks` of the API description: one entry for each type of event, with the envelope and the headers. */
import type { WebhookDescription } from "../platform/http/openapi/openapi.ts";
import type { Parameter } from "../platform/http/openapi/openapi-document.ts";
import { eventTypeDescriptions, testEventType, type EventType } from "../webhooks/subscriptions/event-types.ts";
import { webhookTag } from "./api-introduction.ts";
import { exampleEvent } from "./event-examples.ts";
import { eventShape } from "./event-shapes.ts";

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
  return { name, in: "header", required: true, description, schema: { type: "string", maxLength: 200 } };
}

/** All types that can arrive, the test event last. */
export function webhookDescriptions(): readonly WebhookDescription[] {
  const types: readonly { readonly type: EventType; readonly description: string }[] = [
    ...eventTypeDescriptions,
    { type: testEventType, description: "Sent by the test call of a subscription; it cannot be subscribed." },
  ];
  return types.map(({ type, description }) => ({
    name: type,
    tag: webhookTag,
    summary: type,
    description,
    headers: deliveryHeaders,
    body: eventShape(type),
    example: exampleEvent(type),
  }));
}
