/** The routes by which a till reads and changes the ordering of a location: pauses, delays, hours (rules/ordering 17). */
import { isRefusal } from "../../kernel/refusal.ts";
import { changeOrderingOfApp, getOrderingSettings } from "../../locations/settings/change-ordering.command.ts";
import {
  orderingSettingsBody,
  orderingSettingsShape,
  orderingSettingsToWire,
} from "../../locations/location/ordering-settings.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { orderingSettingsExample } from "./ordering-settings-example.ts";

const shared = {
  path: "/v1/locations/{locationId}/ordering_settings",
  tag: "Locations",
  params: { locationId: idField("str") },
} as const;

const readRoute = defineRoute({
  ...shared,
  method: "GET",
  operationId: "getOrderingSettings",
  summary: "Read the ordering settings of a location",
  description: "For the app that is connected. Pauses and delays that are over read as null and 0.",
  access: { kind: "app", scope: "locations:read" },
  success: { 200: orderingSettingsShape },
  refusals: ["not_found", "connection_not_found"],
  example: { response: orderingSettingsExample },
});

const changeRoute = defineRoute({
  ...shared,
  method: "PATCH",
  operationId: "updateOrderingSettings",
  summary: "Change the ordering settings of a location",
  description:
    "What is absent stays. Staff change the same settings at their board: the last writer wins, unless `expected_version` is sent. Every granted app is told by store.settings.changed.",
  access: { kind: "app", scope: "locations:write" },
  body: orderingSettingsBody,
  success: { 200: orderingSettingsShape },
  refusals: [
    "not_found",
    "connection_not_found",
    "invalid_request",
    "change_required",
    "stale_version",
    "illegal_transition",
  ],
  example: {
    request: { ordering_paused_until: "2026-11-21T19:30:00.000Z", pause_reason: "The oven is broken" },
    response: orderingSettingsExample,
  },
});

/** The routes, bound. */
export function orderingSettingsRoutes(): BoundRoute[] {
  return [
    bindRead(readRoute, async (call, db) => {
      const settings = await getOrderingSettings(db, call.app.id, call.params.locationId);
      return isRefusal(settings) ? settings : reply(200, orderingSettingsToWire(settings, call.livemode));
    }),
    bindWrite(changeRoute, async (call, tx) => {
      const { expected_version: expectedVersion, ...input } = call.body;
      const by = { actor: "app", by: { kind: "app", id: call.app.id }, requestId: call.requestId } as const;
      const wanted = { input, expectedVersion };
      const changed = await changeOrderingOfApp(tx, call.app.id, call.params.locationId, wanted, by);
      return isRefusal(changed) ? changed : reply(200, orderingSettingsToWire(changed, call.livemode));
    }),
  ];
}
