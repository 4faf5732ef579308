/** The operator's locations and grants (decisions, sections 3, 10 and 12). */
import { isRefusal } from "../kernel/refusal.ts";
import { createLocation, updateLocation } from "../locations/change-location.command.ts";
import {
  locationChangesBody,
  newLocationBody,
  operatedLocationShape,
  operatedLocationToWire,
} from "../locations/operated-location.schemas.ts";
import { getOperatedLocation, listOperatedLocations } from "../locations/read-locations.query.ts";
import { idField, listOf } from "../platform/http/fields.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { environmentParams, operatorAccess, operatorOf } from "./operator-call.ts";

const ofLocation = { ...environmentParams, locationId: idField("str") };

const create = defineRoute({
  method: "POST",
  path: "/operator/v1/{environment}/locations",
  operationId: "operatorCreateLocation",
  tag: "Operator",
  summary: "Make a location",
  access: operatorAccess,
  params: environmentParams,
  body: newLocationBody,
  success: { 201: operatedLocationShape },
  refusals: ["invalid_request"],
});

const list = defineRoute({
  method: "GET",
  path: "/operator/v1/{environment}/locations",
  operationId: "operatorListLocations",
  tag: "Operator",
  summary: "List every location, newest first",
  access: operatorAccess,
  params: environmentParams,
  success: { 200: listOf(operatedLocationShape) },
  refusals: [],
});

const get = defineRoute({
  method: "GET",
  path: "/operator/v1/{environment}/locations/{locationId}",
  operationId: "operatorGetLocation",
  tag: "Operator",
  summary: "Read a location with its settings, grants and connection",
  access: operatorAccess,
  params: ofLocation,
  success: { 200: operatedLocationShape },
  refusals: ["not_found"],
});

const update = defineRoute({
  method: "PATCH",
  path: "/operator/v1/{environment}/locations/{locationId}",
  operationId: "operatorUpdateLocation",
  tag: "Operator",
  summary: "Change a location",
  description: "Every granted app gets store.status.changed when the status changes.",
  access: operatorAccess,
  params: ofLocation,
  body: locationChangesBody,
  success: { 200: operatedLocationShape },
  refusals: ["not_found", "invalid_request"],
});

/** The operator's routes about locations. */
export function operatorLocationRoutes(): BoundRoute[] {
  return [
    bindWrite(create, async (call, tx) => {
      const created = await createLocation(tx, call.body, operatorOf(call));
      if (isRefusal(created)) return created;
      return reply(201, operatedLocationToWire({ ...created, connected_app_id: null, granted_app_ids: [] }));
    }),
    bindRead(list, async (_call, db) => {
      const locations = await listOperatedLocations(db);
      return reply(200, { object: "list" as const, data: locations.map(operatedLocationToWire) });
    }),
    bindRead(get, async (call, db) => {
      const location = await getOperatedLocation(db, call.params.locationId);
      return isRefusal(location) ? location : reply(200, operatedLocationToWire(location));
    }),
    bindWrite(update, async (call, tx) => {
      const { locationId } = call.params;
      const updated = await updateLocation(tx, locationId, call.body, operatorOf(call));
      const location = isRefusal(updated) ? updated : await getOperatedLocation(tx, locationId);
      return isRefusal(location) ? location : reply(200, operatedLocationToWire(location));
    }),
  ];
}
