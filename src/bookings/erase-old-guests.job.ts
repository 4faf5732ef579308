/**
 * Retention of guests' data: so many days after the end of a stay its guest is erased, where the operator has set how many
 * (`guest_retention_days`). Guarantees: erased as if the operator had asked for it (`erase-guest.command.ts`), and each batch
 * of a location is one transaction with its audit entry, which names nobody. Idempotent; several processes may run it.
 */
import { recordAudit } from "../audit/record-audit.command.ts";
import type { Database } from "../platform/postgres/database.ts";
import { eraseGuestsOf } from "./erase-guest.command.ts";
import { listLocationsDue, lockDueBookings } from "./guest-records.sql.ts";

const batch = 500;

/** Erases the guests who are due, a batch for each location; answers whether there may be more. */
export async function eraseOldGuests(database: Database): Promise<boolean> {
  let more = false;
  for (const { id, days } of await listLocationsDue(database.read)) {
    const erased = await database.transaction(async (tx) => {
      const ids = await lockDueBookings(tx, id, batch);
      if (ids.length === 0) return 0;
      eraseGuestsOf(tx, ids);
      await recordAudit(tx, {
        actor: "retention",
        requestId: null,
        action: "guest.erased",
        subject: id,
        before: null,
        after: { bookings: ids.length, guest_retention_days: days },
      });
      return ids.length;
    });
    more ||= erased === batch;
  }
  return more;
}
