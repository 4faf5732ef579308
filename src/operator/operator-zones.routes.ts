/** The delivery zones of a location for the operator, of whichever app. */
import Type from "typebox";
import { drawPreview } from "../delivery-zones/preview/draw-preview.query.ts";
import { previewHeaders } from "../delivery-zones/preview/preview-svg.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { getLocationSettings } from "../locations/grants/read-locations.query.ts";
import { idField } from "../platform/http/reading/fields.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { operatorAccess, operatorParams, operatorPath } from "./operator-call.ts";

const preview = defineRoute({
  method: "GET",
  path: operatorPath("/locations/{locationId}/delivery_zones/preview.svg"),
  operationId: "operatorPreviewDeliveryZones",
  tag: "Operator",
  summary: "Draw the delivery zones of a location",
  description: "The picture that partners get at the same path under /v1.",
  access: operatorAccess,
  params: { ...operatorParams, locationId: idField("str") },
  media: "image/svg+xml",
  success: { 200: Type.String() },
  refusals: ["not_found"],
});

/** The operator's routes about delivery zones. */
export function operatorZoneRoutes(): BoundRoute[] {
  return [
    bindRead(preview, async (call, db) => {
      const location = await getLocationSettings(db, call.params.locationId);
      if (isRefusal(location)) return location;
      return reply(200, await drawPreview(db, location), { headers: previewHeaders });
    }),
  ];
}
