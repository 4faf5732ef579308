/** SQL of everything that the waitlist keeps about one guest. */
import type { GuestKey } from "../../bookings/aftercare/guest-records.sql.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
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

const isDue = `w.ended_at < clock_timestamp()
  + make_interval(secs => l.clock_offset_seconds::float8, days => -l.guest_retention_days)`;

const listLocationsWithOldGuestsStatement = defineStatement({
  name: "list-locations-with-old-waiting-guests",
  prepare: false,
  takes: [],
  gives: row<{ readonly id: Id<"str">; readonly days: number }>({ id: "text", days: "int4" }),
  text: `SELECT l.id, l.guest_retention_days AS days FROM locations l
    WHERE l.guest_retention_days IS NOT NULL AND EXISTS (
      SELECT 1 FROM waitlist_entries w WHERE w.location_id = l.id AND w.guest_erased_at IS NULL AND ${isDue})
    ORDER BY l.id`,
});

/** Locations that erase guests after a time and have some who are due, by their own clock. */
export function listLocationsWithOldGuests(db: Db): Promise<{ readonly id: Id<"str">; readonly days: number }[]> {
  return db.rows(listLocationsWithOldGuestsStatement);
}

const lockOldEntriesStatement = defineStatement({
  name: "lock-old-waitlist-entries",
  prepare: false,
  takes: ["text", "int8"],
  gives: row<{ readonly id: Id<"bkw"> }>({ id: "text" }),
  text: `SELECT w.id FROM waitlist_entries w JOIN locations l ON l.id = w.location_id
    WHERE l.id = $1 AND w.guest_erased_at IS NULL AND ${isDue}
    ORDER BY w.ended_at LIMIT $2 FOR UPDATE OF w SKIP LOCKED`,
});

/** Some entries of the location whose guests are due, oldest first, locked. */
export async function lockOldEntries(tx: Tx, locationId: Id<"str">, limit: number): Promise<Id<"bkw">[]> {
  const rows = await tx.rows(lockOldEntriesStatement, [locationId, limit]);
  return rows.map(({ id }) => id);
}
