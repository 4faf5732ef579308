/** The body and headers of a delivery (rules/webhooks 4.1, 5.2 and 5.3). Pure. */
import { toUnixSeconds, type Instant } from "../../kernel/clock.ts";
import type { EventType } from "../subscriptions/event-types.ts";
import { signDelivery } from "../subscriptions/signature.ts";

export type ResourceType = "order" | "menu_sync" | "location" | "booking" | "waitlist_entry" | "webhook_subscription";

/** An event as the ledger keeps it; `dataText` is JSON text, or null. */
export interface RecordedEvent {
  readonly eventId: string;
  readonly eventType: EventType;
  readonly locationId: string | null;
  readonly resourceType: ResourceType;
  readonly resourceId: string;
  readonly resourcePath: string;
  readonly idempotencyKey: string;
  readonly sequence: number;
  readonly created: Instant;
  readonly dataText: string | null;
}

/** Where links point, and whether a live service speaks. */
export interface EnvelopeSource {
  /** Without a closing slash. */
  readonly baseUrl: string;
  readonly livemode: boolean;
}

/** The envelope's fields but `data`, in the order in which they are sent. */
export function envelopeFields(event: Omit<RecordedEvent, "dataText">, source: EnvelopeSource) {
  return {
    event_id: event.eventId,
    event_type: event.eventType,
    location_id: event.locationId,
    resource_id: event.resourceId,
    resource_type: event.resourceType,
    resource_href: source.baseUrl + event.resourcePath,
    idempotency_key: event.idempotencyKey,
    created: toUnixSeconds(event.created),
    livemode: source.livemode,
    sequence: event.sequence,
  };
}

/** The bytes of a delivery's body: the same for every attempt and subscription. */
export function envelopeBody(event: RecordedEvent, source: EnvelopeSource): Buffer {
  const head = JSON.stringify(envelopeFields(event, source));
  return Buffer.from(`${head.slice(0, -1)},"data":${event.dataText ?? "null"}}`);
}

export interface AttemptIdentity {
  readonly eventId: string;
  readonly deliveryId: string;
  readonly subscriptionId: string;
  readonly notificationUrl: string;
  /** From 1. */
  readonly attempt: number;
}

/** The headers of one attempt; `secrets` newest first, `timestamp` in Unix seconds. */
export function attemptHeaders(
  identity: AttemptIdentity,
  secrets: readonly string[],
  timestamp: number,
  body: Uint8Array,
): Record<string, string> {
  const { eventId, subscriptionId, notificationUrl } = identity;
  return {
    "content-type": "application/json",
    "user-agent": "Maple-Webhooks/1",
    accept: "*/*",
    "accept-encoding": "identity",
    ...signDelivery(secrets, { eventId, subscriptionId, notificationUrl, timestamp, body }),
    "x-service-event-id": eventId,
    "x-service-delivery-id": identity.deliveryId,
    "x-service-attempt": String(identity.attempt),
  };
}
