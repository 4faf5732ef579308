/**
 * Reminds guests: by text three hours before they are expected, by e-mail at 18:00 of the day before, if they booked well before that. Guarantees: each start is
 * reminded of once, by whichever worker comes first; the mark and the queued message are one transaction. A booking that is
 * cancelled or moved before then is not reminded of for its old time.
 */
import type { Database } from "../../platform/postgres/database.ts";
import { takeDueMailReminders, takeDueReminders } from "./reminders.sql.ts";
import { remindByMessage } from "../book/write-to-guest.command.ts";

const batch = 100;

/** Queues the reminders that are due by the clock of their location; answers true when there may be more. */
export function remindGuests(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => {
    const byText = await takeDueReminders(tx, batch);
    for (const { seconds_left, ...booking } of byText) await remindByMessage(tx, booking, seconds_left, "sms");
    const byMail = await takeDueMailReminders(tx, batch);
    for (const { seconds_left, ...booking } of byMail) await remindByMessage(tx, booking, seconds_left, "email");
    return byText.length === batch || byMail.length === batch;
  });
}
