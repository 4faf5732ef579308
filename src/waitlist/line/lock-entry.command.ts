/** The first step of every change of a party in line: locks its line, then reads the party as it is then. */
import { actedBy, appOf, venueBy, type BookingActor } from "../../bookings/book/lock-booking.command.ts";
import type { Id } from "../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import {
  mayMoveEntry,
  positionIn,
  type EntryAuthor,
  type EntryStatus,
  type WaitlistEntry,
} from "../entry/waitlist-entry.ts";
import * as sql from "../entry/waitlist.sql.ts";
import { lockLine } from "./lock-line.command.ts";
import type { LockedLine } from "./save-entry.command.ts";

/**
 * Who acts: an app, on entries of its granted locations; or the restaurant's people, a guest by their own key or the service,
 * on any, when the caller has looked at their right.
 */
export type EntryActor = BookingActor;

export interface LockedEntry {
  readonly line: LockedLine;
  readonly entry: WaitlistEntry;
}

export interface MovedEntry {
  readonly entry: WaitlistEntry;
  readonly position: number;
}

/** Waits for the line of an entry; the entry is as it is then. */
export async function lockEntry(tx: Tx, actor: EntryActor, id: Id<"bkw">): Promise<LockedEntry | Refusal<"not_found">> {
  const app = appOf(actor);
  const found = app === null ? await sql.findEntry(tx, id) : await sql.findVisibleEntry(tx, id, app);
  if (found === undefined) return entryNotFound(id);
  const line = await lockLine(tx, found.location_id);
  const entry = line.entries.find((one) => one.id === id) ?? (await sql.findEntry(tx, id));
  return entry === undefined ? entryNotFound(id) : { line, entry };
}

export function entryNotFound(id: Id<"bkw">): Refusal<"not_found"> {
  return refuse("not_found", `there is no waitlist entry ${id} at a location granted to this app`);
}

/** Who changes an entry for the venue. */
export function venueAuthor(actor: EntryActor): EntryAuthor {
  return { by: venueBy(actor), actedBy: actedBy(actor) };
}

/** An entry and its place in the line. */
export function inLine(line: LockedLine, entry: WaitlistEntry): MovedEntry {
  return { entry, position: positionIn(line.entries, entry.id) };
}

/** Refuses a move of an entry that its status does not allow. */
export function illegalEntry(entry: WaitlistEntry, action: string): Refusal<"illegal_transition"> {
  return refuse("illegal_transition", `waitlist entry ${entry.id} is ${entry.status}, so it cannot ${action}`, {
    from_status: entry.status,
  });
}

/**
 * Refuses a move when the caller has not seen the latest version of the entry (rules/waitlist 5.1). An entry that is moved
 * there already is not asked about, so that a repeat is answered the same, unless it is to be done anew; nor is one whose
 * status does not allow the move: the move itself says so. The line stays locked until the transaction ends.
 */
export async function checkSeen(
  tx: Tx,
  actor: EntryActor,
  id: Id<"bkw">,
  {
    expectedVersion,
    to,
    isAnew = false,
  }: { readonly expectedVersion: number | undefined; readonly to: EntryStatus; readonly isAnew?: boolean },
): Promise<Done | Refusal<"not_found" | "stale_version">> {
  const locked = await lockEntry(tx, actor, id);
  if (isRefusal(locked)) return locked;
  const { entry } = locked;
  const isAsked = entry.status === to ? isAnew : mayMoveEntry(entry.status, to, "venue");
  return isAsked ? checkEntryVersion(entry, expectedVersion) : done;
}

/** Refuses when the caller has not seen the latest version. */
export function checkEntryVersion(entry: WaitlistEntry, expected: number | undefined): Done | Refusal<"stale_version"> {
  if (expected === undefined || expected === entry.version) return done;
  return refuse(
    "stale_version",
    `expected_version is ${expected} and waitlist entry ${entry.id} is at version ${entry.version}; read it again`,
    { expected, actual: entry.version },
  );
}
