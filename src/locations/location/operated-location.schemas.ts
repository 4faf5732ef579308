/** How the operator writes and reads locations and grants (rules/http 10.4). */
import Type, { type Static } from "typebox";
import { toIso } from "../../kernel/clock.ts";
import { guestLanguages } from "../../kernel/language.ts";
import { idField, isoInstant, nullable, oneOf, textField } from "../../platform/http/reading/fields.ts";
import {
  bookingModes,
  orderMessages,
  capacityIntervals,
  decisionTimeouts,
  locationStatuses,
  orderRoutings,
  paymentOptions,
  validationTimeouts,
  type Grant,
} from "./location.ts";
import { profileBody, profileShape, profileToWire } from "./profile.schemas.ts";
import { locationShape, locationToWire } from "./locations.schemas.ts";
import type { OperatedLocation } from "./operated-locations.sql.ts";

const closed = { additionalProperties: false };
const localWindow = {
  startTime: Type.String({ maxLength: 5, description: "Local time HH:MM." }),
  endTime: Type.String({
    maxLength: 5,
    description: "Local time HH:MM; at or before the start it is of the next day.",
  }),
};

const openingHours = Type.Object(
  {
    windows: Type.Array(
      Type.Object(
        { dayOfWeek: Type.Integer({ minimum: 0, maximum: 6, description: "0 is Sunday." }), ...localWindow },
        { ...closed, title: "OpeningWindow" },
      ),
    ),
    exceptions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            date: Type.String({ maxLength: 10, description: "YYYY-MM-DD; replaces the windows of its day." }),
            closed: Type.Optional(Type.Boolean({ description: "True, without windows: closed all day." })),
            windows: Type.Optional(Type.Array(Type.Object(localWindow, { ...closed, title: "OpeningDateWindow" }))),
          },
          { ...closed, title: "OpeningDateException" },
        ),
      ),
    ),
  },
  { ...closed, title: "OpeningHours", description: "Local times, so a timezone is needed; null: always open." },
);

const coordinate = Type.Object(
  { latitude: Type.Number({ minimum: -90, maximum: 90 }), longitude: Type.Number({ minimum: -180, maximum: 180 }) },
  { ...closed, title: "Coordinate", description: "Not shown to partners." },
);

/** The fields that look the same written and read, besides those of the partners' shape. */
export const operatedFields = {
  coordinate: nullable(coordinate),
  opening_hours: nullable(openingHours),
  order_routing: oneOf(orderRoutings, "With manual, the location takes orders without a connected app too."),
  decision_timeout: oneOf(decisionTimeouts, "What happens to an order that is not decided within six minutes."),
  validation_timeout: oneOf(
    validationTimeouts,
    "What happens to an order whose validation got no answer within 30 seconds.",
  ),
  lead_minutes: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 1440,
      description: "How long before its time a scheduled order is handed over; null: at once.",
    }),
  ),
  ordering_paused_until: nullable(
    isoInstant("No order is prepared before this time; orders for later are taken. Null: not paused."),
  ),
  preparation_minutes: Type.Integer({
    minimum: 0,
    maximum: 1440,
    description: "From placing to ready on a quiet day.",
  }),
  busy_delay_minutes: Type.Integer({ minimum: 0, maximum: 480, description: "Added to it while the kitchen is busy." }),
  order_capacity: nullable(
    Type.Object(
      {
        interval_minutes: Type.Unsafe<(typeof capacityIntervals)[number]>({
          type: "integer",
          enum: [...capacityIntervals],
          description: "The length of an interval; the first of a day begins at midnight.",
        }),
        max_orders: Type.Integer({ minimum: 1, maximum: 10_000, description: "Orders due within one interval." }),
      },
      { ...closed, title: "OrderCapacity", description: "Null: as many as come." },
    ),
  ),
  payment_options: Type.Array(oneOf(paymentOptions), { minItems: 1, uniqueItems: true }),
  tip_percentages: Type.Array(Type.Integer({ minimum: 1, maximum: 50 }), {
    maxItems: 3,
    uniqueItems: true,
    description:
      "What diners are offered as a tip, in percent of the subtotal; default 5, 10, 15. Empty: an amount of their own alone.",
  }),
  payment_window_minutes: Type.Integer({
    minimum: 5,
    maximum: 60,
    description:
      "How long an order can be paid by link, from the moment at which its link can be paid; default 15. An order that is not paid by then, or by the time it is scheduled for, ends REJECTED with PAYMENT_TIMEOUT.",
  }),
  alert_phone: nullable(
    textField(50, {
      description: "Texted when nobody looks at an order that staff have to decide; answered in E.164. Null: nobody.",
    }),
  ),
  auto_pause_after: Type.Integer({
    minimum: 0,
    maximum: 10,
    description:
      "So many orders of staff in a row that nobody decided in time pause ordering until tomorrow; default 3, 0: never.",
  }),
  booking_mode: oneOf(bookingModes),
  bookings_enabled: Type.Boolean(),
  messaging: oneOf(["on", "off"], "Whether guests are sent messages about bookings and the waitlist."),
  order_messages: oneOf(
    orderMessages,
    "By what diners are told of their orders, where they agree to it; default email.",
  ),
  language: nullable(
    oneOf(guestLanguages, "Of messages and pages for guests; null: the language of the country, else English."),
  ),
  guest_retention_days: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 3650,
      description: "Days after the end of a stay at which its guest is erased; null: kept until somebody asks.",
    }),
  ),
};

