/** The routes by which managers change delivery zones, with the commands of the partners' routes (rules/console 1.2). */
import { findZoneWriter } from "./find-zone-writer.query.ts";
import { changeZoneByManager, createZoneByManager, removeZoneByManager } from "./save-zone.command.ts";
import { checkZonesAt } from "../../delivery-zones/zones/check-zones.query.ts";
import {
  checkBody,
  checkShape,
  checkToWire,
  newZoneBody,
  zoneChangesBody,
  zoneDeletedShape,
  zoneList,
  zoneShape,
  zoneToWire,
} from "../../delivery-zones/zones/delivery-zones.schemas.ts";
import { getZone, listZones } from "../../delivery-zones/zones/read-zones.query.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { authorOf } from "../../people/person/author-of.ts";
import { requireRoleAt } from "../../people/person/require-role.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { managedZoneShape } from "./zones.schemas.ts";

const access = { kind: "console", needs: "person", roles: ["manager"] } as const;
const params = { locationId: idField("str") };
const zoneParams = { ...params, zoneId: idField("dzn") };
const refused = ["not_found", "role_required"] as const;
const invalidZone = ["invalid_request", "invalid_geometry", "configuration_missing", "zone_limit"] as const;
const shared = { tag: "Settings", access, params } as const;

const list = defineRoute({
  ...shared,
  method: "GET",
  path: "/console/v1/locations/{locationId}/delivery_zones",
  operationId: "consoleListDeliveryZones",
  summary: "List the delivery zones",
  description: "The full set, newest first.",
  success: { 200: zoneList },
  refusals: refused,
});

const create = defineRoute({
  ...shared,
  method: "POST",
  path: "/console/v1/locations/{locationId}/delivery_zones",
  operationId: "consoleCreateDeliveryZone",
  callClass: 4,
  summary: "Make a delivery zone",
  description: "An area as GeoJSON or as a circle, and what delivery costs there. Diners are quoted by it at once.",
  body: newZoneBody,
  success: { 201: zoneShape },
  refusals: [...refused, ...invalidZone],
});

const get = defineRoute({
  ...shared,
  method: "GET",
  path: "/console/v1/locations/{locationId}/delivery_zones/{zoneId}",
  operationId: "consoleGetDeliveryZone",
  summary: "Read a delivery zone",
  description: "With the one who wrote the version; null where that is too long ago to say.",
  params: zoneParams,
  success: { 200: managedZoneShape },
  refusals: refused,
});

const change = defineRoute({
  ...shared,
  method: "PATCH",
  path: "/console/v1/locations/{locationId}/delivery_zones/{zoneId}",
  operationId: "consoleChangeDeliveryZone",
  callClass: 4,
  summary: "Change a delivery zone",
  description:
    "Fields that are absent stay; null clears a field that may be null. With `expected_version` it is refused when another save came between.",
  params: zoneParams,
  body: zoneChangesBody,
  success: { 200: zoneShape },
  refusals: [...refused, ...invalidZone, "stale_version"],
});

const remove = defineRoute({
  ...shared,
  method: "DELETE",
  path: "/console/v1/locations/{locationId}/delivery_zones/{zoneId}",
  operationId: "consoleDeleteDeliveryZone",
  callClass: 4,
  bodyEmpty: true,
  summary: "Remove a delivery zone",
  description: "Orders already placed keep their fee.",
  params: zoneParams,
  success: { 200: zoneDeletedShape },
  refusals: refused,
});

const check = defineRoute({
  ...shared,
  method: "POST",
  path: "/console/v1/locations/{locationId}/delivery_zones/check",
  operationId: "consoleCheckDeliveryZones",
  callClass: 3,
  summary: "Ask whether a coordinate is delivered to",
  description: "The very rule that quotes and orders use, at the location's own time. 200 also when it is not.",
  body: checkBody,
  success: { 200: checkShape },
  refusals: refused,
});

/** The routes of delivery zones. */
export function zoneRoutes(): BoundRoute[] {
  return [
    bindRead(list, async ({ console: caller, livemode, params: { locationId } }, db) => {
      const acting = requireRoleAt(caller, locationId, access.roles);
      if (isRefusal(acting)) return acting;
      const zones = await listZones(db, locationId);
      return reply(200, wholeList(zones.map((zone) => zoneToWire(zone, livemode))));
    }),
    bindWrite(create, async ({ console: caller, livemode, params: { locationId }, body, requestId }, tx) => {
      const acting = requireRoleAt(caller, locationId, access.roles);
      if (isRefusal(acting)) return acting;
      const location = await getLocationSettings(tx, locationId);
      if (isRefusal(location)) return location;
      const zone = await createZoneByManager(tx, location, body, authorOf(acting, requestId));
      return isRefusal(zone) ? zone : reply(201, zoneToWire(zone, livemode));
    }),
    bindRead(get, async ({ console: caller, livemode, params: { locationId, zoneId } }, db) => {
      const acting = requireRoleAt(caller, locationId, access.roles);
      if (isRefusal(acting)) return acting;
      const zone = await getZone(db, locationId, zoneId);
      if (isRefusal(zone)) return zone;
      return reply(200, { ...zoneToWire(zone, livemode), updated_by: await findZoneWriter(db, zone) });
    }),
    bindWrite(change, async ({ console: caller, livemode, params: { locationId, zoneId }, body, requestId }, tx) => {
      const acting = requireRoleAt(caller, locationId, access.roles);
      if (isRefusal(acting)) return acting;
      const location = await getLocationSettings(tx, locationId);
      if (isRefusal(location)) return location;
      const { expected_version: expectedVersion, ...input } = body;
      const save = { input, expectedVersion };
      const zone = await changeZoneByManager(tx, location, zoneId, save, authorOf(acting, requestId));
      return isRefusal(zone) ? zone : reply(200, zoneToWire(zone, livemode));
    }),
    bindWrite(remove, async ({ console: caller, params: { locationId, zoneId }, requestId }, tx) => {
      const acting = requireRoleAt(caller, locationId, access.roles);
      if (isRefusal(acting)) return acting;
      const zone = await removeZoneByManager(tx, locationId, zoneId, authorOf(acting, requestId));
      if (isRefusal(zone)) return zone;
      return reply(200, { object: "delivery_zone.deleted", id: zone.id, deleted: true } as const);
    }),
    bindRead(check, async ({ console: caller, livemode, params: { locationId }, body }, db) => {
      const acting = requireRoleAt(caller, locationId, access.roles);
      if (isRefusal(acting)) return acting;
      const { latitude, longitude, subtotal: given } = body;
      const subtotal = typeof given === "object" ? given.amount : (given ?? null);
      const checked = await checkZonesAt(db, locationId, { latitude, longitude, subtotal });
      return isRefusal(checked) ? checked : reply(200, checkToWire(checked, locationId, livemode));
    }),
  ];
}
