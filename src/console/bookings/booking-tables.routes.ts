/** Acts that only hosts and managers can do: move, resize, note, book by telephone, undo (rules/bookings 16.3 to 16.7). */
import { bookByPhone } from "../../bookings/acts/book-by-phone.command.ts";
import { moveBooking } from "../../bookings/acts/move-booking.command.ts";
import { noteLate, noteOnBooking } from "../../bookings/acts/note-on-booking.command.ts";
import { resizeParty } from "../../bookings/acts/resize-party.command.ts";
import { undoBooking } from "../../bookings/acts/undo-booking.command.ts";
import { answerGroup } from "../../bookings/groups/answer-group.command.ts";
import type { GroupRequest } from "../../bookings/groups/group-request.ts";
import { findGroup } from "../../bookings/groups/groups.query.ts";
import type { StaffActor } from "../../kernel/actor.ts";
import type { Booking } from "../../bookings/book/booking.ts";
import { findAnyBooking } from "../../bookings/book/get-booking.query.ts";
import { instantOf } from "../../bookings/api/read-booking-call.ts";
import { chosenTables } from "../../bookings/tables/chosen-tables.ts";
import { findVenueState } from "../../bookings/venue/venue.query.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { authorOf } from "../../people/person/author-of.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import { bindWrite, defineRoute, type BoundRoute, type Call } from "../../platform/http/route.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { undoEntry } from "../../waitlist/line/undo-entry.command.ts";
import { answerAct } from "./answer-act.query.ts";
import { actOnBooking, permitOfBooking, type StandActDeps } from "./booking-acts.routes.ts";
import * as schemas from "./booking-calls.schemas.ts";
import { staffBookingSchema } from "./booking-wire.schemas.ts";
import { noBooking, requireHost, staffOf, standRoles } from "./stand-access.ts";

const stand = { tag: "Stand", access: { kind: "console", needs: "actor", roles: standRoles } } as const;
const found = ["not_found", "role_required"] as const;
const act = {
  ...stand,
  method: "POST",
  params: { bookingId: idField("bkg") },
  success: { 200: staffBookingSchema },
} as const;
const refusals = [...found, "stale_version", "illegal_transition", "capability_unsupported"] as const;
const movingRefusals = [...refusals, "invalid_request", "slot_unavailable", "configuration_missing"] as const;

const moveRoute = defineRoute({
  ...act,
  path: "/console/v1/bookings/{bookingId}/move",
  operationId: "consoleMoveBooking",
  summary: "Give a party other tables",
  description:
    "While it is expected, for its time; while it sits, from now on. With `swap_with` two parties change places, both or neither.",
  body: schemas.moveBody,
  refusals: movingRefusals,
});

const partySizeRoute = defineRoute({
  ...act,
  path: "/console/v1/bookings/{bookingId}/party_size",
  operationId: "consoleResizeParty",
  summary: "Change the size of a party",
  description: "The party keeps its time, and its tables unless others are named.",
  body: schemas.partySizeBody,
  refusals: movingRefusals,
});

const lateRoute = defineRoute({
  ...act,
  path: "/console/v1/bookings/{bookingId}/late",
  operationId: "consoleNoteLate",
  summary: "Note that a party is late",
  description: "The table stays with the party, and the start stays as it was.",
  body: schemas.lateBody,
  refusals,
});

const notesRoute = defineRoute({
  ...act,
  method: "PATCH",
  path: "/console/v1/bookings/{bookingId}",
  operationId: "consoleNoteOnBooking",
  summary: "Write notes on a booking",
  description: "`notes` are the guest's wishes, which the guest reads too; `venue_notes` only the restaurant reads.",
  body: schemas.notesBody,
  refusals: [...refusals, "invalid_request"],
});

const undoRoute = defineRoute({
  ...act,
  path: "/console/v1/bookings/{bookingId}/undo",
  operationId: "consoleUndoBooking",
  summary: "Take the latest step of a booking back",
  description:
    "As `undo` of the booking says. A party that was seated from the waitlist is back in line at its place, and its booking is cancelled.",
  body: schemas.versionBody,
  refusals: [...refusals, "undo_expired", "slot_unavailable", "overlapping_booking", "configuration_missing"],
});

const phoneRoute = defineRoute({
  ...stand,
  method: "POST",
  path: "/console/v1/locations/{locationId}/bookings",
  operationId: "consoleBookByPhone",
  summary: "Book for a guest on the telephone",
  description:
    "Any start of the search, also while guests cannot book online; with `override` one that its rules forbid. A table that is taken is never given. Send an Idempotency-Key.",
  params: { locationId: idField("str") },
  body: schemas.phoneBody,
  success: { 201: staffBookingSchema },
  refusals: [
    ...found,
    "invalid_request",
    "invalid_phone",
    "guest_contact_required",
    "overlapping_booking",
    "capability_unsupported",
    "configuration_missing",
    "payment_instrument_required",
    "party_size_out_of_bounds",
    "large_party_inquiry_required",
    "outside_booking_window",
    "date_blocked",
    "slot_unavailable",
    "stale_version",
    "illegal_transition",
  ],
});

