/**
 * Applies a report about a payment to its order. Guarantees: a report is applied once, in whatever order and however
 * often it comes. A report after the order's time to be paid has the same effect before and after the sweep. Money for an
 * order that is over goes back. A paid order is handed over in the same transaction (rules/ordering 6.6).
 */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { applyRefundNews, type RefundNews } from "../../payments/money/apply-refund-news.command.ts";
import type { NewsTaken } from "../../payments/money/charge-test-card.command.ts";
import type { LinkNews } from "../../payments/payment/payment-state.ts";
import { OrderWork } from "../order/order-work.ts";
import { lockOrder } from "../order/orders.sql.ts";
import { saveOrder } from "../save/save-order.command.ts";
import { paymentStatusOf } from "./end-order.command.ts";
import { endUnattended, endUnpayable } from "./end-unpayable.command.ts";
import { fireTimer } from "./fire-timer.command.ts";
import { takeNews, type AboutNews } from "./take-news.command.ts";

/** Applies a processor's news to an order. */
export async function applyPaymentNews(
  tx: Tx,
  orderId: Id<"ord">,
  news: LinkNews,
  about: AboutNews = {},
): Promise<NewsTaken> {
  const locked = await lockOrder(tx, orderId, null);
  if (locked === undefined) return { changed: false, surplus: null };
  const work = new OrderWork(locked.order, locked);
  await fireTimer(tx, work, locked);
  if (about.chargeBegins === true) await endUnattended(tx, work, locked);
  const isEnded = work.isChanged;
  const { state, surplus } = await takeNews(tx, work, news, about);
  // Paid at the processor while the location closed: the money goes back at once.
  if (state === "paid") await endUnattended(tx, work, locked);
  if (work.isChanged) {
    work.proceed(locked);
    await saveOrder(tx, work, locked.connectedApp);
  }
  // Whoever wanted to charge is refused, which takes this transaction back: the order ends all the same.
  if (isEnded && about.chargeBegins === true) tx.afterRefusal((own) => endUnpayable(own, orderId));
  return { changed: state !== undefined, surplus };
}

/** Applies what became of a refund: the order tells of every amount that went back, or came back from there. */
export async function applyRefundNewsToOrder(
  tx: Tx,
  orderId: Id<"ord">,
  refundId: Id<"rfd">,
  news: RefundNews,
): Promise<void> {
  const locked = await lockOrder(tx, orderId, null);
  const { effect, payment } = await applyRefundNews(tx, { orderId }, refundId, news);
  // A charge that was never asked for is no part of the order, and an order that was archived tells of nothing any more.
  if (effect === null || payment === null || locked === undefined) return;
  const work = new OrderWork(locked.order, locked);
  const payment_status = paymentStatusOf(payment.status);
  const what = payment_status === "refunded" ? "refunded" : effect === "settled" ? "partly_refunded" : "refund_failed";
  work.change(what, "service", { payment_status, refunded: payment.refunded });
  work.tell("order.updated", "updated", true);
  work.proceed(locked);
  await saveOrder(tx, work, locked.connectedApp);
}
