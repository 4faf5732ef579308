import { newId, type Id } from "../kernel/id.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { applyNews, isOpen, reversePayment, type PaymentStep, type ProcessorNews } from "./payment-state.ts";
import { lockPaymentOfOrder, sendPaymentState, sendRefund, type PaymentState } from "./payments.sql.ts";

/**
 * Reverses the payment of an order that ended, in the order's transaction: a refund is owed when money was taken, the
 * link is closed when not. Answers the payment's new state, or undefined when there is no payment or nothing changed.
 */
export async function reversePaymentOfOrder(tx: Tx, orderId: Id<"ord">): Promise<PaymentState | undefined> {
  const payment = await lockPaymentOfOrder(tx, orderId);
  return payment === undefined ? undefined : save(tx, reversePayment(payment));
}

/**
 * Applies a processor's news to the payment of a locked order; undefined when it changed nothing. News of a charge that
 * begins counts only while the payment is open, so that of two charges at once one is made.
 */
export async function applyProcessorNews(
  tx: Tx,
  orderId: Id<"ord">,
  news: ProcessorNews,
  circumstances: { readonly orderIsOver: boolean; readonly chargeBegins: boolean },
): Promise<PaymentState | undefined> {
  const payment = await lockPaymentOfOrder(tx, orderId);
  if (payment === undefined || (circumstances.chargeBegins && !isOpen(payment))) return undefined;
  return save(tx, applyNews(payment, news, circumstances.orderIsOver));
}

/** Marks the refund of a locked order's payment as done. */
export async function markRefunded(tx: Tx, orderId: Id<"ord">): Promise<void> {
  const payment = await lockPaymentOfOrder(tx, orderId);
  if (payment !== undefined) sendPaymentState(tx, { ...payment, status: "refunded", refunded: payment.captured });
}

function save(tx: Tx, step: PaymentStep): PaymentState | undefined {
  if (step.kind === "ignored") return undefined;
  sendPaymentState(tx, step.payment);
  if (step.refundOwed) {
    sendRefund(tx, { id: newId("rfd"), payment: step.payment });
    tx.wake("jobs");
  }
  return step.payment.status;
}
