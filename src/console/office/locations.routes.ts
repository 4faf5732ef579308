/** A location's settings, for its managers (rules/console 1.2 and 1.3). */
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { saveLocation, updateLocation } from "../../locations/settings/change-location.command.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { authorOf } from "../../people/person/author-of.ts";
import { requireRoleAt } from "../../people/person/require-role.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/database.ts";
import {
  bookingsEnabledBody,
  managedLocationShape,
  managedLocationToWire,
  settingsBody,
  settingsInput,
} from "./location.schemas.ts";

const ofLocation = {
  tag: "Settings",
  params: { locationId: idField("str") },
  success: { 200: managedLocationShape },
} as const;

const read = defineRoute({
  ...ofLocation,
  method: "GET",
  path: "/console/v1/locations/{locationId}",
  operationId: "consoleGetLocation",
  summary: "Read a location with its settings",
  access: { kind: "console", needs: "actor", roles: ["manager", "host", "staff"] },
  refusals: ["not_found", "role_required"],
});

const change = defineRoute({
  ...ofLocation,
  method: "PATCH",
  path: "/console/v1/locations/{locationId}",
  operationId: "consoleChangeLocation",
  summary: "Change the settings of a location",
  description:
    "Changes the fields that are given. `expected_version` is the version that you read: when another save came between, nothing is changed and the answer is 409 `stale_version`.",
  access: { kind: "console", needs: "person", roles: ["manager"] },
  body: settingsBody,
  refusals: ["not_found", "role_required", "invalid_request", "stale_version"],
});

const enableBookings = defineRoute({
  ...ofLocation,
  method: "PUT",
  path: "/console/v1/locations/{locationId}/bookings_enabled",
  operationId: "consoleEnableBookings",
  summary: "Switch bookings on or off",
  description: "Off, no new booking is taken. Bookings that are made stay.",
  access: { kind: "console", needs: "person", roles: ["manager"] },
  body: bookingsEnabledBody,
  refusals: ["not_found", "role_required", "invalid_request"],
});

/** The routes of a location's settings. */
export function locationSettingsRoutes(): BoundRoute[] {
  return [
    bindRead(read, async ({ console: caller, params: { locationId } }, db) => {
      const acting = requireRoleAt(caller, locationId, read.access.roles);
      return isRefusal(acting) ? acting : answer(db, locationId);
    }),
    bindWrite(change, async ({ console: caller, params: { locationId }, body, requestId }, tx) => {
      const acting = requireRoleAt(caller, locationId, change.access.roles);
      if (isRefusal(acting)) return acting;
      const { expected_version: expectedVersion, ...fields } = body;
      const wanted = { input: settingsInput(fields), expectedVersion };
      const saved = await saveLocation(tx, locationId, wanted, authorOf(acting, requestId));
      return isRefusal(saved) ? saved : answer(tx, locationId);
    }),
    bindWrite(enableBookings, async ({ console: caller, params: { locationId }, body, requestId }, tx) => {
      const acting = requireRoleAt(caller, locationId, enableBookings.access.roles);
      if (isRefusal(acting)) return acting;
      const input = { bookings_enabled: body.enabled };
      const saved = await updateLocation(tx, locationId, input, authorOf(acting, requestId));
      return isRefusal(saved) ? saved : answer(tx, locationId);
    }),
  ];
}

async function answer(db: Db, locationId: Id<"str">) {
  const location = await getLocationSettings(db, locationId);
  return isRefusal(location) ? location : reply(200, managedLocationToWire(location));
}
