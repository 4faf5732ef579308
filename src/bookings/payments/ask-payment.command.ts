/** Asking for the payment of a booking (rules/bookings 17.2). The booking and its payment are written in one transaction. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { createPayment } from "../../payments/money/create-payment.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { BookingPayment } from "../book/booking.ts";
import { createPaymentTaker } from "./payment-taker.cache.ts";
import { amountFor, type PaymentTerms } from "../venue/payment-terms.ts";

export interface AskedPayment {
  readonly payment: BookingPayment;
  /** Writes it, after the row of its booking. */
  send(): void;
}

/** The payment that a party of a booking owes by the terms, to be paid at its link. */
export function askPayment(
  tx: Tx,
  booking: { readonly id: Id<"bkg">; readonly location_id: Id<"str">; readonly party_size: number },
  terms: PaymentTerms,
): AskedPayment {
  const taker = tx.memories.of(createPaymentTaker);
  const created = createPayment({
    of: { kind: "booking", id: booking.id },
    locationId: booking.location_id,
    processor: taker.processor(),
    amount: amountFor(terms, booking.party_size),
    currency: terms.currency,
    paid: false,
  });
  const { id, status: state, amount, refund_requested, refunded } = created;
  const payment = { id, state, amount, refund_requested, refunded, link_url: taker.linkTo(created.link_token), terms };
  return { payment, send: () => created.send(tx) };
}

/** Until when a booking can be paid: for the location's window, and never beyond its start. */
export function dueAtOf(now: Instant, windowMinutes: number, startsAt: Instant): Instant {
  return Math.min(now + windowMinutes * 60_000, startsAt);
}
