/** Wire shapes of delivery zones (rules/delivery-zones 1.2). */
import Type, { type Static } from "typebox";
import { toIso, toUnixSeconds } from "../../kernel/clock.ts";
import { maxAmountMinor } from "../../kernel/money.ts";
import { idField, isoInstant, nullable, oneOf, textField } from "../../platform/http/reading/fields.ts";
import { listOf } from "../../platform/http/reading/paging.ts";
import type { DeliveryCheck } from "./check-delivery.ts";
import type { DeliveryZone } from "./delivery-zone.ts";
import type { ZoneGeometry } from "../geometry/geometry.ts";

const closed = { additionalProperties: false };

export const zoneMoney = Type.Object(
  {
    amount: Type.Integer({ minimum: 0, maximum: maxAmountMinor, description: "Minor units: cents for USD." }),
    currency: Type.String({ maxLength: 3, description: "ISO 4217, upper-case; one currency in a zone." }),
  },
  { title: "ZoneMoney" },
);

const minutes = Type.Object(
  {
    min: Type.Integer({ minimum: 0, maximum: 1440 }),
    max: Type.Integer({ minimum: 0, maximum: 1440 }),
  },
  { title: "MinutesRange" },
);

const localWindow = {
  startTime: Type.String({ maxLength: 5, description: "HH:MM, local time of the location." }),
  endTime: Type.String({ maxLength: 5, description: "HH:MM; at or before the start it is of the next day." }),
};

const hours = Type.Object(
  {
    windows: Type.Array(
      Type.Object(
        { dayOfWeek: Type.Integer({ description: "0 is Sunday." }), ...localWindow },
        { title: "ZoneWindow" },
      ),
    ),
    exceptions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            date: Type.String({ maxLength: 10, description: "YYYY-MM-DD." }),
            closed: Type.Optional(Type.Boolean()),
            windows: Type.Optional(Type.Array(Type.Object(localWindow, { title: "ZoneDateWindow" }))),
          },
          { title: "ZoneDateException" },
        ),
      ),
    ),
  },
  { title: "ZoneHours", description: "When the zone is delivered to; null: whenever the location takes orders." },
);

const coordinates = {
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
};

const rings = Type.Array(Type.Array(Type.Array(Type.Number())), {
  description: "The outer ring, then the holes; positions are [longitude, latitude].",
});

const zoneGeometry = Type.Union([
  Type.Object({ type: Type.Literal("Polygon"), coordinates: rings }, { title: "PolygonGeometry" }),
  Type.Object(
    { type: Type.Literal("MultiPolygon"), coordinates: Type.Array(rings) },
    { title: "MultiPolygonGeometry" },
  ),
  Type.Object(
    {
      type: Type.Literal("Circle"),
      radius_meters: Type.Number(),
      center: Type.Object(coordinates, { title: "ZoneCenter" }),
    },
    { title: "CircleGeometry" },
  ),
]);

/** Looked at by `parse-geometry.ts`, which gives better reasons than a schema can. */
const givenGeometry = Type.Object(
  {
    type: Type.String({ maxLength: 50, description: "Polygon, MultiPolygon (GeoJSON) or Circle." }),
    coordinates: Type.Optional(
      Type.Array(Type.Unknown(), {
        description:
          "Of a Polygon: rings, the outer one first; of a MultiPolygon: polygons. Positions are [longitude, latitude]. Open rings are closed, either winding will do.",
      }),
    ),
    radius_meters: Type.Optional(Type.Number({ description: "Of a Circle: more than 0, at most 300,000." })),
    center: Type.Optional(
      nullable(
        Type.Object(
          { latitude: Type.Number(), longitude: Type.Number() },
          { title: "GivenCenter", description: "Of a Circle; absent: where the location is now." },
        ),
      ),
    ),
  },
  { title: "GivenGeometry", description: "At most 10,000 corners, within 300 km of the location." },
);

const terms = {
  name: textField(255, { form: "filled", description: "For people." }),
  enabled: Type.Boolean({ description: "A zone that is not enabled delivers nothing." }),
  priority: Type.Integer({
    minimum: -1_000_000,
    maximum: 1_000_000,
    description: "Where zones overlap the highest wins, then the lowest fee, then the smallest area, then the id.",
  }),
  fee: zoneMoney,
  minimum_order: nullable(zoneMoney),
  free_delivery_over: nullable(zoneMoney),
  estimated_minutes: nullable(minutes),
  hours: nullable(hours),
};

