/**
 * Reminds guests on the day, three hours before they are expected, if they booked well before that. Guarantees: each start is
 * reminded of once, by whichever worker comes first; the mark and the queued message are one transaction. A booking that is
 * cancelled or moved before then is not reminded of for its old time.
 */
import type { Database } from "../../platform/postgres/database.ts";
import { takeDueReminders } from "./reminders.sql.ts";
import { remindByMessage } from "../book/write-to-guest.command.ts";

const batch = 100;

/** Queues the reminders that are due by the clock of their location; answers true when there may be more. */
export function remindGuests(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => {
    const due = await takeDueReminders(tx, batch);
    for (const { seconds_left, ...booking } of due) await remindByMessage(tx, booking, seconds_left);
    return due.length === batch;
  });
}
