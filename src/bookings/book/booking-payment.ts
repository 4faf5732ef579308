/** The payment of a booking, in its row and on the wire (rules/bookings 17.2, 17.6). Pure. */
import { toIso, type Instant } from "../../kernel/clock.ts";
import type { Payment } from "../../payments/payment/find-payment.query.ts";
import { amountFor, partOf, refundPercent, refundUntil, type PaymentTerms } from "../venue/payment-terms.ts";
import type { Booking, BookingPayment, BookingStatus } from "./booking.ts";

export const bookingPaymentStatuses = [
  "due",
  "paid",
  "refund_pending",
  "part_refunded",
  "refunded",
  "kept",
  "void",
] as const;
export type BookingPaymentStatus = (typeof bookingPaymentStatuses)[number];

type PaidParty = Pick<Booking, "payment" | "starts_at" | "party_size">;

/** Whether nothing is taken yet and the booking still wants to be paid. */
export function isDue({ state }: BookingPayment): boolean {
  return state === "unpaid" || state === "failed" || state === "pending";
}

/** What is left of what was taken. */
export function leftOf({ state, amount, refund_requested }: BookingPayment): number {
  return state === "paid" ? amount - refund_requested : 0;
}

/** What of the taken money the party as it is has paid: the restaurant has kept the rest of guests who gave up late. */
function paidFor(payment: BookingPayment, partySize: number): number {
  return Math.min(leftOf(payment), amountFor(payment.terms, partySize));
}

/** What is left when a guest cancels at `now`, and how much of it goes back (rules/bookings 17.5): in time all of it. */
export function returnOfAll(
  { payment, starts_at: startsAt, party_size: partySize }: PaidParty,
  now: Instant,
): { readonly left: number; readonly back: number } {
  if (payment === null) return { left: 0, back: 0 };
  const left = leftOf(payment);
  const percent = refundPercent(payment.terms, startsAt, now);
  return { left, back: percent === 100 ? left : partOf(paidFor(payment, partySize), percent) };
}

/** What a smaller party no longer owes of what was taken, and how much of that goes back at `now` (rules/bookings 17.5). */
export function returnOfFewer(
  { payment, starts_at: startsAt, party_size: before }: PaidParty,
  partySize: number,
  now: Instant,
): { readonly less: number; readonly back: number } {
  if (payment === null || isDue(payment)) return { less: 0, back: 0 };
  const less = Math.max(0, paidFor(payment, before) - amountFor(payment.terms, partySize));
  return { less, back: partOf(less, refundPercent(payment.terms, startsAt, now)) };
}

/** A payment as everybody is shown it. */
export function statusOfPayment(payment: BookingPayment, booking: BookingStatus): BookingPaymentStatus {
  const isExpected = booking === "pending" || booking === "confirmed";
  if (isDue(payment)) return isExpected || booking === "in_service" ? "due" : "void";
  const { state, refund_requested, refunded } = payment;
  if (state === "void" || state === "refund_pending" || state === "refunded") return state;
  if (refund_requested > refunded) return "refund_pending";
  if (refunded > 0) return "part_refunded";
  return isExpected ? "paid" : "kept";
}

/** What the booking keeps after a step of its payment. */
export function afterStep(kept: BookingPayment, { status, refund_requested, refunded }: Payment): BookingPayment {
  return { ...kept, state: status, refund_requested, refunded };
}

/** The payment of a booking on the wire. */
export function bookingPaymentToWire(
  payment: BookingPayment,
  booking: { readonly status: BookingStatus; readonly payment_due_at: Instant | null },
) {
  const status = statusOfPayment(payment, booking.status);
  const { terms, amount, refunded, link_url } = payment;
  return {
    kind: terms.kind,
    status,
    amount,
    currency: terms.currency,
    refunded,
    due_at: booking.payment_due_at === null ? null : toIso(booking.payment_due_at),
    payment_link_url: status === "due" ? link_url : null,
  };
}

/** The terms of a slot or hold on the wire. */
export function termsToWire(
  terms: PaymentTerms | null,
  { startsAt, partySize }: { readonly startsAt: Instant; readonly partySize: number },
) {
  if (terms === null) return null;
  return {
    kind: terms.kind,
    amount: amountFor(terms, partySize),
    currency: terms.currency,
    per: terms.per,
    refund_until: toIso(refundUntil(terms, startsAt)),
    refund_percent_after: terms.refund_percent_after,
  };
}
