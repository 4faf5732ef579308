/** Reads delivery zones for partners and other features. */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import { getConnection, getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { DeliveryZone } from "./delivery-zone.ts";
import * as sql from "./delivery-zones.sql.ts";

export type NotConnected = Refusal<"not_found" | "connection_not_found">;

/** The location, when the app holds its connection. */
export async function getConnectedLocation(
  db: Db,
  app: Id<"app">,
  locationId: Id<"str">,
): Promise<LocationSettings | NotConnected> {
  const location = await getLocationSettings(db, locationId);
  if (!isRefusal(location) && location.connected_app_id === app) return location;
  const connection = await getConnection(db, app, locationId);
  // The connection may have come between the two statements.
  return isRefusal(connection) ? connection : location;
}

/** All zones of the location, newest first. */
export function listZones(db: Db, locationId: Id<"str">): Promise<DeliveryZone[]> {
  return sql.listZones(db, locationId);
}

/** A zone of the location. */
export async function getZone(
  db: Db,
  locationId: Id<"str">,
  id: Id<"dzn">,
): Promise<DeliveryZone | Refusal<"not_found">> {
  return (await sql.findZone(db, locationId, id)) ?? zoneNotFound(locationId, id);
}

export function zoneNotFound(locationId: Id<"str">, id: Id<"dzn">): Refusal<"not_found"> {
  return refuse("not_found", `location ${locationId} has no delivery zone ${id}`);
}
