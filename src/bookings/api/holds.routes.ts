/** The routes of holds. */
import { isRefusal } from "../../kernel/refusal.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { declaredBy } from "../../platform/http/refusals/declared-refusal.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindChosen, bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { answeredBy } from "../../platform/http/way.ts";
import { holdExample, slotTokenExample } from "./booking-examples.ts";
import { holdToWire } from "../book/booking-wire.ts";
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
