/** Guests who wait for a table to become free, as the hosts of a location see them (rules/bookings 19.5). */
import Type, { type Static } from "typebox";
import { listLiveAlerts } from "../../bookings/alerts/alerts.query.ts";
import { alertStatuses, type TableAlert } from "../../bookings/alerts/table-alert.ts";
import { toIso } from "../../kernel/clock.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { idField, isoInstant, listOf, localDate, nullable, oneOf } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { requireHost, standRoles } from "../bookings/stand-access.ts";

const text = nullable(Type.String());

const tableAlertSchema = Type.Object(
  {
    object: Type.Literal("table_alert"),
    id: idField("tal"),
    location_id: idField("str"),
    status: oneOf(alertStatuses, "Live ones are `waiting`, or `offered` while a table is kept for the guest."),
    date: localDate("The service day that the guest wants."),
    from_at: isoInstant("The first start that suits the guest."),
    until_at: isoInstant("And the last."),
    party_size: Type.Integer({ minimum: 1 }),
    area_id: nullable(Type.String({ description: "Null: anywhere." })),
    guest: Type.Object({ phone: text, email: text }),
    unused_offers: Type.Integer({ minimum: 0, description: "Tables that were kept and not taken." }),
    created_at: isoInstant("When the guest asked, in the clock of the location."),
  },
  { title: "TableAlert" },
);

export type TableAlertWire = Static<typeof tableAlertSchema>;

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
      return reply(200, { object: "list" as const, data: (await listLiveAlerts(db, locationId)).map(alertToWire) });
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
