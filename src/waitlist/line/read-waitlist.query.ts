/** Reads a waitlist: the whole line, one entry, an estimate. */
import type { VenueState } from "../../bookings/venue/venue.query.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Message } from "../../messaging/message/message.ts";
import { readLatestMessages } from "../../messaging/message/read-messages.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { readWaitState, type KnownState } from "../estimate/estimate-wait.query.ts";
import { entryNotFound } from "./lock-entry.command.ts";
import { largestEstimate, requireWaitlist } from "./require-waitlist.ts";
import { canEverSit, largestParty } from "../estimate/wait-scene.ts";
import { isInLine, positionIn, type WaitlistEntry } from "../entry/waitlist-entry.ts";
import type { EntryPosition } from "./waitlist-wire.ts";
import * as sql from "../entry/waitlist.sql.ts";

export interface ReadLine {
  readonly open: boolean;
  readonly entries: readonly WaitlistEntry[];
  readonly messages: ReadonlyMap<string, Message>;
}

/** The line of a location that the caller may see. */
export async function readLine(db: Db, locationId: Id<"str">): Promise<ReadLine> {
  const [mark, entries] = await Promise.all([sql.findMark(db, locationId), sql.listLine(db, locationId)]);
  const messages = await readLatestMessages(
    db,
    entries.map(({ id }) => id),
  );
  return { open: mark?.open ?? false, entries, messages };
}

/** The parties that the venue, or time, has taken out of the line since a moment, the last one first; at most 100. */
export function listGoneEntries(db: Db, locationId: Id<"str">, since: Instant): Promise<WaitlistEntry[]> {
  return sql.listGone(db, locationId, since);
}

/** An entry of any location; the caller has to look at the right to it. */
export function findAnyEntry(db: Db, id: Id<"bkw">): Promise<WaitlistEntry | undefined> {
  return sql.findEntry(db, id);
}

/** An entry at a granted location, with its position. */
export async function getEntry(
  db: Db,
  appId: Id<"app">,
  id: Id<"bkw">,
): Promise<{ readonly entry: WaitlistEntry; readonly position: EntryPosition } | Refusal<"not_found">> {
  const entry = await sql.findVisibleEntry(db, id, appId);
  if (entry === undefined) return entryNotFound(id);
  return { entry, position: await readPosition(db, entry) };
}

/** Where a party stands, and the latest message to it. */
export async function readPosition(db: Db, entry: WaitlistEntry): Promise<EntryPosition> {
  const [line, messages] = await Promise.all([
    isInLine(entry.status) ? sql.listLine(db, entry.location_id) : [],
    readLatestMessages(db, [entry.id]),
  ]);
  return { position: positionIn(line, entry.id), message: messages.get(entry.id) };
}

/** What estimates the wait of a party that would join now (`estimateWait`). */
export interface EstimateFacts {
  readonly waiting: KnownState;
  readonly entries: readonly WaitlistEntry[];
}

/** Reads the facts of an estimate; refuses a party that can never be seated. */
export async function readEstimateFacts(
  db: Db,
  state: VenueState,
  partySize: number,
): Promise<EstimateFacts | Refusal<"capability_unsupported" | "configuration_missing" | "party_size_out_of_bounds">> {
  const ready = requireWaitlist(state);
  if (isRefusal(ready)) return ready;
  const { venue } = ready;
  if (partySize > largestEstimate || !canEverSit(venue, partySize)) {
    const max = Math.min(largestEstimate, largestParty(venue));
    return refuse("party_size_out_of_bounds", `no wait can be estimated for a party of ${partySize}`, { min: 1, max });
  }
  const [waiting, entries] = await Promise.all([readWaitState(db, ready), sql.listLine(db, venue.locationId)]);
  return { waiting, entries };
}
