/** Tells orders and bookings about their payments. The only place that knows both. */
import { applyPaymentNewsToBooking, applyRefundNewsToBooking } from "../bookings/payments/take-payment-news.command.ts";
import { getPaidBookingDescription } from "../bookings/payments/describe-paid-booking.query.ts";
import { declineUnpaid } from "../bookings/payments/decline-unpaid.command.ts";
import { endUnpayable } from "../orders/decide/end-unpayable.command.ts";
import { describeOrder, getOrderContact } from "../orders/order/describe-order.sql.ts";
import { applyPaymentNews, applyRefundNewsToOrder } from "../orders/decide/pay-order.command.ts";
import type { OnPaymentNews } from "../payments/money/charge-test-card.command.ts";
import type { OnRefundNews } from "../payments/money/run-refunds.job.ts";
import { subjectOf, type PaidFor } from "../payments/payment/paid-for.ts";
import type { PaidThing, SendOrder } from "../payments/pages/pay.pages.ts";
import { getMenuVersion } from "../menus/read/get-orderable-menu.query.ts";
import { sendLinks } from "../store/find/send-links.command.ts";
import { lineWords } from "../store/shared/line-words.ts";
import { menuWords } from "../store/shared/menu-words.ts";
import type { Id } from "../kernel/id.ts";
import type { Database, Db, Tx } from "../platform/postgres/database.ts";

/** Tells an order or a booking what a processor says about its payment. */
export const tellOfPayment: OnPaymentNews = (tx, of, news, about) => {
  const subject = subjectOf(of);
  return subject.kind === "order"
    ? applyPaymentNews(tx, subject.id, news, about)
    : applyPaymentNewsToBooking(tx, { bookingId: subject.id, paymentId: of.payment_id }, news, about);
};

/** Tells an order or a booking what became of a refund of its money. */
export const tellOfRefund: OnRefundNews = (tx, of, refundId, news) => {
  const subject = subjectOf(of);
  return subject.kind === "order"
    ? applyRefundNewsToOrder(tx, subject.id, refundId, news)
    : applyRefundNewsToBooking(tx, { bookingId: subject.id, paymentId: of.payment_id }, refundId, news);
};

/** Ends what can no longer be paid, before somebody is sent to the processor. */
export async function endUnpaid(tx: Tx, of: PaidFor): Promise<void> {
  const subject = subjectOf(of);
  if (subject.kind === "order") await endUnpayable(tx, subject.id);
  else await declineUnpaid(tx, subject.id);
}

/** What an order or a booking is shown by to whoever pays for it. */
export async function describePaid(db: Db, of: PaidFor): Promise<PaidThing> {
  const subject = subjectOf(of);
  if (subject.kind !== "order") return { kind: "booking", booking: await getPaidBookingDescription(db, subject.id) };
  const order = await describeOrder(db, subject.id);
  const menu = await getMenuVersion(db, order.menu_version_id);
  const location = { language: order.place_language, country: order.country };
  return {
    kind: "order",
    order,
    linesFor(reader) {
      const words = lineWords(menu, menuWords(menu, location, reader));
      return order.line_items.map((line) => words.line(line));
    },
  };
}

/** The e-mail of an order's diner; null where nobody gave one. */
export async function emailOfOrder(db: Db, orderId: Id<"ord">): Promise<string | null> {
  return (await getOrderContact(db, orderId)).email;
}

/** Sends the link to an order to its own diner, by e-mail where there is one; answers as `sendLinks` does. */
export async function sendPaidOrder(
  database: Database,
  { orderId, address, language }: SendOrder,
): Promise<number | undefined> {
  const { phone, email } = await getOrderContact(database.read, orderId);
  const contact = email === null ? ({ kind: "phone", typed: phone } as const) : ({ kind: "email", email } as const);
  return sendLinks(database, { contact, address, country: null, language, only: orderId });
}
