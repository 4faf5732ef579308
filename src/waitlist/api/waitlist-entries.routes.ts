/** The routes of one party on the waitlist: read it, tell it, seat it, take it off. Native locations only. */
import { viewFor } from "../../bookings/book/booking-view.ts";
import { chosenTables } from "../../bookings/tables/chosen-tables.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import type { AppCaller } from "../../platform/http/callers.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { guestPageOf } from "../line/guest-page.ts";
import type { MovedEntry } from "../line/lock-entry.command.ts";
import { cancelEntry, notifyEntry, removeEntry, seatEntry } from "../line/move-entry.command.ts";
import { getEntry, readPosition } from "../line/read-waitlist.query.ts";
import * as examples from "./waitlist-examples.ts";
import type { WaitlistRouteDeps } from "./waitlist-route-deps.ts";
import { entryToWire } from "../line/waitlist-wire.ts";
import * as schemas from "./waitlist.schemas.ts";
import { findEntry } from "../entry/waitlist.sql.ts";

const shared = {
  tag: "Waitlist",
  budget: "bookings",
  params: { entryId: idField("bkw") },
  success: { 200: schemas.entrySchema },
} as const;
const venue = { ...shared, method: "POST", access: { kind: "app", scope: "bookings:manage" } } as const;

const getRoute = defineRoute({
  ...shared,
  method: "GET",
  path: "/v1/waitlist_entries/{entryId}",
  operationId: "getWaitlistEntry",
  summary: "Read a party on the waitlist",
  access: { kind: "app", scope: "bookings:read" },
  refusals: ["not_found"],
  example: { response: examples.entryExample },
});

const notifyRoute = defineRoute({
  ...venue,
  path: "/v1/waitlist_entries/{entryId}/notify",
  operationId: "notifyWaitlistEntry",
  summary: "Tell a party that its table is ready",
  description:
    "By a text message, sent after the answer; `message` of the entry says what became of it. A repeat is answered the same, and sends again only when the first message is known not to have arrived. A party that does not come within the venue's `notifyExpiryMinutes` expires.",
  body: schemas.notifyBody,
  bodyOptional: true,
  refusals: ["not_found", "illegal_transition", "guest_messaging_unavailable", "capability_unsupported"],
  example: { request: {}, response: examples.notifiedExample },
});

const seatRoute = defineRoute({
  ...venue,
  path: "/v1/waitlist_entries/{entryId}/seat",
  operationId: "seatWaitlistEntry",
  summary: "Seat a party of the waitlist",
  description:
    "Now, by the rule of seating or at tables chosen by hand, which may run into a later party's time only with `allow_overrun: true`. Makes a booking in service with source `waitlist`, in the same step. A repeat is answered the same.",
  body: schemas.seatBody,
  bodyOptional: true,
  refusals: [
    "invalid_request",
    "not_found",
    "illegal_transition",
    "slot_unavailable",
    "capability_unsupported",
    "configuration_missing",
  ],
  example: { request: {}, response: examples.seatedEntryExample },
});

const removeRoute = defineRoute({
  ...venue,
  path: "/v1/waitlist_entries/{entryId}/remove",
  operationId: "removeWaitlistEntry",
  summary: "Take a party off the waitlist, for the venue",
  description: "A repeat is answered the same.",
  body: schemas.removeBody,
  bodyOptional: true,
  refusals: ["not_found", "illegal_transition"],
  example: { request: { reason: "Left without a word" }, response: examples.endedExample("removed") },
});

const cancelRoute = defineRoute({
  ...venue,
  path: "/v1/waitlist_entries/{entryId}/cancel",
  operationId: "cancelWaitlistEntry",
  bodyEmpty: true,
  summary: "Take a party off the waitlist, for the guest",
  description: "Tells apps by waitlist_entry.removed with `data.status` cancelled. A repeat is answered the same.",
  access: { kind: "app", scope: "bookings:write" },
  refusals: ["not_found", "illegal_transition"],
  example: { response: examples.endedExample("cancelled") },
});

/** The routes of one party, bound. */
export function waitlistEntryRoutes(deps: WaitlistRouteDeps): BoundRoute[] {
  const permit = async (call: EntryCall, db: Db): Promise<() => void> => {
    const entry = await findEntry(db, call.params.entryId);
    const permits = deps.permits;
    return entry === undefined ? permits.none() : permits.at(entry.location_id);
  };
  const answer = async (db: Db, call: EntryCall, { entry }: MovedEntry) =>
    reply(200, entryToWire(entry, await readPosition(db, entry), viewFor(call.app)));
  return [
    bindRead(getRoute, async (call, _db, snapshot) => {
      const found = await snapshot((db) => getEntry(db, call.app.id, call.params.entryId));
      if (isRefusal(found)) return found;
      return reply(200, entryToWire(found.entry, found.position, viewFor(call.app)));
    }),
    bindWrite(
      notifyRoute,
      async (call, tx) => {
        const linkOf = guestPageOf(deps.baseUrl());
        const options = { note: call.body?.message ?? null, linkOf };
        const moved = await notifyEntry(tx, call.app.id, call.params.entryId, options);
        return isRefusal(moved) ? moved : answer(tx, call, moved);
      },
      { permit },
    ),
    bindWrite(
      seatRoute,
      async (call, tx) => {
        const moved = await seatEntry(tx, call.app.id, call.params.entryId, chosenTables(call.body ?? {}));
        return isRefusal(moved) ? moved : answer(tx, call, moved);
      },
      { permit },
    ),
    bindWrite(
      removeRoute,
      async (call, tx) => {
        const moved = await removeEntry(tx, call.app.id, call.params.entryId, call.body?.reason ?? null);
        return isRefusal(moved) ? moved : answer(tx, call, moved);
      },
      { permit },
    ),
    bindWrite(
      cancelRoute,
      async (call, tx) => {
        const moved = await cancelEntry(tx, call.app.id, call.params.entryId);
        return isRefusal(moved) ? moved : answer(tx, call, moved);
      },
      { permit },
    ),
  ];
}

interface EntryCall {
  readonly app: AppCaller;
  readonly params: { readonly entryId: Id<"bkw"> };
}
