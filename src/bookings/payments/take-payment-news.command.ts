/**
 * Applies a report about a payment to its booking. Guarantees: a report is applied once, in whatever order and however
 * often it comes. A report after the time to pay has the same effect before and after the sweep. Money for a booking that
 * is over, or for an earlier payment of it, goes back. A paid booking is confirmed in the same transaction. A crash
 * leaves all of it or nothing.
 */
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { applyProcessorNews, type LinkOfNews } from "../../payments/money/apply-news.command.ts";
import { applyRefundNews, type RefundNews } from "../../payments/money/apply-refund-news.command.ts";
import type { NewsTaken } from "../../payments/money/charge-test-card.command.ts";
import type { LinkNews } from "../../payments/payment/payment-state.ts";
import type { Payment } from "../../payments/payment/find-payment.query.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { changed, type Booking } from "../book/booking.ts";
import { sendBookingUpdate } from "../book/bookings.sql.ts";
import { lockBooking, type LockedBooking } from "../book/lock-booking.command.ts";
import { saveBooking, saveDetails } from "../book/save-booking.command.ts";
import { afterStep, statusOfPayment } from "../book/booking-payment.ts";
import { tellOfPayment } from "./tell-of-payment.command.ts";
import { declineLate, declineUnpaid } from "./decline-unpaid.command.ts";

export interface PaidBooking {
  readonly bookingId: Id<"bkg">;
  readonly paymentId: Id<"pay">;
}

export interface AboutBookingNews {
  /** A charge that begins needs an open payment. */
  readonly chargeBegins?: boolean;
  /** The processor's link that the news is about. */
  readonly link?: LinkOfNews;
}

/** Applies a processor's news to a booking. */
export async function applyPaymentNewsToBooking(
  tx: Tx,
  { bookingId, paymentId }: PaidBooking,
  news: LinkNews,
  about: AboutBookingNews = {},
): Promise<NewsTaken> {
  const found = await lockBooking(tx, null, bookingId);
  if (isRefusal(found)) return { changed: false, surplus: null };
  const declined = await declineLate(tx, found);
  const current = declined ?? found;
  const { state, surplus, payment } = await applyProcessorNews(tx, { paymentId }, news, {
    isOver: isOver(current.booking, paymentId),
    chargeBegins: about.chargeBegins ?? false,
    link: about.link ?? null,
  });
  if (payment !== undefined) await follow(tx, current, payment);
  // Whoever wanted to charge is refused, which takes this transaction back: the booking ends all the same.
  if (declined !== undefined && about.chargeBegins === true) {
    tx.afterRefusal(async (own) => void (await declineUnpaid(own, bookingId)));
  }
  return { changed: state !== undefined, surplus };
}

/** Applies what became of a refund: the booking tells of every amount that went back, or came back from there. */
export async function applyRefundNewsToBooking(
  tx: Tx,
  { bookingId, paymentId }: PaidBooking,
  refundId: Id<"rfd">,
  news: RefundNews,
): Promise<void> {
  const found = await lockBooking(tx, null, bookingId);
  if (isRefusal(found)) throw new Error(`a refund belongs to no booking: ${bookingId}`);
  const { effect, payment } = await applyRefundNews(tx, { paymentId }, refundId, news);
  // A charge that was never asked for is no part of the booking.
  if (effect !== null && payment !== null) await follow(tx, found, payment);
}

/** Nobody is to pay this payment any more: the booking is over, or asks for another one. */
function isOver({ status, payment }: Booking, paymentId: Id<"pay">): boolean {
  if (payment?.id !== paymentId || payment.state === "void") return true;
  return status !== "pending" && status !== "confirmed" && status !== "in_service";
}

/** Brings the booking in line with its payment, and tells of what everybody can see of it. */
async function follow(tx: Tx, { locked, booking }: LockedBooking, payment: Payment): Promise<void> {
  const kept = booking.payment;
  if (kept === null || kept.id !== payment.id) return;
  const next = afterStep(kept, payment);
  if (payment.status === "paid" && booking.status === "pending") {
    const patch = { status: "confirmed", payment: next, payment_due_at: null } as const;
    const paid = changed(booking, "service", patch, locked.now);
    await saveBooking(tx, locked, paid, "booking.confirmed", []);
    return tellOfPayment(tx, paid, kept);
  }
  const isSame = statusOfPayment(kept, booking.status) === statusOfPayment(next, booking.status);
  if (isSame && kept.refunded === next.refunded && kept.refund_requested === next.refund_requested) {
    // That a card was declined, or settles, is between the guest and the processor: no version, and nobody is told.
    if (kept.state !== next.state) sendBookingUpdate(tx, { ...booking, payment: next }, locked.writtenAt);
    return;
  }
  const after = changed(booking, "service", { payment: next }, locked.now);
  await saveDetails(tx, locked, { before: booking, after, cause: "service" }, []);
  await tellOfPayment(tx, after, kept);
}
