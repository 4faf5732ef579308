/** The route of the floor. */
import Type from "typebox";
import { getGrantedVenueState } from "../bookings/venue/venue.query.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { idField } from "../platform/http/reading/fields.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { floorExample, floorSchema } from "./floor.schemas.ts";
import { createFloorReader } from "./read-floor.query.ts";

const getRoute = defineRoute({
  method: "GET",
  path: "/v1/locations/{locationId}/booking_floor",
  operationId: "getBookingFloor",
  tag: "Bookings",
  budget: "bookings",
  summary: "Read the live floor",
  description:
    "What every table is doing. Poll no more often than every 15 seconds: a faster poll is answered from the same snapshot, with its `Age`, unless something was written meanwhile. Booking events say when there is something new. With `If-None-Match` an unchanged floor is a 304.",
  access: { kind: "app", scope: "bookings:read" },
  params: { locationId: idField("str") },
  headers: { "if-none-match": Type.Optional(Type.String({ maxLength: 1_000 })) },
  success: { 200: floorSchema, 304: Type.Null() },
  refusals: ["not_found", "capability_unsupported", "configuration_missing"],
  example: { response: floorExample },
});

/** The route of the floor, bound, with snapshots of its own. */
export function floorRoutes(): BoundRoute[] {
  const reader = createFloorReader();
  return [
    bindRead(getRoute, async (call, _db, snapshot) => {
      const found = await snapshot(async (db) => {
        const state = await getGrantedVenueState(db, call.app.id, call.params.locationId);
        return isRefusal(state) ? state : reader.get(db, state);
      });
      if (isRefusal(found)) return found;
      const headers = { etag: found.etag, age: String(found.ageSeconds) };
      if (matches(call.headers["if-none-match"], found.etag)) return reply(304, null, { headers });
      return reply(200, found.floor, { headers });
    }),
  ];
}

/** `If-None-Match` compares weakly and may list several tags (RFC 9110, section 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  const bare = (tag: string): string => tag.trim().replace(/^W\//, "");
  return header !== undefined && header.split(",").some((tag) => tag.trim() === "*" || bare(tag) === bare(etag));
}
