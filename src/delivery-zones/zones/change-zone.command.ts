/**
 * Makes, changes and removes the zones of a location. Writers of one location wait for the lock of its zone set. Every
 * write gives the set a new version in the same transaction. A process that reads the new version therefore reads the new
 * zones, and a process with an older index in memory sees that the index is old (`zone-index.query.ts`).
 */
import { newId, type Id } from "../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { maxCornersOfLocation, maxZones, type DeliveryZone, type ZoneFields } from "./delivery-zone.ts";
import { countZones, deleteZone, findZone, insertZones, lockZoneSet, updateZone } from "./delivery-zones.sql.ts";
import type { Point } from "../geometry/geometry.ts";
import { parseZone, type ZoneInput, type ZoneIssue } from "./parse-zone.ts";
import { getConnectedLocation, zoneNotFound, type NotConnected } from "./read-zones.query.ts";

export type ZoneRefusal = Refusal<"invalid_request" | "invalid_geometry" | "configuration_missing" | "zone_limit">;

/** The location of a zone; whoever calls has judged who may write there. */
export interface ZoneLocation {
  readonly id: Id<"str">;
  readonly coordinate: Point | null;
}

/** Makes a zone at a location that the app is connected to. */
export async function createZone(
  tx: Tx,
  app: Id<"app">,
  locationId: Id<"str">,
  input: ZoneInput,
): Promise<DeliveryZone | NotConnected | ZoneRefusal> {
  const location = await getConnectedLocation(tx, app, locationId);
  return isRefusal(location) ? location : createZoneAt(tx, location, input);
}

/** Makes a zone. */
export async function createZoneAt(
  tx: Tx,
  location: ZoneLocation,
  input: ZoneInput,
): Promise<DeliveryZone | ZoneRefusal> {
  const parsed = parseZone(null, input, location.coordinate);
  if (parsed.kind === "issues") return refuseZone(parsed.issues);
  const added = await addZones(tx, location.id, [parsed.fields]);
  if (isRefusal(added)) return added;
  const [zone] = added;
  if (zone === undefined) throw new Error("the zone was not inserted");
  return zone;
}

/** Adds zones, all or none, in the order given. */
export async function addZones(
  tx: Tx,
  locationId: Id<"str">,
  zones: readonly ZoneFields[],
): Promise<DeliveryZone[] | Refusal<"zone_limit">> {
  const room = await makeRoom(tx, locationId, zones.length, sumCorners(zones));
  if (isRefusal(room)) return room;
  return insertZones(
    tx,
    locationId,
    zones.map((fields) => ({ id: newId("dzn"), fields })),
  );
}

/** Locks the location's zone set for new zones; refuses when it has no room for so many zones or corners more. */
export async function makeRoom(
  tx: Tx,
  locationId: Id<"str">,
  zones: number,
  corners: number,
): Promise<Done | Refusal<"zone_limit">> {
  await lockZoneSet(tx, locationId);
  return checkLimits(tx, locationId, zones, corners);
}

/** Changes the fields given; `expectedVersion` refuses when somebody else has changed the zone since. */
export async function changeZone(
  tx: Tx,
  app: Id<"app">,
  { locationId, zoneId }: { readonly locationId: Id<"str">; readonly zoneId: Id<"dzn"> },
  input: ZoneInput,
  expectedVersion: number | undefined,
): Promise<DeliveryZone | NotConnected | ZoneRefusal | Refusal<"stale_version">> {
  const location = await getConnectedLocation(tx, app, locationId);
  if (isRefusal(location)) return location;
  const changed = await changeZoneAt(tx, location, zoneId, input, expectedVersion);
  return isRefusal(changed) ? changed : changed.zone;
}

/** The same, at a location where the caller may write; answers also the zone as it was. */
export async function changeZoneAt(
  tx: Tx,
  location: ZoneLocation,
  zoneId: Id<"dzn">,
  input: ZoneInput,
  expectedVersion: number | undefined,
): Promise<
  { readonly zone: DeliveryZone; readonly before: DeliveryZone } | Refusal<"not_found" | "stale_version"> | ZoneRefusal
> {
  await lockZoneSet(tx, location.id);
  const present = await findZone(tx, location.id, zoneId);
  if (present === undefined) return zoneNotFound(location.id, zoneId);
  if (expectedVersion !== undefined && expectedVersion !== present.version) {
    return refuse("stale_version", `the zone is at version ${present.version}, not ${expectedVersion}`, {
      expected: expectedVersion,
      actual: present.version,
    });
  }
  const parsed = parseZone(present, input, location.coordinate);
  if (parsed.kind === "issues") return refuseZone(parsed.issues);
  const room = await checkLimits(tx, location.id, 0, parsed.fields.corners - present.corners);
  return isRefusal(room) ? room : { zone: await updateZone(tx, zoneId, parsed.fields), before: present };
}

/** Removes a zone for good. */
export async function removeZone(
  tx: Tx,
  app: Id<"app">,
  locationId: Id<"str">,
  zoneId: Id<"dzn">,
): Promise<DeliveryZone | NotConnected> {
  const location = await getConnectedLocation(tx, app, locationId);
  return isRefusal(location) ? location : removeZoneAt(tx, locationId, zoneId);
}

/** The same, at a location where the caller may write. */
export async function removeZoneAt(
  tx: Tx,
  locationId: Id<"str">,
  zoneId: Id<"dzn">,
): Promise<DeliveryZone | Refusal<"not_found">> {
  await lockZoneSet(tx, locationId);
  const present = await findZone(tx, locationId, zoneId);
  if (present === undefined) return zoneNotFound(locationId, zoneId);
  deleteZone(tx, zoneId);
  return present;
}

/** One refusal that names every issue: of the geometry first, since those have the more telling code. */
export function refuseZone(
  issues: readonly ZoneIssue[],
): Refusal<"invalid_request" | "invalid_geometry" | "configuration_missing"> {
  const message = issues.map((issue) => `${issue.path} ${issue.message}`).join("; ");
  const reason = issues.find((issue) => issue.reason !== undefined)?.reason;
  if (reason === undefined) return refuse("invalid_request", message, { issues });
  if (reason === "location_without_coordinate") {
    return refuse("configuration_missing", `${message}; ask the operator to set it`);
  }
  return refuse("invalid_geometry", message, { reason, issues });
}

async function checkLimits(
  tx: Tx,
  locationId: Id<"str">,
  zones: number,
  corners: number,
): Promise<Done | Refusal<"zone_limit">> {
  const present = await countZones(tx, locationId);
  if (zones > 0 && present.zones + zones > maxZones) {
    return refuse("zone_limit", `a location has at most ${maxZones} zones; it has ${present.zones}`, {
      limit: maxZones,
    });
  }
  if (corners > 0 && present.corners + corners > maxCornersOfLocation) {
    const text = `the zones of a location have at most ${maxCornersOfLocation} corners; it has ${present.corners}`;
    return refuse("zone_limit", text, { limit: maxCornersOfLocation });
  }
  return done;
}

function sumCorners(zones: readonly ZoneFields[]): number {
  return zones.reduce((sum, zone) => sum + zone.corners, 0);
}
