/** One plausible body of every type of event, made of the recorded answers for the same resources. */
import * as bookings from "../bookings/api/booking-examples.ts";
import { exampleId } from "../platform/http/openapi/openapi-examples.ts";
import * as waitlist from "../waitlist/api/waitlist-examples.ts";
import { testEventType, type EventType } from "../webhooks/subscriptions/event-types.ts";
import { eventResources, familyOf } from "./event-shapes.ts";
import { orderingSettingsExample } from "../orders/api/ordering-settings-example.ts";
import recordedExamples from "./recorded-examples.json" with { type: "json" };

const order = recordedExamples.getOrder.response;
const { id: order_id, location_id, status, payment_status, sequence, external_id } = order;
const orderNews = { order_id, location_id, status, payment_status, sequence, external_id, actor: "partner" };
const menu_sync = recordedExamples.getMenuSync.response;
const location = recordedExamples.getLocation.response;
const booked = { ...bookings.bookingExample, actor: "guest" };
const waiting = { ...waitlist.entryExample, actor: "guest" };

const data: Readonly<Record<EventType, object | null>> = {
  "order.notification": { ...orderNews, status: "PENDING", external_id: null, actor: "service" },
  "order.validation_requested": {
    validation_id: exampleId("val"),
    order_id,
    deadline: order.created + 30,
    order: { ...order, status: "PENDING" },
    actor: "diner",
  },
  "order.created": { ...orderNews, status: "PENDING", external_id: null, actor: "diner" },
  "order.paid": { ...orderNews, status: "PENDING", external_id: null, actor: "diner" },
  "order.cancelled": {
    ...orderNews,
    status: "CUSTOMER_CANCELLED",
    actor: "diner",
    cancellation: { actor: "customer", reason: "Changed my mind" },
  },
  "order.updated": { ...orderNews, changed: ["status", "external_id", "estimated_ready_at"] },
  "menu.sync_completed": { menu_sync, changed_external_ids: ["tomato-soup"] },
  "menu.sync_failed": {
    menu_sync: { ...menu_sync, status: "failed", failure: { code: "invalid_menu", message: "categories is missing" } },
    issues: [{ path: "categories", message: "is missing" }],
  },
  "store.provisioned": { location },
  "store.deprovisioned": null,
  "store.status.changed": { location, previous_status: "paused" },
  "store.settings.changed": {
    settings: orderingSettingsExample,
    changed: ["ordering_paused_until", "pause_reason"],
  },
  "booking.created": booked,
  "booking.confirmed": booked,
  "booking.changed": { ...booked, changed: ["party_size"], previous: { party_size: 2 }, cause: "guest" },
  "booking.cancelled": { ...bookings.cancelledExample("guest"), actor: "guest" },
  "booking.declined": { ...booked, status: "declined", actor: "service" },
  "booking.seated": { ...bookings.seatedExample, actor: "store" },
  "booking.completed": { ...booked, status: "completed", actor: "store" },
  "booking.no_show": { ...booked, status: "no_show", actor: "store" },
  "waitlist_entry.created": waiting,
  "waitlist_entry.notified": { ...waitlist.notifiedExample, actor: "store" },
  "waitlist_entry.seated": { ...waitlist.seatedEntryExample, actor: "store" },
  "waitlist_entry.removed": { ...waitlist.endedExample("removed"), actor: "store" },
  "waitlist_entry.expired": { ...waitlist.endedExample("expired"), actor: "service" },
  [testEventType]: null,
};

const ids = { order: order_id, menu: menu_sync.id, store: location.id, webhook: exampleId("dws") } as const;

/** The body of a delivery of this type. */
export function exampleEvent(type: EventType) {
  const family = familyOf(type);
  const [resourceType, , path] = eventResources[family];
  const own = data[type];
  const id = own !== null && "id" in own ? String(own.id) : ids[family as keyof typeof ids];
  return {
    event_id: exampleId("evt"),
    event_type: type,
    location_id: type === testEventType ? null : location_id,
    resource_id: id,
    resource_type: resourceType,
    resource_href: `https://maple.example${path.replace("{locationId}", location_id)}${id}`,
    idempotency_key: `${resourceType}:${id}:${type.slice(type.indexOf(".") + 1)}`,
    created: order.created,
    livemode: false,
    sequence: 1,
    data: own,
  };
}
