/**
 * The built-in test processor at work: a diner pays the link of an order with one of the test cards. Guarantees: the
 * charge and what it means for the order are one transaction, and an order is charged at most once.
 */
import type { Id } from "../kernel/id.ts";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { isOpen, type ProcessorNews } from "./payment-state.ts";
import { findPaymentOfOrder, type Payment } from "./payments.sql.ts";
import type { TestCard } from "./test-cards.ts";
import { sendCharge, settleCharge } from "./test-processor.sql.ts";

/**
 * How orders hear of a payment; false when the news changed nothing. News of a charge that begins (`chargeBegins`) counts
 * only while the payment is open under its lock.
 */
export type OnPaymentNews = (
  tx: Tx,
  orderId: Id<"ord">,
  news: ProcessorNews,
  chargeBegins?: boolean,
) => Promise<boolean>;

/** Charges a card for an open payment. */
export async function chargeTestCard(
  tx: Tx,
  payment: Pick<Payment, "order_id" | "status">,
  card: TestCard,
  onNews: OnPaymentNews,
): Promise<undefined | Refusal<"payment_not_open">> {
  // The payment was read before the order's lock, so its news is judged again under it, before the charge is written.
  if (!isOpen(payment) || !(await onNews(tx, payment.order_id, card.outcome, true))) {
    const present = (await findPaymentOfOrder(tx, payment.order_id)) ?? payment;
    // Declined once more: nothing changes, and the diner may try again.
    if (!isOpen(present) || card.outcome !== "declined") {
      return refuse("payment_not_open", "this payment is already made, is settling or is no longer needed", {
        payment_status: present.status,
      });
    }
  }
  sendCharge(tx, {
    orderId: payment.order_id,
    cardLastFour: card.number.slice(-4),
    status: card.outcome,
    settlesInSeconds: card.settlesInSeconds,
    refundsToFail: card.refundsToFail,
  });
  return undefined;
}

/** Settles the delayed charge of an order, once. */
export async function settleTestCharge(tx: Tx, orderId: Id<"ord">, onNews: OnPaymentNews): Promise<void> {
  if (await settleCharge(tx, orderId)) await onNews(tx, orderId, "succeeded");
}
