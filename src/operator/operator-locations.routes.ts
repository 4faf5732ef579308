/** The operator's locations and grants (rules/http 10.4). */
import type { ProviderSandbox } from "../providers/provider-settings.ts";
import Type from "typebox";
import { isRefusal } from "../kernel/refusal.ts";
import { createLocation, updateLocation } from "../locations/settings/change-location.command.ts";
import {
  locationChangesBody,
  newLocationBody,
  operatedLocationShape,
  operatedLocationToWire,
} from "../locations/location/operated-location.schemas.ts";
import { getOperatedLocation, listOperatedLocations } from "../locations/grants/read-locations.query.ts";
import { idField, nullable } from "../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../platform/http/reading/paging.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { invalidRequest } from "../platform/http/reading/invalid-request.ts";
import { changeProvider } from "../providers/change-provider.command.ts";
import { findProviderSettings, listProviderSettings } from "../providers/find-provider.query.ts";
import { givenProvider, providerToWire, shownProvider } from "../providers/provider-settings.schemas.ts";
import type { ProviderSettings } from "../providers/provider-settings.ts";
import type { SealedSecrets } from "../webhooks/subscriptions/sealed-secrets.ts";
import { operatorAccess, operatorOf, operatorParams, operatorPath } from "./operator-call.ts";

/** A location with its reservation provider. */
const wholeLocation = Type.Object(
  { ...operatedLocationShape.properties, booking_provider: shownProvider },
  { title: "OperatedLocation" },
);
const wholeChanges = Type.Object(
  { ...locationChangesBody.properties, booking_provider: Type.Optional(nullable(givenProvider)) },
  { additionalProperties: false },
);

const ofLocation = { ...operatorParams, locationId: idField("str") };

const create = defineRoute({
  method: "POST",
  path: operatorPath("/locations"),
  operationId: "operatorCreateLocation",
  tag: "Operator",
  summary: "Make a location",
  access: operatorAccess,
  params: operatorParams,
  body: newLocationBody,
  success: { 201: wholeLocation },
  refusals: ["invalid_request"],
});

const list = defineRoute({
  method: "GET",
  path: operatorPath("/locations"),
  operationId: "operatorListLocations",
  tag: "Operator",
  summary: "List every location, newest first",
  access: operatorAccess,
  params: operatorParams,
  success: { 200: listOf(wholeLocation) },
  refusals: [],
});

const get = defineRoute({
  method: "GET",
  path: operatorPath("/locations/{locationId}"),
  operationId: "operatorGetLocation",
  tag: "Operator",
  summary: "Read a location with its settings, grants and connection",
  access: operatorAccess,
  params: ofLocation,
  success: { 200: wholeLocation },
  refusals: ["not_found"],
});

const update = defineRoute({
  method: "PATCH",
  path: operatorPath("/locations/{locationId}"),
  operationId: "operatorUpdateLocation",
  tag: "Operator",
  summary: "Change a location",
  description:
    "Every granted app gets store.status.changed when the status changes. `booking_mode: provider` needs a `booking_provider`.",
  access: operatorAccess,
  params: ofLocation,
  body: wholeChanges,
  success: { 200: wholeLocation },
  refusals: ["not_found", "invalid_request"],
});

export interface OperatorLocationDeps {
  readonly sealing: SealedSecrets;
  /** Absent in live. */
  readonly sandbox: ProviderSandbox | undefined;
}

/** The operator's routes about locations. */
export function operatorLocationRoutes(deps: OperatorLocationDeps): BoundRoute[] {
  return [
    bindWrite(create, async (call, tx) => {
      const created = await createLocation(tx, call.body, operatorOf(call));
      if (isRefusal(created)) return created;
      return reply(201, toWhole({ ...created, connected_app_id: null, granted_app_ids: [] }, undefined));
    }),
    bindRead(list, async (_call, _db, snapshot) => {
      const [locations, settings] = await snapshot((db) =>
        Promise.all([listOperatedLocations(db), listProviderSettings(db)]),
      );
      const data = locations.map((location) => toWhole(location, settings.get(location.id)));
      return reply(200, wholeList(data));
    }),
    bindRead(get, (call, _db, snapshot) =>
      snapshot(async (db) => {
        const location = await getOperatedLocation(db, call.params.locationId);
        if (isRefusal(location)) return location;
        return reply(200, toWhole(location, await findProviderSettings(db, location.id)));
      }),
    ),
    bindWrite(update, async (call, tx) => {
      const { locationId } = call.params;
      const { booking_provider: given, ...changes } = call.body;
      const updated = await updateLocation(tx, locationId, changes, operatorOf(call));
      if (isRefusal(updated)) return updated;
      const settings =
        given === undefined
          ? await findProviderSettings(tx, locationId)
          : await changeProvider(tx, deps, locationId, given, operatorOf(call));
      if (isRefusal(settings)) return settings;
      if (updated.booking_mode === "provider" && settings === undefined) return providerMissing(given === null);
      const location = await getOperatedLocation(tx, locationId);
      return isRefusal(location) ? location : reply(200, toWhole(location, settings));
    }),
  ];
}

function toWhole(location: Parameters<typeof operatedLocationToWire>[0], settings: ProviderSettings | undefined) {
  return { ...operatedLocationToWire(location), booking_provider: providerToWire(settings) };
}

function providerMissing(isTaken: boolean) {
  const field = isTaken ? "booking_provider" : "booking_mode";
  return invalidRequest([{ path: `body.${field}`, message: "booking_mode provider needs a booking_provider" }]);
}
