/** Wire shapes of the ledger: events, their deliveries and attempts (rules/webhooks 8). */
import Type, { type Static } from "typebox";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { idField, isoInstant, nullable, oneOf, unixSeconds } from "../../platform/http/reading/fields.ts";
import { listOf, pageOf } from "../../platform/http/reading/paging.ts";
import { faultMarkShape, toFaultMark } from "../../platform/http/sandbox-faults/api-fault.ts";
import { envelopeFields, type EnvelopeSource } from "../ledger/envelope.ts";
import { subscribableEventTypes, testEventType, type EventType } from "../subscriptions/event-types.ts";
import { deliveryStates } from "../subscriptions/webhook-machines.ts";
import type { LedgerEvent } from "../ledger/events.sql.ts";
import { countHearing, type ActiveListener } from "../ledger/listeners.ts";
import type { LedgerAttempt, LedgerDelivery } from "../ledger/read-events.sql.ts";

const eventTypeField = oneOf<readonly [EventType, ...EventType[]]>([testEventType, ...subscribableEventTypes]);
const resourceTypeField = oneOf([
  "order",
  "menu_sync",
  "location",
  "booking",
  "waitlist_entry",
  "webhook_subscription",
]);

/** The envelope of every delivery (rules/webhooks 4.1). */
export const envelopeShape = Type.Object({
  event_id: idField("evt"),
  event_type: eventTypeField,
  location_id: nullable(idField("str")),
  resource_id: Type.String({ maxLength: 100 }),
  resource_type: resourceTypeField,
  resource_href: Type.String({
    maxLength: 2048,
    description: "The resource's own address; fetch it to read the resource.",
  }),
  idempotency_key: Type.String({
    maxLength: 255,
    description: "Stable per change; a resend has a fresh event_id and the same key.",
  }),
  created: unixSeconds("When the change was made, in the location's time."),
  livemode: Type.Boolean(),
  sequence: Type.Integer({ description: "Strictly increasing per resource." }),
  data: nullable(Type.Record(Type.String(), Type.Unknown())),
});

const deliveryShape = Type.Object(
  {
    id: idField("dlv"),
    subscription_id: idField("dws"),
    status: oneOf(deliveryStates),
    attempts: Type.Integer(),
    last_response_status: nullable(Type.Integer()),
    last_error: nullable(Type.String({ maxLength: 1000, description: "A code, a colon and a sentence." })),
    next_attempt_at: nullable(isoInstant("When the next attempt is due; null unless pending.")),
    delivered_at: nullable(isoInstant("When the delivery was received.")),
    fault: nullable(faultMarkShape),
  },
  { title: "WebhookDelivery" },
);

export const eventShape = Type.Object(
  {
    object: Type.Literal("event"),
    ...envelopeShape.properties,
    deliveries: Type.Array(deliveryShape),
    listeners: Type.Integer({
      description:
        "Listeners that are open now and hear events of this type (GET /v1/webhook_events/stream). No delivery says what they heard.",
    }),
  },
  { title: "LedgerEvent" },
);

export const eventList = pageOf(eventShape);

export const attemptList = listOf(
  Type.Object(
    {
      object: Type.Literal("delivery_attempt"),
      delivery_id: idField("dlv"),
      attempt: Type.Integer({ description: "From 1; the header X-Service-Attempt." }),
      started_at: isoInstant("When the attempt began."),
      duration_ms: Type.Integer(),
      response_status: nullable(Type.Integer({ description: "Null when there was no answer." })),
      error: nullable(Type.String({ maxLength: 1000 })),
      response_body: nullable(Type.String({ maxLength: 4096, description: "The first 4 KiB of the answer, as text." })),
      next_attempt_at: nullable(isoInstant("When the next attempt was set to be made.")),
    },
    { title: "DeliveryAttempt" },
  ),
);

/** What became of an event, or of a page of events. */
export interface Receivers {
  readonly deliveries: readonly LedgerDelivery[];
  readonly listeners: readonly ActiveListener[];
}

/** An event of the ledger with its deliveries, as partners see it. */
export function eventToWire(
  event: LedgerEvent,
  { deliveries, listeners }: Receivers,
  source: EnvelopeSource,
): Static<typeof eventShape> {
  const fields = envelopeFields(
    {
      eventId: event.id,
      eventType: event.event_type,
      locationId: event.location_id,
      resourceType: event.resource_type,
      resourceId: event.resource_id,
      resourcePath: event.resource_path,
      idempotencyKey: event.idempotency_key,
      sequence: event.sequence,
      created: event.created,
    },
    source,
  );
  return {
    object: "event",
    ...fields,
    event_id: event.id,
    location_id: event.location_id,
    data: event.data as Record<string, unknown> | null,
    deliveries: deliveries.filter((delivery) => delivery.event_id === event.id).map(deliveryToWire),
    listeners: countHearing(listeners, [event.event_type]),
  };
}

function deliveryToWire(delivery: LedgerDelivery): Static<typeof deliveryShape> {
  return {
    id: delivery.id,
    subscription_id: delivery.subscription_id,
    status: delivery.state,
    attempts: delivery.attempts,
    last_response_status: delivery.last_response_status,
    last_error: delivery.last_error,
    next_attempt_at: isoOrNull(delivery.next_at),
    delivered_at: isoOrNull(delivery.delivered_at),
    fault: toFaultMark(delivery.fault),
  };
}

/** An attempt, as partners see it. */
export function attemptToWire(attempt: LedgerAttempt) {
  return {
    object: "delivery_attempt" as const,
    delivery_id: attempt.delivery_id,
    attempt: attempt.attempt,
    started_at: toIso(attempt.started_at),
    duration_ms: attempt.duration_ms,
    response_status: attempt.response_status,
    error: attempt.error,
    response_body: attempt.response_body,
    next_attempt_at: isoOrNull(attempt.next_attempt_at),
  };
}

function isoOrNull(instant: Instant | null): string | null {
  return instant === null ? null : toIso(instant);
}