/** The same fields, each optional, for changes and for the defaults of an import. */
export const optionalTerms = {
  name: Type.Optional(terms.name),
  enabled: Type.Optional(terms.enabled),
  priority: Type.Optional(terms.priority),
  fee: Type.Optional(terms.fee),
  minimum_order: Type.Optional(terms.minimum_order),
  free_delivery_over: Type.Optional(terms.free_delivery_over),
  estimated_minutes: Type.Optional(terms.estimated_minutes),
  hours: Type.Optional(terms.hours),
};

export const newZoneBody = Type.Object(
  { ...optionalTerms, name: terms.name, fee: terms.fee, geometry: givenGeometry },
  closed,
);

export const zoneChangesBody = Type.Object(
  {
    ...optionalTerms,
    geometry: Type.Optional(givenGeometry),
    expected_version: Type.Optional(
      Type.Integer({ minimum: 1, description: "Refuses with stale_version when the zone is at another one." }),
    ),
  },
  closed,
);

const zoneFields = {
  object: Type.Literal("delivery_zone"),
  id: idField("dzn"),
  livemode: Type.Boolean(),
  location_id: idField("str"),
  ...terms,
  created: Type.Integer({ description: "Unix seconds." }),
  updated_at: isoInstant("When it was last changed."),
  version: Type.Integer({ description: "Grows by one with every change." }),
};

export const zoneShape = Type.Object({ ...zoneFields, geometry: zoneGeometry });
export const zoneList = listOf(zoneShape);

export const zoneDeletedShape = Type.Object({
  object: Type.Literal("delivery_zone.deleted"),
  id: idField("dzn"),
  deleted: Type.Literal(true),
});

export const checkBody = Type.Object(
  {
    ...coordinates,
    subtotal: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: maxAmountMinor }), zoneMoney], {
        description: "Of the order, as {amount, currency} or just in minor units: it decides on free delivery.",
      }),
    ),
  },
  closed,
);

export const checkShape = Type.Object({
  object: Type.Literal("delivery_zone_check"),
  location_id: idField("str"),
  deliverable: Type.Boolean({ description: "The minimum order is reported and does not change this." }),
  zone: nullable(
    Type.Object(zoneFields, {
      title: "MatchingDeliveryZone",
      description: "The zone that decides, without its geometry; null outside of every zone.",
    }),
  ),
  fee: nullable(zoneMoney),
  minimum_order: nullable(zoneMoney),
  minimum_reached: nullable(Type.Boolean({ description: "Null while the subtotal is not known." })),
  free_delivery_over: nullable(zoneMoney),
  estimated_minutes: nullable(minutes),
  reason: nullable(oneOf(["outside_zones", "zone_closed", "disabled"], "Why there is no delivery.")),
});

type WireZone = Static<typeof zoneShape>;
type WireTerms = Omit<WireZone, "geometry">;

function termsToWire(zone: DeliveryZone, livemode: boolean): WireTerms {
  const money = (amount: number) => ({ amount, currency: zone.currency });
  const moneyOrNull = (amount: number | null) => (amount === null ? null : money(amount));
  return {
    object: "delivery_zone",
    id: zone.id,
    livemode,
    location_id: zone.location_id,
    name: zone.name,
    enabled: zone.enabled,
    priority: zone.priority,
    fee: money(zone.fee),
    minimum_order: moneyOrNull(zone.minimum_order),
    free_delivery_over: moneyOrNull(zone.free_delivery_over),
    estimated_minutes: zone.estimated_minutes,
    hours: zone.hours as WireZone["hours"],
    created: toUnixSeconds(zone.created_at),
    updated_at: toIso(zone.updated_at),
    version: zone.version,
  };
}

/** The zone as partners see it. */
export function zoneToWire(zone: DeliveryZone, livemode: boolean): WireZone {
  return { ...termsToWire(zone, livemode), geometry: geometryToWire(zone.geometry) };
}

function geometryToWire(geometry: ZoneGeometry): WireZone["geometry"] {
  return geometry as WireZone["geometry"];
}

/** The answer of a check, also outside of every zone. */
export function checkToWire(
  check: DeliveryCheck,
  locationId: WireZone["location_id"],
  livemode: boolean,
): Static<typeof checkShape> {
  const zone = check.zone === null ? null : termsToWire(check.zone, livemode);
  return {
    object: "delivery_zone_check",
    location_id: locationId,
    deliverable: check.deliverable,
    zone,
    fee: check.deliverable ? { amount: check.fee, currency: check.zone.currency } : null,
    minimum_order: zone?.minimum_order ?? null,
    minimum_reached: check.deliverable ? check.minimumReached : null,
    free_delivery_over: zone?.free_delivery_over ?? null,
    estimated_minutes: zone?.estimated_minutes ?? null,
    reason: check.deliverable ? null : check.reason,
  };
}