const line = Type.Optional(nullable(textField(255)));

/** Where a location is: what its managers set too. */
export const whereaboutsFields = {
  phone: Type.Optional(nullable(textField(50, { description: "Kept as given." }))),
  address: Type.Optional(
    Type.Object(
      { line1: line, line2: line, city: line, region: line, postal_code: line, country: line },
      { title: "GivenAddress", ...closed, description: "Taken whole: a line that is absent becomes null." },
    ),
  ),
  coordinate: Type.Optional(operatedFields.coordinate),
};

const changeableFields = {
  name: Type.Optional(nullable(textField(500, { form: "filled" }))),
  status: Type.Optional(oneOf(locationStatuses, "Only an active location takes new orders.")),
  timezone: Type.Optional(nullable(textField(64, { description: "An IANA name, for example America/Chicago." }))),
  ...whereaboutsFields,
  opening_hours: Type.Optional(operatedFields.opening_hours),
  order_routing: Type.Optional(operatedFields.order_routing),
  decision_timeout: Type.Optional(operatedFields.decision_timeout),
  validation_timeout: Type.Optional(operatedFields.validation_timeout),
  lead_minutes: Type.Optional(operatedFields.lead_minutes),
  ordering_paused_until: Type.Optional(operatedFields.ordering_paused_until),
  preparation_minutes: Type.Optional(operatedFields.preparation_minutes),
  busy_delay_minutes: Type.Optional(operatedFields.busy_delay_minutes),
  order_capacity: Type.Optional(operatedFields.order_capacity),
  payment_options: Type.Optional(operatedFields.payment_options),
  tip_percentages: Type.Optional(operatedFields.tip_percentages),
  payment_window_minutes: Type.Optional(operatedFields.payment_window_minutes),
  alert_phone: Type.Optional(operatedFields.alert_phone),
  auto_pause_after: Type.Optional(operatedFields.auto_pause_after),
  booking_mode: Type.Optional(operatedFields.booking_mode),
  bookings_enabled: Type.Optional(operatedFields.bookings_enabled),
  messaging: Type.Optional(operatedFields.messaging),
  order_messages: Type.Optional(operatedFields.order_messages),
  guest_retention_days: Type.Optional(operatedFields.guest_retention_days),
  language: Type.Optional(operatedFields.language),
  profile: Type.Optional(profileBody),
};

export const newLocationBody = Type.Object({ ...changeableFields, name: textField(500, { form: "filled" }) }, closed);
export const locationChangesBody = Type.Object(changeableFields, closed);

export const operatedLocationShape = Type.Object({
  ...locationShape.properties,
  ...operatedFields,
  profile: profileShape,
  clock_offset_seconds: Type.Integer({
    minimum: 0,
    description: "How far the sandbox has moved the location's clock ahead.",
  }),
  connected_app_id: nullable(idField("app")),
  granted_app_ids: Type.Array(idField("app")),
  created_at: isoInstant("When the location was made."),
  updated_at: isoInstant("When it was last changed."),
});

export const grantShape = Type.Object({
  object: Type.Literal("grant"),
  app_id: idField("app"),
  location_id: idField("str"),
  created_at: isoInstant("When the grant was made."),
});

export const grantDeletedShape = Type.Object({
  object: Type.Literal("grant.deleted"),
  app_id: idField("app"),
  location_id: idField("str"),
  deleted: Type.Literal(true),
});

/** The location with everything that only the operator sees. */
export function operatedLocationToWire(location: OperatedLocation): Static<typeof operatedLocationShape> {
  const { opening_hours: hours } = location;
  return {
    ...locationToWire(location),
    coordinate: location.coordinate,
    opening_hours: hours as Static<typeof openingHours> | null,
    order_routing: location.order_routing,
    decision_timeout: location.decision_timeout,
    validation_timeout: location.validation_timeout,
    lead_minutes: location.lead_minutes,
    ordering_paused_until: location.ordering_paused_until === null ? null : toIso(location.ordering_paused_until),
    preparation_minutes: location.preparation_minutes,
    busy_delay_minutes: location.busy_delay_minutes,
    order_capacity: location.order_capacity,
    payment_options: [...location.payment_options],
    tip_percentages: [...location.tip_percentages],
    payment_window_minutes: location.payment_window_minutes,
    alert_phone: location.alert_phone,
    auto_pause_after: location.auto_pause_after,
    booking_mode: location.booking_mode,
    bookings_enabled: location.bookings_enabled,
    messaging: location.messaging ? "on" : "off",
    order_messages: location.order_messages,
    guest_retention_days: location.guest_retention_days,
    language: location.language,
    profile: profileToWire(location.profile),
    clock_offset_seconds: location.clock_offset_seconds,
    connected_app_id: location.connected_app_id,
    granted_app_ids: [...location.granted_app_ids],
    created_at: toIso(location.created_at),
    updated_at: toIso(location.updated_at),
  };
}

export function grantToWire(grant: Grant): Static<typeof grantShape> {
  return { object: "grant", app_id: grant.app_id, location_id: grant.location_id, created_at: toIso(grant.created_at) };
}
