/** A location with its settings, as its managers read and save them. */
import Type, { type Static } from "typebox";
import { toIso, toUnixSeconds } from "../../kernel/clock.ts";
import { operatedFields, whereaboutsFields } from "../../locations/location/operated-location.schemas.ts";
import { profileBody, profileShape, profileToWire } from "../../locations/location/profile.schemas.ts";
import { locationShape, locationToWire } from "../../locations/location/locations.schemas.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import type { LocationInput } from "../../locations/location/parse-location.ts";
import { idField, nullable, unixSeconds } from "../../platform/http/reading/fields.ts";

const pausedUntil = nullable(
  unixSeconds("No order is prepared before this time of the location; orders for later are taken. Null: not paused."),
);
const version = Type.Integer({ minimum: 1, description: "Counts the changes of the settings." });

/** What a manager sets; the rest of a location is the operator's. */
const settingFields = {
  opening_hours: operatedFields.opening_hours,
  order_routing: operatedFields.order_routing,
  decision_timeout: operatedFields.decision_timeout,
  validation_timeout: operatedFields.validation_timeout,
  lead_minutes: operatedFields.lead_minutes,
  ordering_paused_until: pausedUntil,
  preparation_minutes: operatedFields.preparation_minutes,
  busy_delay_minutes: operatedFields.busy_delay_minutes,
  order_capacity: operatedFields.order_capacity,
  payment_options: operatedFields.payment_options,
  tip_percentages: operatedFields.tip_percentages,
  payment_window_minutes: operatedFields.payment_window_minutes,
  alert_phone: operatedFields.alert_phone,
  auto_pause_after: operatedFields.auto_pause_after,
  order_messages: operatedFields.order_messages,
  bookings_enabled: operatedFields.bookings_enabled,
};

export const managedLocationShape = Type.Object(
  {
    ...locationShape.properties,
    ...settingFields,
    coordinate: operatedFields.coordinate,
    profile: profileShape,
    booking_mode: operatedFields.booking_mode,
    connected_app_id: nullable(idField("app")),
    version,
    now: unixSeconds("The location's clock."),
  },
  { title: "ManagedLocation" },
);

export const settingsBody = Type.Object(
  {
    expected_version: version,
    ...Type.Partial(Type.Object({ ...settingFields, ...whereaboutsFields, profile: profileBody })).properties,
  },
  { additionalProperties: false },
);

/** PUT …/bookings_enabled. */
export const bookingsEnabledBody = Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false });

export function managedLocationToWire(location: LocationSettings): Static<typeof managedLocationShape> {
  const { opening_hours: hours, ordering_paused_until: until } = location;
  return {
    ...locationToWire(location),
    opening_hours: hours as Static<typeof operatedFields.opening_hours>,
    order_routing: location.order_routing,
    decision_timeout: location.decision_timeout,
    validation_timeout: location.validation_timeout,
    lead_minutes: location.lead_minutes,
    ordering_paused_until: until === null ? null : toUnixSeconds(until),
    preparation_minutes: location.preparation_minutes,
    busy_delay_minutes: location.busy_delay_minutes,
    order_capacity: location.order_capacity,
    payment_options: [...location.payment_options],
    tip_percentages: [...location.tip_percentages],
    payment_window_minutes: location.payment_window_minutes,
    alert_phone: location.alert_phone,
    auto_pause_after: location.auto_pause_after,
    order_messages: location.order_messages,
    bookings_enabled: location.bookings_enabled,
    coordinate: location.coordinate,
    profile: profileToWire(location.profile),
    booking_mode: location.booking_mode,
    connected_app_id: location.connected_app_id,
    version: location.version,
    now: toUnixSeconds(location.now),
  };
}

/** The fields of a body as the command takes them. */
export function settingsInput(body: Omit<Static<typeof settingsBody>, "expected_version">): LocationInput {
  const { ordering_paused_until: until, ...rest } = body;
  if (until === undefined) return rest;
  return { ...rest, ordering_paused_until: until === null ? null : toIso(until * 1_000) };
}
