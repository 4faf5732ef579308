/**
 * Retention of messages about orders: by the setting of bookings and of the waitlist (`guest_retention_days`), counted
 * from the time of writing. Messages about bookings and the waitlist go with those. Each batch is one transaction with
 * its audit entries, which name nobody.
 */
import { recordAudit } from "../../audit/record-audit.command.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { forgetOldOrderMessages } from "./forgotten-messages.sql.ts";

const batch = 500;

/** Forgets to whom messages about orders went, and what they said; answers whether there may be more. */
export async function forgetOldMessages(database: Database): Promise<boolean> {
  const forgotten = await database.transaction(async (tx) => {
    const locations = await forgetOldOrderMessages(tx, batch);
    for (const { location_id: subject, days, messages } of locations) {
      const after = { messages, guest_retention_days: days };
      await recordAudit(tx, {
        actor: "retention",
        requestId: null,
        action: "guest.erased",
        subject,
        before: null,
        after,
      });
    }
    return locations.reduce((sum, { messages }) => sum + messages, 0);
  });
  return forgotten === batch;
}
