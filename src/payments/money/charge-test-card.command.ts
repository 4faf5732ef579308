/**
 * The built-in test processor: somebody pays the link of an order or booking with a test card. Guarantees: the charge and
 * its effect on the order or booking are one transaction, and a payment is charged at most once.
 */
import { newId } from "../../kernel/id.ts";
import { done, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { LinkOfNews } from "./apply-news.command.ts";
import { paidForOf, type PaidFor } from "../payment/paid-for.ts";
import { isPayable, type LinkNews, type ProcessorNews, type SurplusReason } from "../payment/payment-state.ts";
import { findPayment, type Payment } from "../payment/payments.sql.ts";
import type { TestCard } from "../test-processor/test-cards.ts";
import { sendCharge, settleCharge } from "../test-processor/test-processor.sql.ts";

export interface NewsTaken {
  /** Whether the payment changed. */
  readonly changed: boolean;
  /** Why a charge was not what was asked for; it is booked and goes back. */
  readonly surplus: SurplusReason | null;
}

/**
 * How orders and bookings hear of a payment. News of a charge that begins (`chargeBegins`) counts only while the payment is open under
 * its lock; `link` names the processor's link that the news is about.
 */
export type OnPaymentNews = (
  tx: Tx,
  of: PaidFor,
  news: LinkNews,
  about?: { readonly chargeBegins?: boolean; readonly link?: LinkOfNews },
) => Promise<NewsTaken>;

/** Charges a card for an open payment of the test processor. */
export async function chargeTestCard(
  tx: Tx,
  payment: Payment,
  card: TestCard,
  onNews: OnPaymentNews,
): Promise<Done | Refusal<"payment_not_open">> {
  if (payment.processor !== "test") {
    return refuse("payment_not_open", `this is paid at ${payment.processor}: open its payment link`, {
      payment_status: payment.status,
    });
  }
  const id = newId("pay");
  const news = newsOf(card, { reference: id, amount: payment.amount, currency: payment.currency });
  // The payment was read before the order's lock, so its news is judged again under it, before the charge is written.
  if (!isPayable(payment) || !(await onNews(tx, paidForOf(payment), news, { chargeBegins: true })).changed) {
    const present = (await findPayment(tx, payment.id)) ?? payment;
    // Declined once more: nothing changes, and the diner may try again.
    if (!isPayable(present) || card.outcome !== "declined") {
      return refuse("payment_not_open", "this payment is already made, is settling or is no longer needed", {
        payment_status: present.status,
      });
    }
  }
  const { settlesInSeconds, settlesAs, refundsToFail } = card;
  const cardLastFour = card.number.slice(-4);
  sendCharge(tx, {
    id,
    paymentId: payment.id,
    cardLastFour,
    status: card.outcome,
    settlesInSeconds,
    settlesAs,
    refundsToFail,
  });
  return done;
}

function newsOf(card: TestCard, charge: Extract<ProcessorNews, { kind: "succeeded" }>["charge"]): ProcessorNews {
  return card.outcome === "succeeded" ? { kind: "succeeded", charge } : { kind: card.outcome };
}

/** Settles the delayed charge of a payment, once. */
export async function settleTestCharge(tx: Tx, of: PaidFor, onNews: OnPaymentNews): Promise<void> {
  const settled = await settleCharge(tx, of.payment_id);
  if (settled === undefined) return;
  const { id: reference, amount, currency, status } = settled;
  const charge = { reference, amount, currency };
  await onNews(tx, of, status === "succeeded" ? { kind: "succeeded", charge } : { kind: "declined" });
}
