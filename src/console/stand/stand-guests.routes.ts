/** The guest histories of a restaurant, for its hosts and managers alone (rules/stand 3). */
import Type from "typebox";
import type { GuestRecord, GuestStay } from "../../bookings/guests/guest-record.ts";
import { searchGuests } from "../../bookings/guests/guest-history.query.ts";
import { noteOnGuest } from "../../bookings/guests/note-on-guest.command.ts";
import { toIso } from "../../kernel/clock.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { partyToWire, type Names } from "../bookings/booking-wire.ts";
import { namesOf } from "../bookings/read-bookings.query.ts";
import { staffOf, standRoles } from "../bookings/stand-access.ts";
import { guestEditBody, guestSchema, type GuestWire } from "./stand-guests.schemas.ts";
import { findStand } from "./stand-line.routes.ts";

const stand = {
  tag: "Stand",
  access: { kind: "console", needs: "actor", roles: standRoles },
  params: { locationId: idField("str") },
} as const;

const searchRoute = defineRoute({
  ...stand,
  method: "GET",
  path: "/console/v1/locations/{locationId}/guests",
  operationId: "consoleSearchGuests",
  summary: "Find guests who have been here before",
  description:
    "By a phone number or its last four digits or more, or by the beginning of a name or an e-mail address; who was expected last first, at most 20. A guest is a phone number at this location, or where there is none an e-mail address.",
  query: { q: Type.String({ minLength: 2, maxLength: 254 }) },
  success: { 200: listOf(guestSchema) },
  refusals: ["not_found", "role_required"],
});

const noteRoute = defineRoute({
  ...stand,
  method: "PATCH",
  path: "/console/v1/locations/{locationId}/guests/{guestKey}",
  operationId: "consoleNoteOnGuest",
  summary: "Note something of a guest",
  description:
    "For hosts and managers of this location only. The tag `allergy` needs the guest's word: send `guest_agreed` true. What is noted is erased with the guest.",
  params: { ...stand.params, guestKey: idField("bkg") },
  body: guestEditBody,
  success: { 200: guestSchema },
  refusals: ["not_found", "role_required", "invalid_request", "stale_version"],
});

const mostGuests = 20;

/** The routes of guests. */
export function standGuestRoutes(): BoundRoute[] {
  return [
    bindRead(searchRoute, async (call, _db, snapshot) =>
      snapshot(async (db) => {
        const here = await findStand(db, call);
        if (isRefusal(here)) return here;
        const { id, country } = here.state.location;
        const guests = await searchGuests(db, { id, country }, call.query.q, mostGuests);
        const names = await namesOf(db, guests);
        return reply(200, wholeList(guests.map((guest) => guestToWire(guest, names))));
      }),
    ),
    bindWrite(noteRoute, async (call, tx) => {
      const here = await findStand(tx, call);
      if (isRefusal(here)) return here;
      const { locationId, guestKey: key } = call.params;
      const { expected_version: expectedVersion, note, tags, guest_agreed: guestAgreed = false } = call.body;
      const edit = { expectedVersion, note, tags, guestAgreed };
      const guest = await noteOnGuest(tx, staffOf(here.acting), { locationId, key }, edit);
      return isRefusal(guest) ? guest : reply(200, guestToWire(guest, await namesOf(tx, [guest])));
    }),
  ];
}

function guestToWire(guest: GuestRecord, names: Names): GuestWire {
  const { acted_by: _, last_stays, open_bookings, tags, ...shared } = guest;
  const atStart = (stay: GuestStay) => ({ ...stay, starts_at: toIso(stay.starts_at) });
  return {
    object: "guest",
    ...shared,
    last_stays: last_stays.map(atStart),
    open_bookings: open_bookings.map(atStart),
    tags,
    updated_by: guest.acted_by === null ? null : partyToWire({ updated_by: "store", acted_by: guest.acted_by }, names),
  };
}
