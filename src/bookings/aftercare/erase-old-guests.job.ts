/** Retention of bookings: counted from the end of the stay. The erasure is that of the operator's call. */
import type { Database } from "../../platform/postgres/database.ts";
import { eraseGuestsOf } from "./erase-guest.command.ts";
import { eraseInBatches } from "./erase-in-batches.command.ts";
import { listLocationsDue, lockDueBookings } from "./guest-records.sql.ts";

/** Erases the guests who are due, a batch for each location; answers whether there may be more. */
export function eraseOldGuests(database: Database): Promise<boolean> {
  return eraseInBatches(database, {
    listDue: listLocationsDue,
    lockDue: lockDueBookings,
    erase: eraseGuestsOf,
    countedAs: "bookings",
  });
}
