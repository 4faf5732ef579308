/** Whether a booking with a payment may be moved to another slot (rules/bookings 17.5). Pure. */
import { done, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Booking } from "../book/booking.ts";
import { isDue, leftOf } from "../book/booking-payment.ts";
import { amountFor, type PaymentTerms } from "../venue/payment-terms.ts";

/** Refuses to move a booking that waits for its payment: the link asks for what was agreed. */
export function checkPaid(booking: Pick<Booking, "id" | "payment_due_at">): Done | Refusal<"not_changeable"> {
  if (booking.payment_due_at === null) return done;
  return refuse("not_changeable", `booking ${booking.id} waits for its payment: pay it first, or cancel it`, {
    reason: "payment_due",
  });
}

/**
 * Refuses a slot that asks for more than the booking has paid or owes; `terms` are those of the new slot. Where the same
 * configured payment holds for both slots, the booking keeps its price.
 */
export function checkDearer(
  { payment }: Pick<Booking, "payment">,
  terms: PaymentTerms | null,
  partySize: number,
): Done | Refusal<"payment_instrument_required"> {
  const own = payment?.terms.payment_id === terms?.payment_id ? (payment?.terms ?? terms) : terms;
  if (own === null) return done;
  const has = payment === null || payment.terms.currency !== own.currency ? 0 : covers(payment);
  if (amountFor(own, partySize) <= has) return done;
  return refuse("payment_instrument_required", "this change costs more than was paid for the booking; call the venue");
}

function covers(payment: NonNullable<Booking["payment"]>): number {
  return isDue(payment) ? payment.amount : leftOf(payment);
}
