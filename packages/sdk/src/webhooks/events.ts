/** The events that a receiver gets: every type of the contract, and types that a later version adds. */
import { eventTypes } from "../generated/event-types.ts";
import type { WebhookEvent } from "../generated/schemas.ts";

/** An event whose type this version of the SDK does not know: answer 2xx and leave it alone. */
export interface UnknownEvent {
  readonly event_type: "unknown";
  /** The type as the service sent it. */
  readonly original_type: string;
  readonly event_id: string;
  readonly location_id: string | null;
  readonly resource_id: string;
  readonly resource_type: string;
  readonly resource_href: string;
  readonly idempotency_key: string;
  readonly created: number;
  readonly livemode: boolean;
  readonly sequence: number;
  readonly data: unknown;
}

export type ReceivedEvent = WebhookEvent | UnknownEvent;

const known: ReadonlySet<unknown> = new Set(eventTypes);

/** The event of a verified body; a type that this version does not know becomes `unknown`, which a switch can name. */
export function toReceivedEvent(event: { readonly event_type?: unknown }): ReceivedEvent {
  if (known.has(event.event_type)) return event as WebhookEvent;
  return { ...event, event_type: "unknown", original_type: String(event.event_type) } as UnknownEvent;
}
