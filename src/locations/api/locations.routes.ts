/** Granted locations and the app's connections to them (rules/ordering 1). */
import { isRefusal } from "../../kernel/refusal.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { connectLocation, disconnectLocation, type OnDisconnected } from "../grants/change-connection.command.ts";
import {
  connectionDeletedShape,
  connectionShape,
  connectionToWire,
  locationShape,
  locationToWire,
} from "../location/locations.schemas.ts";
import { getConnection, getGrantedLocation, listGrantedLocations } from "../grants/read-locations.query.ts";

const params = { locationId: idField("str") };

const list = defineRoute({
  method: "GET",
  path: "/v1/locations",
  operationId: "listLocations",
  tag: "Locations",
  summary: "List the locations granted to the app",
  description: "The full set, newest first.",
  access: { kind: "app", scope: "locations:read" },
  success: { 200: listOf(locationShape) },
  refusals: [],
});

const get = defineRoute({
  method: "GET",
  path: "/v1/locations/{locationId}",
  operationId: "getLocation",
  tag: "Locations",
  summary: "Read a location",
  access: { kind: "app", scope: "locations:read" },
  params,
  success: { 200: locationShape },
  refusals: ["not_found"],
});

const readConnection = defineRoute({
  method: "GET",
  path: "/v1/locations/{locationId}/connection",
  operationId: "getConnection",
  tag: "Locations",
  summary: "Read the app's connection to a location",
  access: { kind: "app", scope: "connections:read" },
  params,
  success: { 200: connectionShape },
  refusals: ["not_found", "connection_not_found"],
});

const connect = defineRoute({
  method: "POST",
  path: "/v1/locations/{locationId}/connection",
  operationId: "createConnection",
  tag: "Locations",
  summary: "Connect the app to a location",
  description:
    "Makes the app the receiver of the location's orders: 201, or 200 when it is that already. A location has at most one.",
  access: { kind: "app", scope: "connections:write" },
  params,
  success: { 200: connectionShape, 201: connectionShape },
  refusals: ["not_found", "location_connected"],
});

const disconnect = defineRoute({
  method: "DELETE",
  path: "/v1/locations/{locationId}/connection",
  operationId: "deleteConnection",
  tag: "Locations",
  summary: "Disconnect the app from a location",
  description: "Open orders stay with the location and time out by the normal rule.",
  access: { kind: "app", scope: "connections:write" },
  params,
  success: { 200: connectionDeletedShape },
  refusals: ["not_found", "connection_not_found"],
});

export interface LocationRouteDeps {
  /** Runs in the transaction that ends a connection. */
  readonly onDisconnected: OnDisconnected;
}

/** The routes of this feature. */
export function locationRoutes({ onDisconnected }: LocationRouteDeps): BoundRoute[] {
  return [
    bindRead(list, async ({ app }, db) => {
      const locations = await listGrantedLocations(db, app.id);
      return reply(200, wholeList(locations.map(locationToWire)));
    }),
    bindRead(get, async ({ app, params: { locationId } }, db) => {
      const location = await getGrantedLocation(db, app.id, locationId);
      return isRefusal(location) ? location : reply(200, locationToWire(location));
    }),
    bindRead(readConnection, async ({ app, params: { locationId } }, db) => {
      const connection = await getConnection(db, app.id, locationId);
      return isRefusal(connection) ? connection : reply(200, connectionToWire(connection));
    }),
    bindWrite(connect, async ({ app, params: { locationId } }, tx) => {
      const made = await connectLocation(tx, app.id, locationId);
      return isRefusal(made) ? made : reply(made.created ? 201 : 200, connectionToWire(made.connection));
    }),
    bindWrite(disconnect, async ({ app, params: { locationId } }, tx) => {
      const ended = await disconnectLocation(tx, app.id, locationId, onDisconnected);
      if (isRefusal(ended)) return ended;
      return reply(200, { object: "connection.deleted", location_id: locationId, deleted: true } as const);
    }),
  ];
}