/** Takes the latest step back; a party from the waitlist goes back to its place in line. */
async function undoStep(tx: Tx, actor: StaffActor, booking: Booking, version: number): Promise<Booking | Refusal> {
  const { id, source, undo_point: point, waitlist_entry_id: entryId } = booking;
  if (source !== "waitlist" || point?.of !== "walk_in" || entryId === null) return undoBooking(tx, actor, id, version);
  const back = await undoEntry(tx, actor, entryId, undefined, version);
  return isRefusal(back) ? back : ((await findAnyBooking(tx, id)) ?? noBooking(id));
}

/** Books what a guest asks for on the telephone; with a group request, that is answered by it. */
async function bookPhoned(
  tx: Tx,
  { console: caller, params: { locationId }, body, requestId }: Call<typeof phoneRoute>,
): Promise<Booking | Refusal> {
  const acting = requireHost(caller, locationId);
  if (isRefusal(acting)) return acting;
  const state = await findVenueState(tx, locationId);
  if (state === undefined) return refuse("not_found", `there is no location ${locationId}`);
  const actor = staffOf(acting);
  const by = authorOf(acting, requestId);
  const group = await findAsking(tx, locationId, body.group_request_id);
  if (isRefusal(group)) return group;
  const request = {
    actor,
    startsAt: instantOf(body.starts_at) ?? state.now,
    partySize: body.party_size,
    experienceId: body.experience_id ?? null,
    areaId: body.area_id ?? null,
    chosen: chosenTables(body),
    override: new Set(body.override ?? []),
    guest: body.guest ?? {},
    notes: body.notes ?? null,
    venueNotes: body.venue_notes ?? null,
  };
  const booking = await bookByPhone(tx, state, request, by);
  if (isRefusal(booking) || group === undefined) return booking;
  const { id: bookingId } = booking;
  const step = { status: "booked", words: null, bookingId, actor, expectedVersion: group.version } as const;
  const answered = await answerGroup(tx, group, step, by);
  return isRefusal(answered) ? answered : booking;
}

/** The routes of what partners cannot do. */
export function standTableRoutes(deps: StandActDeps): BoundRoute[] {
  const permit = permitOfBooking(deps);
  return [
    bindWrite(
      moveRoute,
      async (call, tx) => {
        if (call.body.unit_ids === undefined && call.body.swap_with === undefined)
          return oneIsRequired("unit_ids", "swap_with");
        return actOnBooking(moveRoute, tx, call, (actor, id) =>
          moveBooking(tx, actor, id, {
            unitIds: call.body.unit_ids,
            swapWith: call.body.swap_with,
            swapVersion: call.body.swap_expected_version,
            allowOverrun: call.body.allow_overrun ?? false,
            allowOverCapacity: call.body.allow_over_capacity ?? false,
            expectedVersion: call.body.expected_version,
          }),
        );
      },
      permit,
    ),
    bindWrite(
      partySizeRoute,
      (call, tx) =>
        actOnBooking(partySizeRoute, tx, call, (actor, id) =>
          resizeParty(tx, actor, id, {
            partySize: call.body.party_size,
            unitIds: call.body.unit_ids,
            allowOverrun: call.body.allow_overrun ?? false,
            allowOverCapacity: call.body.allow_over_capacity ?? false,
            expectedVersion: call.body.expected_version,
          }),
        ),
      permit,
    ),
    bindWrite(
      lateRoute,
      (call, tx) =>
        actOnBooking(lateRoute, tx, call, (actor, id) => {
          const { minutes, expected_version: expectedVersion } = call.body;
          return noteLate(tx, actor, id, { minutes, expectedVersion });
        }),
      permit,
    ),
    bindWrite(
      notesRoute,
      async (call, tx) => {
        const { notes, venue_notes: venueNotes, expected_version: expectedVersion } = call.body;
        if (notes === undefined && venueNotes === undefined) return oneIsRequired("notes", "venue_notes");
        return actOnBooking(notesRoute, tx, call, (actor, id) =>
          noteOnBooking(tx, actor, id, { notes, venueNotes, expectedVersion }),
        );
      },
      permit,
    ),
    bindWrite(
      undoRoute,
      (call, tx) =>
        actOnBooking(undoRoute, tx, call, (actor, _id, booking) =>
          undoStep(tx, actor, booking, call.body.expected_version),
        ),
      permit,
    ),
    bindWrite(phoneRoute, async (call, tx) => answerAct(phoneRoute, tx, 201, await bookPhoned(tx, call)), {
      permit: (call) => deps.permits.at(call.params.locationId),
    }),
  ];
}

/** The group that a booking answers, at this location. */
async function findAsking(
  tx: Tx,
  locationId: Id<"str">,
  id: Id<"grq"> | undefined,
): Promise<GroupRequest | undefined | Refusal<"not_found">> {
  if (id === undefined) return undefined;
  const group = await findGroup(tx, id);
  return group?.location_id === locationId ? group : refuse("not_found", `there is no group request ${id}`);
}

function oneIsRequired(first: string, second: string): Refusal<"invalid_request"> {
  return invalidRequest([{ path: `body.${first}`, message: `is required, or ${second}` }]);
}
