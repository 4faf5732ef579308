/** The routes of a waitlist as a whole: read it, open and close it, estimate a wait, join. */
import Type from "typebox";
import { viewFor } from "../../bookings/book/booking-view.ts";
import { readGuest } from "../../bookings/book/guest-contact.ts";
import { getGrantedVenueState } from "../../bookings/venue/venue.query.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import type { AppCaller } from "../../platform/http/callers.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { addToWaitlist } from "../line/add-to-waitlist.command.ts";
import { setOpen } from "../line/open-waitlist.command.ts";
import { estimateWait } from "../estimate/estimate-wait.query.ts";
import { readEstimateFacts, readPosition, readLine } from "../line/read-waitlist.query.ts";
import { requireWaitlist } from "../line/require-waitlist.ts";
import { guestPageOf } from "../line/guest-page.ts";
import * as examples from "./waitlist-examples.ts";
import type { WaitlistRouteDeps } from "./waitlist-route-deps.ts";
import { entryToWire, waitlistToWire } from "../line/waitlist-wire.ts";
import * as schemas from "./waitlist.schemas.ts";

const shared = { tag: "Waitlist", budget: "bookings", params: { locationId: idField("str") } } as const;

const getRoute = defineRoute({
  ...shared,
  method: "GET",
  path: "/v1/locations/{locationId}/waitlist",
  operationId: "getWaitlist",
  summary: "Read the waitlist",
  description: "The parties in line, first in line first. Waitlist events say when there is something new.",
  access: { kind: "app", scope: "bookings:read" },
  success: { 200: schemas.waitlistSchema },
  refusals: ["not_found", "capability_unsupported", "configuration_missing"],
  example: { response: examples.waitlistExample },
});

const estimateRoute = defineRoute({
  ...shared,
  method: "GET",
  path: "/v1/locations/{locationId}/waitlist_estimate",
  operationId: "estimateWait",
  summary: "Estimate the wait of a party",
  description:
    "For a party that would join now: a band that four of five waits end in, never a single number; 0 to 0 when a table is free and nobody in front competes for it.",
  access: { kind: "app", scope: "bookings:read" },
  query: { party_size: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "At most 50." }) },
  success: { 200: schemas.estimateSchema },
  refusals: ["not_found", "capability_unsupported", "configuration_missing", "party_size_out_of_bounds"],
  example: { response: examples.estimateExample },
});

const opening = {
  ...shared,
  method: "POST",
  access: { kind: "app", scope: "bookings:manage" },
  success: { 200: schemas.waitlistSchema },
  refusals: ["not_found", "capability_unsupported", "configuration_missing"],
} as const;

const openRoute = defineRoute({
  ...opening,
  path: "/v1/locations/{locationId}/waitlist/open",
  operationId: "openWaitlist",
  bodyEmpty: true,
  summary: "Let remote parties join",
  description: "May be repeated.",
  example: { response: examples.waitlistExample },
});

const closeRoute = defineRoute({
  ...opening,
  path: "/v1/locations/{locationId}/waitlist/close",
  operationId: "closeWaitlist",
  bodyEmpty: true,
  summary: "Let no more remote parties join",
  description: "Parties in line stay, and the venue can still add parties in person. May be repeated.",
  example: { response: { ...examples.waitlistExample, open: false } },
});

const addRoute = defineRoute({
  ...shared,
  method: "POST",
  path: "/v1/locations/{locationId}/waitlist_entries",
  operationId: "addToWaitlist",
  summary: "Add a party to the waitlist",
  description:
    "At the end of the line. A phone that is in line already finds its entry: 200. A closed waitlist takes parties with channel `in_person` only. The guest gets a message with a link to their live place, when messages are on and there is a phone.",
  access: { kind: "app", scope: "bookings:write" },
  body: schemas.addBody,
  keyNeeded: true,
  success: { 200: schemas.entrySchema, 201: schemas.entrySchema },
  refusals: [
    "not_found",
    "capability_unsupported",
    "configuration_missing",
    "party_size_out_of_bounds",
    "waitlist_closed",
    "invalid_phone",
    "invalid_request",
  ],
  example: { request: examples.addExample, response: examples.entryExample },
});

