/** Retention of the waitlist: counted from the moment when a party left the line, by the same setting as for bookings. */
import { eraseInBatches } from "../../bookings/aftercare/erase-in-batches.command.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { eraseEntries } from "./erase-entries.command.ts";
import { listLocationsWithOldGuests, lockOldEntries } from "./guest-entries.sql.ts";

/** Erases the guests who are due, a batch for each location; answers whether there may be more. */
export function eraseOldEntries(database: Database): Promise<boolean> {
  return eraseInBatches(database, {
    listDue: listLocationsWithOldGuests,
    lockDue: lockOldEntries,
    erase: eraseEntries,
    countedAs: "waitlist_entries",
  });
}
