/** The names of events (rules/webhooks 3): the one list, the meaning of each, and the accepted spellings. */

const descriptions = {
  "order.notification":
    "An order is ready for your decision: fetch it, then accept or deny it within six minutes. Sent again by a resend.",
  "order.validation_requested":
    "A diner is about to order: say within 30 seconds whether your point of sale would take it.",
  "order.created": "A diner placed an order; it is not yet for you to decide.",
  "order.paid": "The payment of an order has settled.",
  "order.cancelled": "The diner or the store cancelled an order.",
  "order.updated": "An order changed in any other way, for example it was accepted, became ready or was fulfilled.",
  "menu.sync_completed": "A menu publish finished; also sent when the document changed nothing.",
  "menu.sync_failed": "A menu publish failed or was refused; the menu that was live stays live.",
  "store.provisioned": "Your app was granted a location.",
  "store.deprovisioned": "Your app lost its grant to a location.",
  "store.status.changed": "A location became active, paused or inactive.",
  "store.settings.changed":
    "The ordering settings of a location changed: a pause, a delay, the preparation time or the opening hours.",
  "booking.created": "A booking was made.",
  "booking.confirmed": "A booking was confirmed.",
  "booking.changed":
    "The time, party, table or details of a booking changed. Beside the booking, `data` has `changed` (the names of its fields that differ), `previous` (what they were) and `cause` (`partner`, `guest`, `store`, `service` or `repair`).",
  "booking.cancelled": "A booking was cancelled by the guest or the venue.",
  "booking.declined": "A booking request was declined.",
  "booking.seated": "The party of a booking was seated.",
  "booking.completed": "The party of a booking left.",
  "booking.no_show": "The party of a booking did not come.",
  "waitlist_entry.created":
    "A party joined the waitlist; with `data.restored` true it is in line again after a host has taken a seat, a removal or an expiry back.",
  "waitlist_entry.notified": "A waiting party was told that its table is ready.",
  "waitlist_entry.seated": "A waiting party was seated.",
  "waitlist_entry.removed": "A party was taken off the waitlist.",
  "waitlist_entry.expired": "A waiting party's entry expired.",
} as const;

/** The types an app can subscribe to. */
export type SubscribableEventType = keyof typeof descriptions;
/** Every type an event can have; `webhook.test` is sent by the test call only and cannot be subscribed. */
export type EventType = SubscribableEventType | typeof testEventType;

/** The type of the synthetic event of the test call. */
export const testEventType = "webhook.test";

export interface EventTypeDescription {
  readonly type: SubscribableEventType;
  readonly description: string;
}

/** The subscribable types with their descriptions, in the documented order. */
export const eventTypeDescriptions: readonly EventTypeDescription[] = Object.entries(descriptions).map(
  ([type, description]) => ({ type: type as SubscribableEventType, description }),
);

/** The subscribable types in the documented order. */
export const subscribableEventTypes: readonly SubscribableEventType[] = eventTypeDescriptions.map(({ type }) => type);

const aliases: ReadonlyMap<string, SubscribableEventType> = new Map(
  subscribableEventTypes
    .filter((type) => type.startsWith("order."))
    .map((type) => [type.replace("order.", "orders."), type]),
);

/** Reads a subscribable type; the `orders.*` spellings are aliases (rules/webhooks 3.1). Undefined when unknown. */
export function parseSubscribableEventType(text: string): SubscribableEventType | undefined {
  if (Object.hasOwn(descriptions, text)) return text as SubscribableEventType;
  return aliases.get(text);
}

/** Reads any type an event in the ledger can have, for filters. */
export function parseEventType(text: string): EventType | undefined {
  return text === testEventType ? testEventType : parseSubscribableEventType(text);
}

export type ParsedEventTypes =
  | { readonly kind: "ok"; readonly eventTypes: readonly SubscribableEventType[] }
  | { readonly kind: "unknown"; readonly unknown: readonly string[] };

/** Reads a subscription's list: aliases become canonical, repeats fall away, the order is kept; unknown names are all named. */
export function parseEventTypes(texts: readonly string[]): ParsedEventTypes {
  const eventTypes = new Set<SubscribableEventType>();
  const unknown: string[] = [];
  for (const text of texts) {
    const parsed = parseSubscribableEventType(text);
    if (parsed === undefined) unknown.push(text);
    else eventTypes.add(parsed);
  }
  return unknown.length > 0 ? { kind: "unknown", unknown } : { kind: "ok", eventTypes: [...eventTypes] };
}