/** The routes of the waitlist as a whole, bound. */
export function waitlistRoutes(deps: WaitlistRouteDeps): BoundRoute[] {
  return [
    bindRead(getRoute, (call, _db, snapshot) =>
      snapshot(async (db) => {
        const state = await getGrantedVenueState(db, call.app.id, call.params.locationId);
        if (isRefusal(state)) return state;
        const ready = requireWaitlist(state);
        if (isRefusal(ready)) return ready;
        const line = await readLine(db, call.params.locationId);
        return reply(200, waitlistToWire(call.params.locationId, line, line.messages, viewFor(call.app)));
      }),
    ),
    bindRead(estimateRoute, async (call, _db, snapshot) => {
      const { locationId } = call.params;
      const { party_size } = call.query;
      const known = await snapshot(async (db) => {
        const state = await getGrantedVenueState(db, call.app.id, locationId);
        return isRefusal(state) ? state : readEstimateFacts(db, state, party_size);
      });
      if (isRefusal(known)) return known;
      const estimate = await estimateWait(known.waiting, known.entries, party_size);
      return reply(200, {
        object: "waitlist_estimate",
        location_id: locationId,
        livemode: call.livemode,
        party_size,
        parties_ahead: estimate.partiesAhead,
        wait_minutes: { ...estimate.band },
      });
    }),
    ...[openRoute, closeRoute].map((route) =>
      bindWrite(route, (call, tx) => switchOpen(tx, call, route === openRoute), {
        permit: (call) => deps.permits.at(call.params.locationId),
      }),
    ),
    bindWrite(
      addRoute,
      async (call, tx) => {
        const { locationId } = call.params;
        const state = await getGrantedVenueState(tx, call.app.id, locationId);
        if (isRefusal(state)) return state;
        const { language } = call.body;
        const given = { ...call.body.guest, ...(language === undefined ? {} : { language }) };
        const guest = readGuest(given, state.location.country);
        if (isRefusal(guest)) return guest;
        const { quoted_wait: quoted, channel = defaultChannel(call.app), notes = null } = call.body;
        if (quoted !== undefined && quoted.wait_minutes.min > quoted.wait_minutes.max) return upsideDown();
        const joined = await addToWaitlist(tx, {
          appId: call.app.id,
          locationId,
          partySize: call.body.party_size,
          guest,
          notes,
          channel,
          quoted:
            quoted === undefined ? null : { partiesAhead: quoted.parties_ahead, band: { ...quoted.wait_minutes } },
          linkOf: guestPageOf(deps.baseUrl()),
        });
        if (isRefusal(joined)) return joined;
        const position = await readPosition(tx, joined.entry);
        return reply(joined.isNew ? 201 : 200, entryToWire(joined.entry, position, viewFor(call.app)));
      },
      { permit: (call) => deps.permits.at(call.params.locationId) },
    ),
  ];
}

async function switchOpen(
  tx: Tx,
  call: { readonly app: AppCaller; readonly params: { readonly locationId: Parameters<typeof readLine>[1] } },
  open: boolean,
) {
  const { locationId } = call.params;
  const state = await getGrantedVenueState(tx, call.app.id, locationId);
  if (isRefusal(state)) return state;
  const done = await setOpen(tx, state, open);
  if (isRefusal(done)) return done;
  const line = await readLine(tx, locationId);
  return reply(200, waitlistToWire(locationId, line, line.messages, viewFor(call.app)));
}

/** Whoever runs the door adds those who stand there. */
function defaultChannel(app: AppCaller): "in_person" | "partner" {
  return app.scopes.includes("bookings:manage") ? "in_person" : "partner";
}

function upsideDown(): Refusal<"invalid_request"> {
  const message = "must not be above max";
  return refuse("invalid_request", `body.quoted_wait.wait_minutes.min ${message}`, {
    issues: [{ path: "body.quoted_wait.wait_minutes.min", message }],
  });
}
