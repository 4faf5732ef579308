/** Guests who wait for a table to become free, for the hosts of a location (rules/bookings 19.5). */
import { listLiveAlerts } from "../../bookings/alerts/alerts.query.ts";
import type { TableAlert } from "../../bookings/alerts/table-alert.ts";
import { toIso } from "../../kernel/clock.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { requireHost, standRoles } from "../bookings/stand-access.ts";
import { tableAlertSchema, type TableAlertWire } from "./stand-alerts.schemas.ts";

const listRoute = defineRoute({
  tag: "Stand",
  access: { kind: "console", needs: "actor", roles: standRoles },
  method: "GET",
  path: "/console/v1/locations/{locationId}/table_alerts",
  operationId: "consoleListTableAlerts",
  summary: "List the guests who wait for a table",
  description:
    "Guests of full days who want to be told of a table that becomes free, by their day and then oldest first.",
  params: { locationId: idField("str") },
  success: { 200: listOf(tableAlertSchema) },
  refusals: ["not_found", "role_required"],
});

/** The route of alerts. */
export function standAlertRoutes(): BoundRoute[] {
  return [
    bindRead(listRoute, async ({ console: caller, params: { locationId } }, db) => {
      const acting = requireHost(caller, locationId);
      if (isRefusal(acting)) return acting;
      return reply(200, wholeList((await listLiveAlerts(db, locationId)).map(alertToWire)));
    }),
  ];
}

function alertToWire(alert: TableAlert): TableAlertWire {
  return {
    object: "table_alert",
    id: alert.id,
    location_id: alert.location_id,
    status: alert.status,
    date: alert.on_date,
    from_at: toIso(alert.from_at),
    until_at: toIso(alert.until_at),
    party_size: alert.party_size,
    area_id: alert.area_id,
    guest: { phone: alert.guest_phone, email: alert.guest_email },
    unused_offers: alert.unused_offers,
    created_at: toIso(alert.created_at),
  };
}
