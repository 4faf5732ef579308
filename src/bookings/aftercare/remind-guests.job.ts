/**
 * Reminds guests by text three hours before they are expected, and by e-mail at 18:00 of the day before, if they booked
 * well before that. Guarantees: each start has one reminder, whichever worker is first. The mark and the queued message
 * are one transaction. A booking that is cancelled or moved before then has no reminder for its old time.
 */
import { instantOf, localDate, wallTime } from "../../kernel/wall-time.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { listMailReminders, takeDueReminders, takeMailReminders, type MailReminder } from "./reminders.sql.ts";
import { remindByMessage } from "../book/write-to-guest.command.ts";

const batch = 100;
/** More than are waited for in 31 hours at once by the locations of one process. */
const mostListed = 20_000;

/** Queues the reminders that are due by the clock of their location; answers true when there may be more. */
export function remindGuests(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => {
    const byText = await takeDueReminders(tx, batch);
    for (const { seconds_left, ...booking } of byText) await remindByMessage(tx, booking, seconds_left, "sms");
    const due = (await listMailReminders(tx, mostListed)).filter(isEveningBefore);
    const nowOf = new Map(due.map(({ id, now }) => [id, now]));
    const byMail = await takeMailReminders(tx, due.slice(0, batch));
    for (const booking of byMail) {
      const secondsLeft = (booking.starts_at - (nowOf.get(booking.id) ?? booking.starts_at)) / 1000;
      await remindByMessage(tx, booking, secondsLeft, "email");
    }
    return byText.length === batch || due.length > batch;
  });
}

/** Whether it is 18:00 of the day before, in the booking's zone, or later. */
export function isEveningBefore({
  starts_at,
  time_zone,
  now,
}: Pick<MailReminder, "starts_at" | "time_zone" | "now">): boolean {
  const evening = wallTime(localDate(time_zone, starts_at), -6 * 60);
  return instantOf(time_zone, evening, "earlier") <= now;
}
