/** Delivery zones (rules/delivery-zones 1.1). Every call needs the app's active connection. */
import Type from "typebox";
import { isRefusal } from "../../kernel/refusal.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindPreparedWrite, bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { changeZone, createZone, refuseZone, removeZone } from "../zones/change-zone.command.ts";
import { checkZones } from "../zones/check-zones.query.ts";
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
} from "../zones/delivery-zones.schemas.ts";
import { drawPreview } from "../preview/draw-preview.query.ts";
import { importBody, importShape, importToWire } from "./import.schemas.ts";
import type { ImportThreads } from "./import-threads.worker.ts";
import { importZones } from "../zones/import-zones.command.ts";
import { previewHeaders } from "../preview/preview-svg.ts";
import { getConnectedLocation, getZone, listZones } from "../zones/read-zones.query.ts";
import * as examples from "./zone-examples.ts";

const tag = "Delivery zones";
const params = { locationId: idField("str") };
const zoneParams = { ...params, zoneId: idField("dzn") };
const read = { kind: "app", scope: "delivery_zones:read" } as const;
const write = { kind: "app", scope: "delivery_zones:write" } as const;
const notConnected = ["not_found", "connection_not_found"] as const;
const invalidZone = ["invalid_request", "invalid_geometry", "configuration_missing", "zone_limit"] as const;

const list = defineRoute({
  method: "GET",
  path: "/v1/locations/{locationId}/delivery_zones",
  operationId: "listDeliveryZones",
  tag,
  summary: "List the delivery zones of a location",
  description: "The full set, newest first.",
  access: read,
  params,
  success: { 200: zoneList },
  refusals: notConnected,
  example: { response: wholeList([examples.zoneExample]) },
});

const create = defineRoute({
  method: "POST",
  path: "/v1/locations/{locationId}/delivery_zones",
  operationId: "createDeliveryZone",
  callClass: 4,
  tag,
  summary: "Make a delivery zone",
  description: "An area as GeoJSON or as a circle, and what delivery costs there. Diners are quoted by it at once.",
  access: write,
  params,
  body: newZoneBody,
  success: { 201: zoneShape },
  refusals: [...notConnected, ...invalidZone],
  example: { request: examples.newZoneExample, response: examples.zoneExample },
});

const get = defineRoute({
  method: "GET",
  path: "/v1/locations/{locationId}/delivery_zones/{zoneId}",
  operationId: "getDeliveryZone",
  tag,
  summary: "Read a delivery zone",
  access: read,
  params: zoneParams,
  success: { 200: zoneShape },
  refusals: notConnected,
  example: { response: examples.zoneExample },
});

const change = defineRoute({
  method: "PATCH",
  path: "/v1/locations/{locationId}/delivery_zones/{zoneId}",
  operationId: "updateDeliveryZone",
  callClass: 4,
  tag,
  summary: "Change a delivery zone",
  description: "Fields that are absent stay; null clears a field that may be null.",
  access: write,
  params: zoneParams,
  body: zoneChangesBody,
  success: { 200: zoneShape },
  refusals: [...notConnected, ...invalidZone, "stale_version"],
  example: { request: examples.zoneChangesExample, response: examples.changedZoneExample },
});

const remove = defineRoute({
  method: "DELETE",
  path: "/v1/locations/{locationId}/delivery_zones/{zoneId}",
  operationId: "deleteDeliveryZone",
  callClass: 4,
  bodyEmpty: true,
  tag,
  summary: "Remove a delivery zone",
  description: "Orders already placed keep their fee.",
  access: write,
  params: zoneParams,
  success: { 200: zoneDeletedShape },
  refusals: notConnected,
  example: { response: { object: "delivery_zone.deleted", id: examples.zoneExample.id, deleted: true } },
});

const check = defineRoute({
  method: "POST",
  path: "/v1/locations/{locationId}/delivery_zones/check",
  operationId: "checkDeliveryZones",
  callClass: 3,
  tag,
  summary: "Ask whether a coordinate is delivered to",
  description:
    "The very rule that quotes and orders use, at the location's own time. 200 also when it is not; the boundary of a zone belongs to it.",
  access: read,
  params,
  body: checkBody,
  success: { 200: checkShape },
  refusals: notConnected,
  example: { request: examples.checkExample, response: examples.checkedExample },
});

