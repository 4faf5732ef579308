/**
 * Gives back a booking's payment when the booking ends or its party changes (rules/bookings 17.5). Each function is a
 * part of the transaction that changes the booking, whose row is locked.
 */
import type { Instant } from "../../kernel/clock.ts";
import { endPaymentOfBooking, reducePaymentOfBooking } from "../../payments/money/reverse-payment.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Booking, BookingPatch } from "../book/booking.ts";
import { askPayment } from "./ask-payment.command.ts";
import { afterStep, isDue, returnOfAll, returnOfFewer } from "../book/booking-payment.ts";
import { amountFor, refundPercent } from "../venue/payment-terms.ts";

type Paid = Pick<Booking, "id" | "location_id" | "payment" | "starts_at" | "party_size" | "status">;
type PaymentPatch = Pick<BookingPatch, "payment" | "payment_due_at">;

/** The end of a booking: its guest gets back what the terms say at `now`, from the venue or the service everything. */
export async function endPayment(
  tx: Tx,
  booking: Paid,
  by: "guest" | "venue" | "service",
  now: Instant,
): Promise<PaymentPatch> {
  const { payment, starts_at } = booking;
  if (payment === null) return {};
  const isAll = by !== "guest" || refundPercent(payment.terms, starts_at, now) === 100;
  const back = isAll ? "everything" : returnOfAll(booking, now).back;
  const after = await endPaymentOfBooking(tx, payment.id, back);
  return { payment: after === undefined ? payment : afterStep(payment, after), payment_due_at: null };
}

/** A party that came or did not come is asked for nothing more; what it has paid is kept. */
export async function closeDue(tx: Tx, booking: Paid, now: Instant): Promise<PaymentPatch> {
  return booking.payment !== null && isDue(booking.payment) ? endPayment(tx, booking, "service", now) : {};
}

/** A smaller party: in time the difference goes back, later what the terms say of it; what is due becomes less. */
export async function shrinkPayment(tx: Tx, booking: Paid, partySize: number, now: Instant): Promise<PaymentPatch> {
  const { payment } = booking;
  if (payment === null || booking.status === "in_service") return {};
  if (isDue(payment)) {
    return amountFor(payment.terms, partySize) < payment.amount && payment.state !== "pending"
      ? askAnew(tx, booking, partySize, now)
      : {};
  }
  const { less, back } = returnOfFewer(booking, partySize, now);
  if (less === 0) return {};
  const after = await reducePaymentOfBooking(tx, payment.id, back);
  return after === undefined ? {} : { payment: afterStep(payment, after) };
}

/** Asks again by the same terms, under another link; whatever was asked for before is over. */
export async function askAnew(tx: Tx, booking: Paid, partySize: number, now: Instant): Promise<PaymentPatch> {
  const { payment, id, location_id } = booking;
  if (payment === null) return {};
  await endPayment(tx, booking, "service", now);
  const asked = askPayment(tx, { id, location_id, party_size: partySize }, payment.terms);
  asked.send();
  return { payment: asked.payment };
}
