/** The routes of holds. */
import Type from "typebox";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import { idField, textField } from "../../platform/http/reading/fields.ts";
import { declaredBy } from "../../platform/http/refusals/declared-refusal.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindChosen, bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { answeredBy } from "../../platform/http/way.ts";
import { holdExample, slotTokenExample } from "./booking-examples.ts";
import { holdToWire } from "../book/booking-wire.ts";
import { holdStatuses, type HoldStatus } from "../book/hold.ts";
import { listHolds } from "../book/list-holds.query.ts";
import type { BookingRouteDeps } from "./booking-route-deps.ts";
import { slotRefusals } from "../search/slot-refusals.ts";
import * as schemas from "./bookings.schemas.ts";
import { getHold } from "../book/get-booking.query.ts";

const shared = { tag: "Bookings", budget: "bookings" } as const;

const createRoute = defineRoute({
  ...shared,
  method: "POST",
  path: "/v1/booking_holds",
  operationId: "createBookingHold",
  summary: "Hold a slot",
  description:
    "Keeps a table while the guest decides; the token names the location. Never longer than `expires_at`. At most ten live or pending holds per app and location: the eleventh is answered 429 `hold_limit_reached`.",
  access: { kind: "app", scope: "bookings:write" },
  body: schemas.holdBody,
  success: { 201: schemas.holdSchema },
  refusals: [
    ...slotRefusals,
    "payment_instrument_required",
    "hold_limit_reached",
    "overlapping_booking",
    "hold_expired",
    "provider_rejected",
    "operation_in_progress",
  ],
  example: { request: { slot_token: slotTokenExample }, response: holdExample },
});

const listRoute = defineRoute({
  ...shared,
  method: "GET",
  path: "/v1/booking_holds",
  operationId: "listBookingHolds",
  summary: "List the app's holds",
  description:
    "Newest first, at the locations that the app is granted. Without `status` those that keep a table now: live and pending.",
  access: { kind: "app", scope: "bookings:read" },
  query: {
    location_id: Type.Optional(idField("str")),
    status: Type.Optional(textField(100, { description: "Statuses with commas between; default live,pending." })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Default 100." })),
    starting_after: Type.Optional(idField("bkh")),
  },
  success: { 200: schemas.holdListSchema },
  refusals: ["invalid_request", "not_found"],
  example: { response: { object: "list", data: [holdExample], has_more: false, next_cursor: null } },
});

const getRoute = defineRoute({
  ...shared,
  method: "GET",
  path: "/v1/booking_holds/{holdId}",
  operationId: "getBookingHold",
  summary: "Read a hold",
  access: { kind: "app", scope: "bookings:read" },
  params: { holdId: idField("bkh") },
  success: { 200: schemas.holdSchema },
  refusals: ["not_found"],
  example: { response: holdExample },
});

const releaseRoute = defineRoute({
  ...shared,
  method: "DELETE",
  path: "/v1/booking_holds/{holdId}",
  operationId: "releaseBookingHold",
  bodyEmpty: true,
  summary: "Release a hold",
  description: "Frees its table at once. Repeatable.",
  access: { kind: "app", scope: "bookings:write" },
  params: { holdId: idField("bkh") },
  success: { 200: schemas.holdSchema },
  refusals: ["not_found", "hold_consumed"],
  example: { response: { ...holdExample, status: "released" } },
});

/** The routes of holds, bound. */
export function holdRoutes(deps: BookingRouteDeps): BoundRoute[] {
  return [
    bindChosen(createRoute, async ({ app, livemode, body }) => {
      const held = deps.books.ofToken(body.slot_token, app.id).hold({
        appId: app.id,
        slotToken: body.slot_token,
        acceptsPaymentLink: body.accepts_payment_link,
      });
      return answeredBy(held, (hold) =>
        isRefusal(hold) ? declaredBy(createRoute, hold) : reply(201, holdToWire(hold, livemode)),
      );
    }),
    bindRead(listRoute, async ({ app, livemode, query }, db) => {
      const { location_id: locationId, status = "live,pending", limit = 100, starting_after: after } = query;
      const statuses = statusesOf(status);
      if (isRefusal(statuses)) return statuses;
      const listed = await listHolds(db, { appId: app.id, locationId, statuses, after }, limit);
      if (isRefusal(listed)) return listed;
      const { holds, hasMore } = listed;
      const data = holds.map((hold) => holdToWire(hold, livemode));
      return reply(200, {
        object: "list" as const,
        data,
        has_more: hasMore,
        next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null,
      });
    }),
    bindRead(getRoute, async (call, db) => {
      const hold = await getHold(db, call.params.holdId, call.app.id);
      return isRefusal(hold) ? hold : reply(200, holdToWire(hold, call.livemode));
    }),
    bindChosen(releaseRoute, async ({ app, livemode, params: { holdId } }, db) => {
      const released = (await deps.books.ofHold(db, holdId)).release(app.id, holdId);
      return answeredBy(released, (hold) => (isRefusal(hold) ? hold : reply(200, holdToWire(hold, livemode))));
    }),
  ];
}

function statusesOf(text: string): readonly HoldStatus[] | Refusal<"invalid_request"> {
  const known = text.split(",").flatMap((given) => holdStatuses.filter((status) => status === given));
  if (known.length === text.split(",").length) return known;
  const message = `must be statuses with commas between, out of ${holdStatuses.join(", ")}`;
  return invalidRequest([{ path: "query.status", message }]);
}
