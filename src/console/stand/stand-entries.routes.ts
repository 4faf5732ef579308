/** The acts of hosts on one party in line: edit it, tell it, seat it, take it off, put it back (rules/waitlist 5). */
import { chosenTables } from "../../bookings/tables/chosen-tables.ts";
import type { StaffActor } from "../../kernel/actor.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { getLocationClock } from "../../locations/grants/read-locations.query.ts";
import type { ConsoleCaller } from "../../platform/http/console/console-caller.ts";
import { declaredBy } from "../../platform/http/refusals/declared-refusal.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import type { RouteValue } from "../../platform/http/route-value.ts";
import { bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import type { WaitlistRouteDeps } from "../../waitlist/api/waitlist-route-deps.ts";
import type { EntryStatus } from "../../waitlist/entry/waitlist-entry.ts";
import { editEntry } from "../../waitlist/line/edit-entry.command.ts";
import { guestPageOf } from "../../waitlist/line/guest-page.ts";
import { checkSeen, type MovedEntry } from "../../waitlist/line/lock-entry.command.ts";
import { notifyEntry, removeEntry, seatEntry } from "../../waitlist/line/move-entry.command.ts";
import { findAnyEntry } from "../../waitlist/line/read-waitlist.query.ts";
import { undoEntry } from "../../waitlist/line/undo-entry.command.ts";
import { requireHost, staffOf, standRoles } from "../bookings/stand-access.ts";
import { showEntry } from "./read-line.query.ts";
import * as schemas from "./stand-calls.schemas.ts";
import { upsideDown } from "./stand-line.routes.ts";
import { standEntrySchema } from "./stand-waitlist.schemas.ts";

const act = {
  tag: "Stand",
  access: { kind: "console", needs: "actor", roles: standRoles },
  params: { entryId: idField("bkw") },
  success: { 200: standEntrySchema },
} as const;
const refusals = ["not_found", "role_required", "stale_version", "illegal_transition"] as const;

const editRoute = defineRoute({
  ...act,
  method: "PATCH",
  path: "/console/v1/waitlist_entries/{entryId}",
  operationId: "consoleEditWaitlistEntry",
  summary: "Edit a party in line",
  description:
    "Its size, its note, what it was told, or its place: `before` is the party in front of which it is to stand, null the end of the line. Apps read the change and hear no event.",
  body: schemas.editEntryBody,
  refusals: [
    ...refusals,
    "invalid_request",
    "capability_unsupported",
    "configuration_missing",
    "party_size_out_of_bounds",
  ],
});

const notifyRoute = defineRoute({
  ...act,
  method: "POST",
  path: "/console/v1/waitlist_entries/{entryId}/notify",
  operationId: "consoleNotifyWaitlistEntry",
  summary: "Tell a party that its table is ready",
  description:
    "By a text, in the restaurant's usual words or in `message`. A party that was told already is told again only with a `message`, or when the first text did not arrive.",
  body: schemas.notifyBody,
  refusals: [...refusals, "guest_messaging_unavailable", "capability_unsupported"],
});

const seatRoute = defineRoute({
  ...act,
  method: "POST",
  path: "/console/v1/waitlist_entries/{entryId}/seat",
  operationId: "consoleSeatWaitlistEntry",
  summary: "Seat a party of the line",
  description: "By the rule of seating, or at the tables that are named. A repeat is answered the same.",
  body: schemas.seatEntryBody,
  refusals: [...refusals, "invalid_request", "slot_unavailable", "capability_unsupported", "configuration_missing"],
});

const removeRoute = defineRoute({
  ...act,
  method: "POST",
  path: "/console/v1/waitlist_entries/{entryId}/remove",
  operationId: "consoleRemoveWaitlistEntry",
  summary: "Take a party off the line",
  description: "A repeat is answered the same.",
  body: schemas.removeBody,
  refusals,
});

const undoRoute = defineRoute({
  ...act,
  method: "POST",
  path: "/console/v1/waitlist_entries/{entryId}/undo",
  operationId: "consoleUndoWaitlistEntry",
  summary: "Put a party back into line",
  description:
    "A party that was seated (within 15 minutes), taken off or expired (within 30 minutes) stands where it stood. The booking of a party that was seated is cancelled and its table is free.",
  body: schemas.undoBody,
  refusals: [...refusals, "undo_expired", "capability_unsupported", "configuration_missing"],
});

interface EntryCall {
  readonly console: ConsoleCaller;
  readonly params: { readonly entryId: Id<"bkw"> };
  readonly body: { readonly expected_version: number };
}

/** Runs an act of the caller on an entry, if they are a host or manager where it is, and answers the entry. */
async function actOnEntry<R extends RouteValue>(
  route: R,
  tx: Tx,
  { console: caller, params: { entryId } }: Pick<EntryCall, "console" | "params">,
  run: (actor: StaffActor, id: Id<"bkw">) => Promise<MovedEntry | Refusal>,
) {
  const entry = await findAnyEntry(tx, entryId);
  if (entry === undefined) return declaredBy(route, noEntry(entryId));
  const acting = requireHost(caller, entry.location_id);
  if (isRefusal(acting)) return declaredBy(route, acting.code === "not_found" ? noEntry(entryId) : acting);
  const outcome = await run(staffOf(acting), entryId);
  const clock = await getLocationClock(tx, entry.location_id);
  if (isRefusal(clock)) return declaredBy(route, clock);
  if (!isRefusal(outcome)) return reply(200, await showEntry(tx, outcome.entry, clock.now));
  if (outcome.code !== "stale_version") return declaredBy(route, outcome);
  const now = await showEntry(tx, (await findAnyEntry(tx, entryId)) ?? entry, clock.now);
  const details = { ...outcome.details, updated_by: now.updated_by };
  return declaredBy(route, refuse("stale_version", outcome.message, details));
}

function noEntry(id: Id<"bkw">): Refusal<"not_found"> {
  return refuse("not_found", `there is no waitlist entry ${id}`);
}

/** Runs a move when the caller has seen the entry as it is; a repeat is not asked about. */
async function whenSeen(
  tx: Tx,
  { params: { entryId }, body }: EntryCall,
  actor: StaffActor,
  to: { readonly to: EntryStatus; readonly isAnew?: boolean },
  move: () => Promise<MovedEntry | Refusal>,
): Promise<MovedEntry | Refusal> {
  const seen = await checkSeen(tx, actor, entryId, { expectedVersion: body.expected_version, ...to });
  return isRefusal(seen) ? seen : move();
}

/** The routes of one party. */
export function standEntryRoutes({ permits, baseUrl }: WaitlistRouteDeps): BoundRoute[] {
  const waiting = {
    permit: async ({ params: { entryId } }: Pick<EntryCall, "params">, db: Db) => {
      const entry = await findAnyEntry(db, entryId);
      return entry === undefined ? permits.none() : permits.at(entry.location_id);
    },
  };
  return [
    bindWrite(
      editRoute,
      async (call, tx) => {
        const { quoted_wait: quoted, party_size: partySize, notes, before } = call.body;
        if (quoted !== undefined && quoted.min > quoted.max) return upsideDown();
        const edit = { expectedVersion: call.body.expected_version, partySize, quoted, notes, before };
        return actOnEntry(editRoute, tx, call, (actor, id) => editEntry(tx, actor, id, edit));
      },
      waiting,
    ),
    bindWrite(
      notifyRoute,
      (call, tx) =>
        actOnEntry(notifyRoute, tx, call, (actor, id) => {
          const options = { note: call.body.message ?? null, linkOf: guestPageOf(baseUrl()) };
          const to = { to: "notified", isAnew: options.note !== null } as const;
          return whenSeen(tx, call, actor, to, () => notifyEntry(tx, actor, id, options));
        }),
      waiting,
    ),
    bindWrite(
      seatRoute,
      (call, tx) =>
        actOnEntry(seatRoute, tx, call, (actor, id) => {
          const chosen = chosenTables(call.body);
          return whenSeen(tx, call, actor, { to: "seated" }, () => seatEntry(tx, actor, id, chosen));
        }),
      waiting,
    ),
    bindWrite(
      removeRoute,
      (call, tx) =>
        actOnEntry(removeRoute, tx, call, (actor, id) =>
          whenSeen(tx, call, actor, { to: "removed" }, () => removeEntry(tx, actor, id, call.body.reason ?? null)),
        ),
      waiting,
    ),
    bindWrite(
      undoRoute,
      (call, tx) =>
        actOnEntry(undoRoute, tx, call, (actor, id) => undoEntry(tx, actor, id, call.body.expected_version)),
      waiting,
    ),
  ];
}
