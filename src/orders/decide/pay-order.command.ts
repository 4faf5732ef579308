/**
 * What a payment's news means for its order. Guarantees: the news is applied once, whatever its order and repetition;
 * money for an order that is over goes back; a paid order is handed over in the same transaction.
 */
import { newId, type Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { applyProcessorNews, type LinkOfNews, type TakenNews } from "../../payments/money/apply-news.command.ts";
import { applyRefundNews, type RefundNews } from "../../payments/money/apply-refund-news.command.ts";
import type { NewsTaken } from "../../payments/money/charge-test-card.command.ts";
import type { LinkNews } from "../../payments/payment/payment-state.ts";
import { sendSimulatedCharge } from "../../payments/test-processor/simulate-charge.command.ts";
import { paymentStatusOf } from "./end-order.command.ts";
import { isTerminal } from "../order/order-status.ts";
import { OrderWork } from "../order/order-work.ts";
import { lockOrder } from "../order/orders.sql.ts";
import { saveOrder } from "../order/save-order.command.ts";

interface About {
  /** A charge that begins needs an open payment. */
  readonly chargeBegins?: boolean;
  /** The processor's link that the news is about. */
  readonly link?: LinkOfNews;
}

/** Applies a processor's news to an order. */
export async function applyPaymentNews(
  tx: Tx,
  orderId: Id<"ord">,
  news: LinkNews,
  about: About = {},
): Promise<NewsTaken> {
  const locked = await lockOrder(tx, orderId, null);
  if (locked === undefined) return { changed: false, surplus: null };
  const work = new OrderWork(locked.order, locked.now);
  const { state, surplus } = await takeNews(tx, work, news, about);
  if (state === undefined) return { changed: false, surplus };
  work.proceed(locked.leadMinutes);
  await saveOrder(tx, work, locked.receiver);
  return { changed: true, surplus };
}

/** Applies what became of a refund: the order tells of every amount that went back, or came back from there. */
export async function applyRefundNewsToOrder(
  tx: Tx,
  orderId: Id<"ord">,
  refundId: Id<"rfd">,
  news: RefundNews,
): Promise<void> {
  const locked = await lockOrder(tx, orderId, null);
  if (locked === undefined) throw new Error(`a refund belongs to no order: ${orderId}`);
  const { effect, payment } = await applyRefundNews(tx, orderId, refundId, news);
  // A charge that was never asked for is no part of the order.
  if (effect === null || payment === null) return;
  const work = new OrderWork(locked.order, locked.now);
  const payment_status = paymentStatusOf(payment.status);
  const what = payment_status === "refunded" ? "refunded" : effect === "settled" ? "partly_refunded" : "refund_failed";
  work.change(what, "service", { payment_status, refunded: payment.refunded });
  work.tell("order.updated", "updated", true);
  work.proceed(locked.leadMinutes);
  await saveOrder(tx, work, locked.receiver);
}

/** The order may be paid from now on; the simulated diner who pays at once does so here. */
export async function openPaymentStep(tx: Tx, work: OrderWork): Promise<void> {
  const { id, simulated_payment, payment_status, totals } = work.order;
  if (!simulated_payment || payment_status !== "unpaid") return;
  const reference = newId("pay");
  const charge = { reference, amount: totals.total, currency: totals.currency };
  const { state } = await takeNews(tx, work, { kind: "succeeded", charge }, {});
  if (state !== undefined) sendSimulatedCharge(tx, id, reference);
}

async function takeNews(tx: Tx, work: OrderWork, news: LinkNews, about: About): Promise<TakenNews> {
  const taken = await applyProcessorNews(tx, work.order.id, news, {
    orderIsOver: isOver(work),
    chargeBegins: about.chargeBegins ?? false,
    link: about.link ?? null,
  });
  const { state, surplus } = taken;
  if (state === undefined) return taken;
  const what = surplus === null ? news.kind : "mismatched";
  work.change(`payment_${what}`, news.kind === "settling" ? "diner" : "service", {
    payment_status: paymentStatusOf(state),
  });
  if (what === "succeeded") work.tell("order.paid", "paid");
  else work.tell("order.updated", "updated", true);
  return taken;
}

function isOver(work: OrderWork): boolean {
  return isTerminal(work.order.status) && work.order.status !== "FULFILLED";
}