const importRoute = defineRoute({
  method: "POST",
  path: "/v1/locations/{locationId}/delivery_zones/import",
  operationId: "importDeliveryZones",
  callClass: 4,
  tag,
  summary: "Import delivery zones from GeoJSON, WKT or an encoded polyline",
  description:
    "Adds all zones of the document, or none: the refusal lists every issue. With `?dry_run=true` (200) nothing is stored.",
  access: write,
  params,
  query: { dry_run: Type.Optional(Type.Boolean({ description: "Default false." })) },
  body: importBody,
  bodyLimit: 8 * 1024 * 1024,
  answerWithinMs: 60_000,
  bodyRaw: true,
  success: { 201: importShape, 200: importShape },
  refusals: [...notConnected, ...invalidZone],
  example: { request: examples.importExample, response: examples.importedExample },
});

const preview = defineRoute({
  method: "GET",
  path: "/v1/locations/{locationId}/delivery_zones/preview.svg",
  operationId: "previewDeliveryZones",
  tag,
  summary: "Draw the delivery zones of a location",
  description: "A picture of the zones, their precedence, the location and where zones overlap.",
  access: read,
  params,
  media: "image/svg+xml",
  success: { 200: Type.String() },
  refusals: notConnected,
});

/** The routes of this feature. */
export function deliveryZoneRoutes(imports: ImportThreads): BoundRoute[] {
  return [
    bindRead(list, async (call, db) => {
      const { locationId } = call.params;
      const location = await getConnectedLocation(db, call.app.id, locationId);
      if (isRefusal(location)) return location;
      const zones = await listZones(db, locationId);
      return reply(200, wholeList(zones.map((zone) => zoneToWire(zone, call.livemode))));
    }),
    bindWrite(create, async (call, tx) => {
      const zone = await createZone(tx, call.app.id, call.params.locationId, call.body);
      return isRefusal(zone) ? zone : reply(201, zoneToWire(zone, call.livemode));
    }),
    bindRead(get, async (call, db) => {
      const { locationId, zoneId } = call.params;
      const location = await getConnectedLocation(db, call.app.id, locationId);
      if (isRefusal(location)) return location;
      const zone = await getZone(db, locationId, zoneId);
      return isRefusal(zone) ? zone : reply(200, zoneToWire(zone, call.livemode));
    }),
    bindWrite(change, async (call, tx) => {
      const { expected_version: expectedVersion, ...input } = call.body;
      const zone = await changeZone(tx, call.app.id, call.params, input, expectedVersion);
      return isRefusal(zone) ? zone : reply(200, zoneToWire(zone, call.livemode));
    }),
    bindWrite(remove, async (call, tx) => {
      const { locationId, zoneId } = call.params;
      const zone = await removeZone(tx, call.app.id, locationId, zoneId);
      if (isRefusal(zone)) return zone;
      return reply(200, { object: "delivery_zone.deleted", id: zone.id, deleted: true } as const);
    }),
    bindRead(check, async (call, db) => {
      const { locationId } = call.params;
      const { latitude, longitude, subtotal: given } = call.body;
      const subtotal = typeof given === "object" ? given.amount : (given ?? null);
      const checked = await checkZones(db, call.app.id, locationId, { latitude, longitude, subtotal });
      return isRefusal(checked) ? checked : reply(200, checkToWire(checked, locationId, call.livemode));
    }),
    bindPreparedWrite(
      importRoute,
      async (call, db) => {
        // Nothing large is read for those who may not write; the transaction asks again.
        const location = await getConnectedLocation(db, call.app.id, call.params.locationId);
        if (isRefusal(location)) return location;
        const reading = await imports.read({ bytes: call.body, location: location.coordinate });
        return isRefusal(reading) || reading.kind === "ready" ? reading : refuseZone(reading.issues);
      },
      async (call, tx, prepared) => {
        const { locationId } = call.params;
        const dryRun = call.query.dry_run ?? false;
        const zones = await importZones(tx, call.app.id, locationId, prepared, dryRun);
        return isRefusal(zones) ? zones : reply(dryRun ? 200 : 201, importToWire(zones, locationId, dryRun));
      },
    ),
    bindRead(preview, async (call, db) => {
      const location = await getConnectedLocation(db, call.app.id, call.params.locationId);
      if (isRefusal(location)) return location;
      return reply(200, await drawPreview(db, location), { headers: previewHeaders });
    }),
  ];
}
