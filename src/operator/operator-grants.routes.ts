/** The operator's grants: which app may see and connect to which location (rules/ordering 1.2). */
import { isRefusal } from "../kernel/refusal.ts";
import { leaveOrdersToStaff } from "../orders/decide/leave-orders.command.ts";
import { grantLocation, revokeGrant } from "../locations/grants/change-grant.command.ts";
import { grantDeletedShape, grantShape, grantToWire } from "../locations/location/operated-location.schemas.ts";
import { idField } from "../platform/http/reading/fields.ts";
import { reply } from "../platform/http/reply.ts";
import { bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { operatorAccess, operatorOf, operatorParams, operatorPath } from "./operator-call.ts";

const params = { ...operatorParams, appId: idField("app"), locationId: idField("str") };

const put = defineRoute({
  method: "PUT",
  path: operatorPath("/apps/{appId}/grants/{locationId}"),
  operationId: "operatorGrantLocation",
  bodyEmpty: true,
  tag: "Operator",
  summary: "Grant an app a location",
  description: "201, or 200 when the app is granted it already. The app gets store.provisioned.",
  access: operatorAccess,
  params,
  success: { 200: grantShape, 201: grantShape },
  refusals: ["not_found"],
});

const remove = defineRoute({
  method: "DELETE",
  path: operatorPath("/apps/{appId}/grants/{locationId}"),
  operationId: "operatorRevokeGrant",
  bodyEmpty: true,
  tag: "Operator",
  summary: "Take a location from an app",
  description:
    "Ends the app's connection at once; open orders stay with the location. The app gets store.deprovisioned.",
  access: operatorAccess,
  params,
  success: { 200: grantDeletedShape },
  refusals: ["not_found"],
});

/** The operator's routes about grants. */
export function operatorGrantRoutes(): BoundRoute[] {
  return [
    bindWrite(put, async (call, tx) => {
      const made = await grantLocation(tx, call.params.appId, call.params.locationId, operatorOf(call));
      return isRefusal(made) ? made : reply(made.created ? 201 : 200, grantToWire(made.grant));
    }),
    bindWrite(remove, async (call, tx) => {
      const { appId, locationId } = call.params;
      const revoked = await revokeGrant(tx, appId, locationId, operatorOf(call), leaveOrdersToStaff);
      if (isRefusal(revoked)) return revoked;
      return reply(200, { object: "grant.deleted", app_id: appId, location_id: locationId, deleted: true } as const);
    }),
  ];
}
