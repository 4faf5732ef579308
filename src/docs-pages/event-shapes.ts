/**
 * The body of every type of event, as deliveries send it (rules/webhooks 4.1): the envelope with the words of the type,
 * and its `data`. A type without a shape here does not compile.
 */
import Type, { type TSchema } from "typebox";
import { bookingSchema } from "../bookings/api/bookings.schemas.ts";
import { updaters } from "../bookings/book/booking.ts";
import { locationShape } from "../locations/location/locations.schemas.ts";
import { orderingSettingsShape } from "../locations/location/ordering-settings.ts";
import { menuSyncShape } from "../menus/read/menus.schemas.ts";
import { orderSchema } from "../orders/api/orders.schemas.ts";
import { idField, oneOf, unixSeconds } from "../platform/http/reading/fields.ts";
import { entrySchema } from "../waitlist/api/waitlist.schemas.ts";
import { testEventType, type EventType } from "../webhooks/subscriptions/event-types.ts";

const text = (maxLength: number, description: string) => Type.String({ maxLength, description });

const actor = oneOf(
  ["partner", "store", "diner", "service"],
  "Who made the change: an app, the restaurant, the diner, or Maple by itself.",
);
const bookActor = oneOf(updaters, "Who made the change: an app, the restaurant, the guest, or Maple by itself.");
const changed = Type.Array(Type.String({ maxLength: 100 }), { description: "The names of the fields that differ." });

const orderFields = {
  order_id: idField("ord"),
  location_id: idField("str"),
  status: orderSchema.properties.status,
  payment_status: orderSchema.properties.payment_status,
  sequence: orderSchema.properties.sequence,
  external_id: orderSchema.properties.external_id,
  actor,
};
const orderNews = Type.Object(orderFields, { title: "OrderNews" });

const location = { location: locationShape };
const booking = Type.Object({ ...bookingSchema.properties, actor: bookActor }, { title: "BookingNews" });
const changedBooking = Type.Object(
  {
    ...booking.properties,
    changed,
    previous: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
      description: "What the fields in `changed` were.",
    }),
    cause: oneOf(["partner", "guest", "store", "service", "repair"], "Why it changed."),
  },
  { title: "ChangedBookingNews" },
);
const entry = Type.Object({ ...entrySchema.properties, actor: bookActor }, { title: "WaitlistEntryNews" });
const restoredEntry = Type.Object(
  {
    ...entry.properties,
    restored: Type.Optional(Type.Literal(true, { description: "A host took a seat, a removal or an expiry back." })),
  },
  { title: "NewWaitlistEntryNews" },
);

const data: Readonly<Record<EventType, TSchema>> = {
  "order.notification": orderNews,
  "order.validation_requested": Type.Object(
    {
      validation_id: text(40, "Answer with it."),
      order_id: idField("ord"),
      deadline: unixSeconds("Answer before it."),
      order: orderSchema,
      actor,
    },
    { title: "OrderQuestion" },
  ),
  "order.created": orderNews,
  "order.paid": orderNews,
  "order.cancelled": Type.Object(
    { ...orderFields, cancellation: orderSchema.properties.cancellation },
    { title: "CancelledOrderNews" },
  ),
  "order.updated": Type.Object({ ...orderFields, changed }, { title: "ChangedOrderNews" }),
  "menu.sync_completed": Type.Object(
    {
      menu_sync: menuSyncShape,
      changed_external_ids: Type.Array(Type.String({ maxLength: 255 }), {
        description: "The external ids of what the publish changed.",
      }),
    },
    { title: "CompletedMenuNews" },
  ),
  "menu.sync_failed": Type.Object(
    {
      menu_sync: menuSyncShape,
      issues: Type.Optional(
        Type.Array(
          Type.Object(
            {
              path: text(2_000, "Where in the document."),
              message: text(2_000, "What is wrong, and what to change."),
            },
            { title: "MenuIssue" },
          ),
          { maxItems: 100, description: "What is wrong with a refused document, the first 100." },
        ),
      ),
    },
    { title: "FailedMenuNews" },
  ),
  "store.provisioned": Type.Object(location, { title: "GrantedLocationNews" }),
  "store.deprovisioned": Type.Null(),
  "store.status.changed": Type.Object(
    { ...location, previous_status: locationShape.properties.status },
    { title: "LocationStatusNews" },
  ),
  "store.settings.changed": Type.Object(
    { settings: orderingSettingsShape, changed },
    { title: "OrderingSettingsNews" },
  ),
  "booking.created": booking,
  "booking.confirmed": booking,
  "booking.changed": changedBooking,
  "booking.cancelled": booking,
  "booking.declined": booking,
  "booking.seated": booking,
  "booking.completed": booking,
  "booking.no_show": booking,
  "waitlist_entry.created": restoredEntry,
  "waitlist_entry.notified": entry,
  "waitlist_entry.seated": entry,
  "waitlist_entry.removed": entry,
  "waitlist_entry.expired": entry,
  [testEventType]: Type.Null(),
};

/** What each family of events is about: the resource type, the prefix of its id and its path. */
export const eventResources = {
  order: ["order", "ord", "/v1/orders/"],
  menu: ["menu_sync", "syn", "/v1/locations/{locationId}/menu/syncs/"],
  store: ["location", "str", "/v1/locations/"],
  booking: ["booking", "bkg", "/v1/bookings/"],
  waitlist_entry: ["waitlist_entry", "bkw", "/v1/waitlist_entries/"],
  webhook: ["webhook_subscription", "dws", "/v1/webhook_subscriptions/"],
} as const;

type Family = keyof typeof eventResources;

/** The family that a type of event belongs to: its first word. */
export function familyOf(type: EventType): Family {
  return type.slice(0, type.indexOf(".")) as Family;
}

const happened = Type.Integer({ ...unixSeconds("When it happened, in Unix seconds."), title: "EventTime" });

/** The body of a delivery of one type, as a component named after the type (rules/webhooks 4.1). */
export function eventShape(type: EventType) {
  const [resourceType, prefix] = eventResources[familyOf(type)];
  return Type.Object(
    {
      event_id: idField("evt"),
      event_type: Type.Literal(type),
      location_id: type === testEventType ? Type.Null() : idField("str"),
      resource_id: idField(prefix),
      resource_type: Type.Literal(resourceType),
      resource_href: Type.String({
        title: "EventResourceHref",
        format: "uri",
        maxLength: 2_048,
        description: "Fetch this to read the resource as it is now.",
      }),
      idempotency_key: Type.String({
        title: "AnnouncementKey",
        maxLength: 255,
        description: "Stays the same when the same thing is announced again.",
      }),
      created: happened,
      livemode: Type.Boolean({ description: "False in the sandbox." }),
      sequence: Type.Integer({
        title: "ResourceSequence",
        minimum: 1,
        description: "Grows with every event of one resource.",
      }),
      data: data[type],
    },
    { title: `${pascal(type)}Event` },
  );
}

function pascal(type: string): string {
  return type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
