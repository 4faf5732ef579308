/** The acts of the venue on bookings: cancel, seat, complete, no-show, and walk-ins. Native locations only. */
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { answerBooking } from "./answer-booking.ts";
import * as examples from "./booking-examples.ts";
import type { BookingRouteDeps } from "./booking-route-deps.ts";
import * as schemas from "./bookings.schemas.ts";
import { cancelForVenue, markNoShow } from "../make/cancel-booking.command.ts";
import { chosenTables } from "../tables/chosen-tables.ts";
import { readGuest } from "../book/guest-contact.ts";
import { seatArrival } from "../make/seat-arrival.command.ts";
import { completeBooking, seatBooking } from "../make/seat-booking.command.ts";
import { getGrantedVenueState } from "../venue/venue.query.ts";

const shared = { tag: "Bookings", budget: "bookings", access: { kind: "app", scope: "bookings:manage" } } as const;
/** What is done with one booking; nothing need be said with it. */
const action = {
  ...shared,
  method: "POST",
  params: { bookingId: idField("bkg") },
  bodyOptional: true,
  success: { 200: schemas.bookingSchema },
} as const;

const venueCancelRoute = defineRoute({
  ...action,
  path: "/v1/bookings/{bookingId}/venue_cancel",
  operationId: "cancelBookingForVenue",
  summary: "Cancel a booking for the venue",
  description: "Also when the guest no longer could. A repeat is answered the same.",
  body: schemas.cancelBody,
  refusals: ["not_found", "not_cancellable", "stale_version", "capability_unsupported"],
  example: { request: { reason: "Plans changed" }, response: examples.cancelledExample("venue") },
});

const seatRoute = defineRoute({
  ...action,
  path: "/v1/bookings/{bookingId}/seat",
  operationId: "seatBooking",
  summary: "Seat the party of a booking",
  description:
    "At its own table from now on, early or late; when that is taken or a party still sits there, where the rule of seating puts it. A table chosen by hand may run into a later party's time only with `allow_overrun: true`. A repeat is answered the same.",
  body: schemas.seatBody,
  refusals: [
    "invalid_request",
    "not_found",
    "illegal_transition",
    "stale_version",
    "slot_unavailable",
    "capability_unsupported",
    "configuration_missing",
  ],
  example: { request: { expected_version: 1 }, response: examples.seatedExample },
});

const completeRoute = defineRoute({
  ...action,
  path: "/v1/bookings/{bookingId}/complete",
  operationId: "completeBooking",
  summary: "Note that the party has left",
  description: "Its table is free at once. A repeat is answered the same.",
  body: schemas.versionBody,
  refusals: ["not_found", "illegal_transition", "stale_version", "capability_unsupported"],
  example: {
    request: { expected_version: 2 },
    response: {
      ...examples.seatedExample,
      status: "completed",
      version: 3,
      updated_at: "2026-03-06T19:48:00.000Z",
      completed_at: "2026-03-06T19:48:00.000Z",
    },
  },
});

const noShowRoute = defineRoute({
  ...action,
  path: "/v1/bookings/{bookingId}/no_show",
  operationId: "markBookingNoShow",
  summary: "Note that the party did not come",
  description: "Its table is free at once. A repeat is answered the same.",
  body: schemas.versionBody,
  refusals: ["not_found", "illegal_transition", "stale_version", "capability_unsupported"],
  example: {
    request: { expected_version: 1 },
    response: { ...examples.bookingExample, status: "no_show", version: 2, updated_at: "2026-03-06T19:00:00.000Z" },
  },
});

const walkInRoute = defineRoute({
  ...shared,
  method: "POST",
  path: "/v1/locations/{locationId}/walk_ins",
  operationId: "createWalkIn",
  summary: "Seat a party that walks in",
  description:
    "At the first table of the rule of seating that is free now and stays free for the turn time. A table chosen by hand may run into a later party's time only with `allow_overrun: true`, and have too few seats only with `allow_over_capacity: true`.",
  params: { locationId: idField("str") },
  body: schemas.walkInBody,
  keyNeeded: true,
  success: { 201: schemas.bookingSchema },
  refusals: [
    "invalid_request",
    "not_found",
    "slot_unavailable",
    "capability_unsupported",
    "configuration_missing",
    "invalid_phone",
  ],
  example: {
    request: { party_size: 2, guest: { first_name: "Ada" }, idempotency_key: "door-2026-03-06-17" },
    response: { ...examples.seatedExample, source: "walk_in", version: 1, notes: null },
  },
});

/** The venue's routes, bound. */
export function venueActionRoutes(deps: BookingRouteDeps): BoundRoute[] {
  const withPermit = {
    permit: ({ params }: { readonly params: { readonly bookingId: Id<"bkg"> } }, db: Db) =>
      deps.permits.ofBooking(db, params.bookingId),
  };
  return [
    bindWrite(
      venueCancelRoute,
      async (call, tx) => {
        const request = { reason: call.body?.reason ?? null, expectedVersion: call.body?.expected_version };
        const booking = await cancelForVenue(tx, call.app.id, call.params.bookingId, request);
        return answerBooking(call, 200, booking);
      },
      withPermit,
    ),
    bindWrite(
      seatRoute,
      async (call, tx) => {
        const chosen = chosenTables(call.body ?? {});
        const request = { chosen, expectedVersion: call.body?.expected_version };
        const booking = await seatBooking(tx, call.app.id, call.params.bookingId, request);
        return answerBooking(call, 200, booking);
      },
      withPermit,
    ),
    bindWrite(
      completeRoute,
      async (call, tx) => {
        const { expected_version: version } = call.body ?? {};
        const booking = await completeBooking(tx, call.app.id, call.params.bookingId, version);
        return answerBooking(call, 200, booking);
      },
      withPermit,
    ),
    bindWrite(
      noShowRoute,
      async (call, tx) => {
        const { expected_version: version } = call.body ?? {};
        const booking = await markNoShow(tx, call.app.id, call.params.bookingId, version);
        return answerBooking(call, 200, booking);
      },
      withPermit,
    ),
    bindWrite(
      walkInRoute,
      async (call, tx) => {
        const state = await getGrantedVenueState(tx, call.app.id, call.params.locationId);
        if (isRefusal(state)) return state;
        const { party_size: partySize, guest: given = {}, notes = null } = call.body;
        const guest = readGuest(given, state.location.country);
        if (isRefusal(guest)) return guest;
        const booking = await seatArrival(tx, state, {
          appId: call.app.id,
          source: "walk_in",
          waitlistEntryId: null,
          partySize,
          guest,
          notes,
          chosen: chosenTables(call.body),
        });
        return answerBooking(call, 201, booking);
      },
      { permit: (call) => deps.permits.at(call.params.locationId) },
    ),
  ];
}
