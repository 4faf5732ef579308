/** Wire shapes of locations and connections for partners (rules/ordering 1.1, 1.3). */
import Type, { type Static } from "typebox";
import { toIso } from "../../kernel/clock.ts";
import { idField, isoInstant, nullable, oneOf } from "../../platform/http/reading/fields.ts";
import { locationStatuses, type Connection, type Location } from "./location.ts";

const line = nullable(Type.String({ maxLength: 255 }));

/** The only closed shape of the interface: no other field ever appears. */
export const locationShape = Type.Object(
  {
    object: Type.Literal("location"),
    id: idField("str"),
    name: nullable(Type.String({ maxLength: 500 })),
    status: oneOf(locationStatuses, "Only an active location takes new orders."),
    timezone: nullable(Type.String({ maxLength: 255, description: "The IANA name." })),
    phone: nullable(Type.String({ maxLength: 50 })),
    address: Type.Object(
      { line1: line, line2: line, city: line, region: line, postal_code: line, country: line },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

export const connectionShape = Type.Object({
  object: Type.Literal("connection"),
  location_id: idField("str"),
  status: Type.Literal("active"),
  created_at: isoInstant("When the app was connected."),
  updated_at: isoInstant("When the connection last changed."),
});

export const connectionDeletedShape = Type.Object({
  object: Type.Literal("connection.deleted"),
  location_id: idField("str"),
  deleted: Type.Literal(true),
});

/** The location as partners see it. */
export function locationToWire(location: Location): Static<typeof locationShape> {
  const { line1, line2, city, region, postal_code, country } = location.address;
  return {
    object: "location",
    id: location.id,
    name: location.name,
    status: location.status,
    timezone: location.timezone,
    phone: location.phone,
    address: { line1, line2, city, region, postal_code, country },
  };
}

/** The connection as the app that holds it sees it. */
export function connectionToWire(connection: Connection): Static<typeof connectionShape> {
  return {
    object: "connection",
    location_id: connection.location_id,
    status: "active",
    created_at: toIso(connection.created_at),
    updated_at: toIso(connection.updated_at),
  };
}
