/** The acts of hosts and managers on a party. They use the commands that partners' calls use (rules/bookings 16.2). */
import { slotRefusals } from "../../bookings/search/slot-refusals.ts";
import type { BookingRouteDeps } from "../../bookings/api/booking-route-deps.ts";
import type { Booking } from "../../bookings/book/booking.ts";
import { readGuest } from "../../bookings/book/guest-contact.ts";
import { cancelForVenue, markNoShow } from "../../bookings/make/cancel-booking.command.ts";
import { seatArrival } from "../../bookings/make/seat-arrival.command.ts";
import { completeBooking, seatBooking } from "../../bookings/make/seat-booking.command.ts";
import { chosenTables } from "../../bookings/tables/chosen-tables.ts";
import { findVenueState } from "../../bookings/venue/venue.query.ts";
import type { StaffActor } from "../../kernel/actor.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import type { RouteValue } from "../../platform/http/route-value.ts";
import { bindChosen, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { ConsoleCaller } from "../../platform/http/console/console-caller.ts";
import { answeredAfter, answeredAtOnce } from "../../platform/http/way.ts";
import type { Database, Db, Tx } from "../../platform/postgres/database.ts";
import { answerAct } from "./answer-act.query.ts";
import * as schemas from "./booking-calls.schemas.ts";
import { staffBookingSchema } from "./booking-wire.schemas.ts";
import { findBookingFor } from "./read-bookings.query.ts";
import { requireHost, staffOf, standRoles } from "./stand-access.ts";

const stand = { method: "POST", tag: "Stand", access: { kind: "console", needs: "actor", roles: standRoles } } as const;
const found = ["not_found", "role_required"] as const;
const act = { ...stand, params: { bookingId: idField("bkg") }, success: { 200: staffBookingSchema } } as const;
const refusals = [...found, "stale_version", "capability_unsupported"] as const;

const seatRoute = defineRoute({
  ...act,
  path: "/console/v1/bookings/{bookingId}/seat",
  operationId: "consoleSeatBooking",
  summary: "Seat the party of a booking",
  description:
    "At its own table from now on; when that is taken, where the rule of seating puts it; or at the tables that are named. A repeat is answered the same.",
  body: schemas.seatBody,
  refusals: [...refusals, "invalid_request", "illegal_transition", "slot_unavailable", "configuration_missing"],
});

const completeRoute = defineRoute({
  ...act,
  path: "/console/v1/bookings/{bookingId}/complete",
  operationId: "consoleCompleteBooking",
  summary: "Note that the party has left",
  body: schemas.versionBody,
  refusals: [...refusals, "illegal_transition"],
});

const noShowRoute = defineRoute({
  ...act,
  path: "/console/v1/bookings/{bookingId}/no_show",
  operationId: "consoleMarkNoShow",
  summary: "Note that the party did not come",
  body: schemas.versionBody,
  refusals: [...refusals, "illegal_transition"],
});

const cancelRoute = defineRoute({
  ...act,
  path: "/console/v1/bookings/{bookingId}/venue_cancel",
  operationId: "consoleCancelBooking",
  summary: "Cancel a booking for the restaurant",
  body: schemas.cancelBody,
  refusals: [...refusals, "not_cancellable"],
});

const changeRoute = defineRoute({
  ...act,
  path: "/console/v1/bookings/{bookingId}/change",
  operationId: "consoleChangeBooking",
  summary: "Move a booking to another time, party size or area",
  description:
    "To a slot of the search (send it `booking_id`), with another note of the guest's, or both; also after the guest no longer could. Where a provider keeps the booking, the change goes to the provider.",
  body: schemas.changeBody,
  refusals: [
    ...refusals,
    ...slotRefusals,
    "change_required",
    "not_changeable",
    "overlapping_booking",
    "payment_instrument_required",
    "hold_expired",
    "provider_rejected",
    "operation_in_progress",
  ],
});

const walkInRoute = defineRoute({
  ...stand,
  path: "/console/v1/locations/{locationId}/walk_ins",
  operationId: "consoleSeatWalkIn",
  summary: "Seat a party that walks in",
  description:
    "By the rule of seating, or at the tables that are named. Send an Idempotency-Key: each party is seated once.",
  params: { locationId: idField("str") },
  body: schemas.walkInBody,
  success: { 201: staffBookingSchema },
  refusals: [
    ...found,
    "invalid_request",
    "slot_unavailable",
    "capability_unsupported",
    "configuration_missing",
    "invalid_phone",
  ],
});

export interface StandActDeps extends Pick<BookingRouteDeps, "permits" | "books"> {
  readonly database: Pick<Database, "read">;
}

interface ActCall {
  readonly console: ConsoleCaller;
  readonly params: { readonly bookingId: Id<"bkg"> };
}

/** Runs an act of the caller on the booking of the call, if they are a host or manager where it is, and answers it. */
export async function actOnBooking<R extends RouteValue>(
  route: R,
  tx: Tx,
  { console: caller, params: { bookingId } }: ActCall,
  run: (actor: StaffActor, id: Id<"bkg">, booking: Booking) => Promise<Booking | Refusal>,
) {
  const party = await findBookingFor(tx, caller, bookingId);
  if (isRefusal(party)) return party;
  return answerAct(route, tx, 200, await run(staffOf(party.acting), bookingId, party.booking), bookingId);
}

/** Lets the writes of one booking's location wait in line. */
export function permitOfBooking({ permits }: Pick<StandActDeps, "permits">) {
  return { permit: ({ params }: Pick<ActCall, "params">, db: Db) => permits.ofBooking(db, params.bookingId) };
}

/** The routes of what the partner's calls do too. */
export function standActRoutes(deps: StandActDeps): BoundRoute[] {
  const permit = permitOfBooking(deps);
  return [
    bindWrite(
      seatRoute,
      (call, tx) =>
        actOnBooking(seatRoute, tx, call, (actor, id) => {
          const chosen = chosenTables(call.body);
          return seatBooking(tx, actor, id, { chosen, expectedVersion: call.body.expected_version });
        }),
      permit,
    ),
    bindWrite(
      completeRoute,
      (call, tx) =>
        actOnBooking(completeRoute, tx, call, (actor, id) =>
          completeBooking(tx, actor, id, call.body.expected_version),
        ),
      permit,
    ),
    bindWrite(
      noShowRoute,
      (call, tx) =>
        actOnBooking(noShowRoute, tx, call, (actor, id) => markNoShow(tx, actor, id, call.body.expected_version)),
      permit,
    ),
    bindWrite(
      cancelRoute,
      (call, tx) =>
        actOnBooking(cancelRoute, tx, call, (actor, id) => {
          const { reason = null, expected_version: expectedVersion } = call.body;
          return cancelForVenue(tx, actor, id, { reason, expectedVersion });
        }),
      permit,
    ),
    bindChosen(changeRoute, async ({ console: caller, params: { bookingId }, body }, db) => {
      const party = await findBookingFor(db, caller, bookingId);
      if (isRefusal(party)) return answeredAtOnce(party);
      const { slot_token: slotToken, notes, expected_version: expectedVersion } = body;
      const book = await deps.books.ofBooking(db, bookingId);
      const way = book.change(staffOf(party.acting), bookingId, { slotToken, notes, expectedVersion });
      return answeredAfter(way, deps.database, (booking, after) =>
        answerAct(changeRoute, after, 200, booking, bookingId),
      );
    }),
    bindWrite(
      walkInRoute,
      async ({ console: caller, params: { locationId }, body }, tx) => {
        const acting = requireHost(caller, locationId);
        if (isRefusal(acting)) return acting;
        const state = await findVenueState(tx, locationId);
        if (state === undefined) return refuse("not_found", `there is no location ${locationId}`);
        const guest = readGuest(body.guest ?? {}, state.location.country);
        if (isRefusal(guest)) return guest;
        const booking = await seatArrival(tx, state, {
          appId: null,
          actedBy: staffOf(acting),
          source: "walk_in",
          waitlistEntryId: null,
          partySize: body.party_size,
          guest,
          notes: body.notes ?? null,
          chosen: chosenTables(body),
        });
        return answerAct(walkInRoute, tx, 201, booking);
      },
      { permit: (call) => deps.permits.at(call.params.locationId) },
    ),
  ];
}
