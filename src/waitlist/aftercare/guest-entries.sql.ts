/** SQL of everything that the waitlist keeps about one guest. */
import type { GuestKey } from "../../bookings/aftercare/guest-records.sql.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { defineRetention, type LocationDue } from "../../platform/postgres/guest-retention.sql.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { WaitlistEntry } from "../entry/waitlist-entry.ts";
import { entryTable } from "../entry/waitlist.sql.ts";

const listEntriesOfStatement = defineStatement({
  name: "list-waitlist-entries-of-guest",
  prepare: false,
  takes: ["text", "text"],
  gives: entryTable.row,
  text: `SELECT ${entryTable.select("w")} FROM waitlist_entries w WHERE w.guest_phone = $1 OR lower(w.guest_email) = lower($2)
    ORDER BY w.joined_at, w.id`,
});

/** The entries of a guest at every location, oldest first. */
export function listEntriesOf(db: Db, guest: GuestKey): Promise<WaitlistEntry[]> {
  return db.rows(listEntriesOfStatement, [guest.phone, guest.email]);
}

const lockLinesStatement = defineStatement({
  name: "lock-waitlists-of-guest",
  prepare: false,
  takes: ["text", "text"],
  text: `SELECT FROM waitlists q WHERE q.location_id IN (
      SELECT w.location_id FROM waitlist_entries w WHERE w.guest_phone = $1 OR lower(w.guest_email) = lower($2))
    ORDER BY q.location_id FOR UPDATE`,
});

/** Waits for the lines in which the guest stands or stood: whoever acts on an entry has read the guest under this lock. */
export async function lockLinesOf(tx: Tx, guest: GuestKey): Promise<void> {
  await tx.rows(lockLinesStatement, [guest.phone, guest.email]);
}

const sendEntryErasureStatement = defineStatement({
  name: "erase-guest-of-waitlist-entry",
  prepare: false,
  takes: ["text[]"],
  text: `UPDATE waitlist_entries SET guest_first_name = NULL, guest_last_name = NULL, guest_phone = NULL, guest_email = NULL,
     guest_token = NULL, notes = NULL, ended_reason = NULL, guest_erased_at = clock_timestamp() WHERE id = ANY ($1)`,
});

/** Blanks the guest of the entries; how long they waited stays. */
export function sendEntryErasure(tx: Tx, ids: readonly Id<"bkw">[]): void {
  tx.send(sendEntryErasureStatement, [ids]);
}

const retention = defineRetention<"bkw">({
  table: "waitlist_entries",
  guests: "old-waiting-guests",
  ended: "ended_at",
});

/** Locations that erase guests after a time and have some who are due, by their own clock. */
export function listLocationsWithOldGuests(db: Db): Promise<LocationDue[]> {
  return db.rows(retention.listLocations);
}

/** Some entries of the location whose guests are due, oldest first, locked. */
export async function lockOldEntries(tx: Tx, locationId: Id<"str">, limit: number): Promise<Id<"bkw">[]> {
  const rows = await tx.rows(retention.lockRows, [locationId, limit]);
  return rows.map(({ id }) => id);
}
