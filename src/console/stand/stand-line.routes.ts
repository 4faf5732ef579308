/** The acts of hosts on the waitlist as a whole: read it, open and close it, estimate a wait, add a party (rules/waitlist 5). */
import Type from "typebox";
import { readGuest } from "../../bookings/book/guest-contact.ts";
import { findVenueState, type VenueState } from "../../bookings/venue/venue.query.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Acting } from "../../people/person/require-role.ts";
import type { ConsoleCaller } from "../../platform/http/console/console-caller.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { estimateSchema } from "../../waitlist/api/waitlist.schemas.ts";
import type { WaitlistRouteDeps } from "../../waitlist/api/waitlist-route-deps.ts";
import { estimateWait } from "../../waitlist/estimate/estimate-wait.query.ts";
import { addToWaitlist } from "../../waitlist/line/add-to-waitlist.command.ts";
import { guestPageOf } from "../../waitlist/line/guest-page.ts";
import { setOpen } from "../../waitlist/line/open-waitlist.command.ts";
import { readEstimateFacts } from "../../waitlist/line/read-waitlist.query.ts";
import { requireHost, staffOf, standRoles } from "../bookings/stand-access.ts";
import { finishLine, lookAtStandLine, showEntry } from "./read-line.query.ts";
import { addEntryBody } from "./stand-calls.schemas.ts";
import { standEntrySchema, standWaitlistSchema } from "./stand-waitlist.schemas.ts";

const stand = {
  tag: "Stand",
  access: { kind: "console", needs: "actor", roles: standRoles },
  params: { locationId: idField("str") },
} as const;
const refusals = ["not_found", "role_required", "capability_unsupported", "configuration_missing"] as const;

const readRoute = defineRoute({
  ...stand,
  method: "GET",
  path: "/console/v1/locations/{locationId}/waitlist",
  operationId: "consoleReadWaitlist",
  summary: "Read the line",
  description: "The parties in line with what each still waits, and those that can be put back.",
  success: { 200: standWaitlistSchema },
  refusals: ["not_found", "role_required"],
});

const estimateRoute = defineRoute({
  ...stand,
  method: "GET",
  path: "/console/v1/locations/{locationId}/waitlist_estimate",
  operationId: "consoleEstimateWait",
  summary: "Estimate the wait of a party",
  description: "For a party that would join now: a band that four of five waits end in.",
  query: { party_size: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "At most 50." }) },
  success: { 200: Type.Omit(estimateSchema, ["livemode"]) },
  refusals: [...refusals, "party_size_out_of_bounds"],
});

const opening = { ...stand, method: "POST", bodyEmpty: true, success: { 200: standWaitlistSchema }, refusals } as const;

const openRoute = defineRoute({
  ...opening,
  path: "/console/v1/locations/{locationId}/waitlist/open",
  operationId: "consoleOpenWaitlist",
  summary: "Let remote parties join",
});

const closeRoute = defineRoute({
  ...opening,
  path: "/console/v1/locations/{locationId}/waitlist/close",
  operationId: "consoleCloseWaitlist",
  summary: "Let no more remote parties join",
  description: "Parties in line stay, and hosts can still add parties.",
});

const addRoute = defineRoute({
  ...stand,
  method: "POST",
  path: "/console/v1/locations/{locationId}/waitlist_entries",
  operationId: "consoleAddToWaitlist",
  summary: "Add a party to the line",
  description:
    "At the end of the line, also while it is closed for remote parties. What the party is told is the estimate, or `quoted_wait`. A phone that is in line already finds its entry: 200. Send an Idempotency-Key: each party joins once.",
  body: addEntryBody,
  success: { 200: standEntrySchema, 201: standEntrySchema },
  refusals: [...refusals, "invalid_request", "invalid_phone", "party_size_out_of_bounds", "waitlist_closed"],
});

interface LineCall {
  readonly console: ConsoleCaller;
  readonly params: { readonly locationId: Id<"str"> };
}

/** The location of a call, and the caller as host or manager there. */
export async function findStand(
  db: Db,
  { console: caller, params: { locationId } }: LineCall,
): Promise<{ readonly state: VenueState; readonly acting: Acting } | Refusal<"not_found" | "role_required">> {
  const acting = requireHost(caller, locationId);
  if (isRefusal(acting)) return acting;
  const state = await findVenueState(db, locationId);
  return state === undefined ? refuse("not_found", `there is no location ${locationId}`) : { state, acting };
}

/** The routes of the line as a whole. */
export function standLineRoutes({ permits, baseUrl }: WaitlistRouteDeps): BoundRoute[] {
  const waiting = { permit: (call: LineCall) => permits.at(call.params.locationId) };
  return [
    bindRead(readRoute, async (call, _db, snapshot) => {
      const look = await snapshot(async (db) => {
        const found = await findStand(db, call);
        return isRefusal(found) ? found : lookAtStandLine(db, found.state);
      });
      return isRefusal(look) ? look : reply(200, await finishLine(look));
    }),
    bindRead(estimateRoute, async (call, _db, snapshot) => {
      const { party_size } = call.query;
      const known = await snapshot(async (db) => {
        const found = await findStand(db, call);
        return isRefusal(found) ? found : readEstimateFacts(db, found.state, party_size);
      });
      if (isRefusal(known)) return known;
      const { partiesAhead, band } = await estimateWait(known.waiting, known.entries, party_size);
      return reply(200, {
        object: "waitlist_estimate",
        location_id: call.params.locationId,
        party_size,
        parties_ahead: partiesAhead,
        wait_minutes: { ...band },
      } as const);
    }),
    ...[openRoute, closeRoute].map((route) =>
      bindWrite(
        route,
        async (call, tx) => {
          const found = await findStand(tx, call);
          if (isRefusal(found)) return found;
          const done = await setOpen(tx, found.state, route === openRoute);
          if (isRefusal(done)) return done;
          return reply(200, await finishLine(await lookAtStandLine(tx, found.state)));
        },
        waiting,
      ),
    ),
    bindWrite(
      addRoute,
      async (call, tx) => {
        const found = await findStand(tx, call);
        if (isRefusal(found)) return found;
        const { state, acting } = found;
        const { body } = call;
        const { quoted_wait: quoted, notes = null } = body;
        if (quoted !== undefined && quoted.min > quoted.max) return upsideDown();
        const guest = readGuest(body.guest, state.location.country);
        if (isRefusal(guest)) return guest;
        const joined = await addToWaitlist(tx, {
          appId: null,
          staff: staffOf(acting),
          locationId: call.params.locationId,
          partySize: body.party_size,
          guest,
          notes,
          channel: "in_person",
          quoted: quoted === undefined ? null : { partiesAhead: undefined, band: { ...quoted } },
          linkOf: guestPageOf(baseUrl()),
        });
        if (isRefusal(joined)) return joined;
        return reply(joined.isNew ? 201 : 200, await showEntry(tx, joined.entry, state.now));
      },
      waiting,
    ),
  ];
}

/** The shorter wait is above the longer one. */
export function upsideDown(): Refusal<"invalid_request"> {
  return invalidRequest([{ path: "body.quoted_wait.min", message: "must not be above max" }]);
}
