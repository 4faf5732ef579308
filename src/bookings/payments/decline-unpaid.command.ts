/**
 * Declines bookings that were not paid in time (rules/bookings 17.3). Guarantees: never before the time by the clock of
 * the location, and once. The tables are free at the same moment. Called by the sweep, by a report about a payment, and
 * when somebody begins to pay.
 */
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { changed } from "../book/booking.ts";
import { lockBooking, tablesOf, type LockedBooking } from "../book/lock-booking.command.ts";
import { saveBooking } from "../book/save-booking.command.ts";
import { sendRelease } from "../tables/claims.sql.ts";
import { endPayment } from "./return-payment.command.ts";

/** Declines the booking if its time to be paid is over; answers whether it did. */
export async function declineUnpaid(tx: Tx, id: Id<"bkg">): Promise<boolean> {
  const found = await lockBooking(tx, null, id);
  return isRefusal(found) ? false : (await declineLate(tx, found)) !== undefined;
}

/** The same for a locked booking; answers it as it is then, or undefined when it is not too late. */
export async function declineLate(tx: Tx, lockedBooking: LockedBooking): Promise<LockedBooking | undefined> {
  const { locked, booking } = lockedBooking;
  if (booking.payment_due_at === null || booking.payment_due_at > locked.now) return undefined;
  sendRelease(tx, booking.id);
  const ended = await endPayment(tx, booking, "service", locked.now);
  const patch = { ...ended, status: "declined", decline_reason: "PAYMENT_TIMEOUT" } as const;
  const next = changed(booking, "service", patch, locked.now);
  await saveBooking(tx, locked, next, "booking.declined", [tablesOf(lockedBooking)]);
  return { locked, booking: next };
}
