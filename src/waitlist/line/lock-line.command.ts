/**
 * Locks the line: the first step of every change of a location's waitlist.
 *
 * Guarantees: until its transaction ends the writer alone works on the line, and reads the line as it is then. Parties
 * whose time is over are taken off first, so their end is exact with or without the sweep. A crash leaves nothing: the
 * lock ends with the connection. The line is always locked before the dates of the tables.
 */
import { findVenueState } from "../../bookings/venue/venue.query.ts";
import type { Id } from "../../kernel/id.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import { tellGuest } from "../../messaging/queue/tell-guest.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { saveEntry, type LockedLine } from "./save-entry.command.ts";
import { byService, expiryOf, type WaitlistEntry } from "../entry/waitlist-entry.ts";
import { expiredLetter } from "../entry/waitlist-letter.ts";
import * as sql from "../entry/waitlist.sql.ts";

/** Waits for the line of a location and reads it; parties that are due have expired. */
export async function lockLine(tx: Tx, locationId: Id<"str">): Promise<LockedLine> {
  // Sent at once and run in this order: what comes after the lock sees what was committed before it was granted.
  const [mark, state, entries] = await Promise.all([
    sql.lockWaitlist(tx, locationId),
    findVenueState(tx, locationId),
    sql.listLine(tx, locationId),
  ]);
  recordLiveChange(tx, locationId, "waitlist", locationId);
  if (state === undefined) throw new Error(`location ${locationId} is gone`);
  const { now } = state;
  let line: LockedLine = { locationId, state, now, open: mark.open, nextNumber: mark.version, entries };
  for (const entry of entries) {
    const at = expiryOf(entry);
    if (at > now) continue;
    line = await saveEntry(tx, line, entry, { ...byService, status: "expired", ended_at: at }, "expired");
    if (entry.status === "notified") await tellGivenUp(tx, entry);
  }
  return line;
}

/** Tells a party that did not come in time; one whose day is over knows it. */
async function tellGivenUp(
  tx: Tx,
  { id, location_id, guest_phone, guest_email, language }: WaitlistEntry,
): Promise<void> {
  await tellGuest(tx, {
    locationId: location_id,
    kind: "waitlist_expired",
    subjectId: id,
    occasion: "expired",
    contact: { phone: guest_phone, email: guest_email },
    language,
    letter: expiredLetter,
    sendWithinSeconds: 3_600,
  });
}
