/**
 * Retention of guests' data on the waitlist: so many days after a party left the line, by the same setting as for bookings
 * (`guest_retention_days`). Each batch of a location is one transaction with its audit entry, which names nobody. Idempotent.
 */
import { recordAudit } from "../audit/record-audit.command.ts";
import type { Database } from "../platform/postgres/database.ts";
import { eraseEntries } from "./erase-entries.command.ts";
import { listLocationsWithOldGuests, lockOldEntries } from "./guest-entries.sql.ts";

const batch = 500;

/** Erases the guests who are due, a batch for each location; answers whether there may be more. */
export async function eraseOldEntries(database: Database): Promise<boolean> {
  let more = false;
  for (const { id, days } of await listLocationsWithOldGuests(database.read)) {
    const erased = await database.transaction(async (tx) => {
      const ids = await lockOldEntries(tx, id, batch);
      if (ids.length === 0) return 0;
      eraseEntries(tx, ids);
      await recordAudit(tx, {
        actor: "retention",
        requestId: null,
        action: "guest.erased",
        subject: id,
        before: null,
        after: { waitlist_entries: ids.length, guest_retention_days: days },
      });
      return ids.length;
    });
    more ||= erased === batch;
  }
  return more;
}
