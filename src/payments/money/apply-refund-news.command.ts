/**
 * Applies a processor's report about a refund, in a transaction that has the row of the order or booking locked.
 * Guarantees: each refund at the processor is booked once, in whatever order and however often it is reported. A refund
 * that failed finally never counts as paid, also when an older report of it comes late. A refund that was paid and came
 * back is owed again.
 */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { sendMovement } from "../payment/ledger.sql.ts";
import type { LedgerKind } from "../payment/ledger.ts";
import { subjectOf } from "../payment/paid-for.ts";
import { refundDelaySeconds } from "../payment/refund-delays.ts";
import { oweRefundAgain, settleRefund } from "../payment/payment-state.ts";
import { lockPayment, sendPaymentState, type Payment, type WhichPayment } from "../payment/payments.sql.ts";
import * as refunds from "../payment/refunds.sql.ts";

/** What is known of a refund at the processor, by the processor's name for it. */
export type RefundNews =
  | { readonly kind: "settled"; readonly reference: string }
  | { readonly kind: "waiting"; readonly reference: string }
  | { readonly kind: "failed"; readonly reference: string; readonly message: string };

export interface RefundTaken {
  /** Money went back to the diner, or came back from there; the order or booking tells of both. */
  readonly effect: "settled" | "owedAgain" | null;
  /** The payment after it; null when nothing of it changed: a surplus was never part of it. */
  readonly payment: Payment | null;
}

const nothing: RefundTaken = { effect: null, payment: null };
const lookAgainSeconds = 600;

/** Applies news of a refund of the money of a locked order or booking. */
export async function applyRefundNews(
  tx: Tx,
  which: WhichPayment,
  refundId: Id<"rfd">,
  news: RefundNews,
): Promise<RefundTaken> {
  const payment = await lockPayment(tx, which);
  const refund = await refunds.lockRefund(tx, refundId);
  if (payment === undefined || refund?.payment_id !== payment.id)
    throw new Error(`${refundId} is no refund of ${JSON.stringify(which)}`);
  if (refund.failed_refs.includes(news.reference)) return nothing;
  switch (news.kind) {
    case "waiting":
      if (refund.status === "pending") refunds.sendRefundWaiting(tx, refundId, news.reference, lookAgainSeconds);
      return nothing;
    case "settled":
      if (refund.status === "succeeded") return nothing;
      refunds.sendRefundSettled(tx, refundId, news.reference);
      book(tx, payment, refund, "refund_settled", news.reference);
      return { effect: "settled", payment: save(tx, refund, settleRefund(payment, refund.amount)) };
    case "failed":
      return takeFailure(tx, payment, refund, news);
  }
}

function takeFailure(
  tx: Tx,
  payment: Payment,
  refund: refunds.Refund,
  { reference, message }: Extract<RefundNews, { kind: "failed" }>,
): RefundTaken {
  const isAnother = refund.processor_ref !== null && refund.processor_ref !== reference;
  if (isAnother) {
    refunds.sendRefundReferenceFailed(tx, refund.id, reference);
    return nothing;
  }
  refunds.sendRefundFailed(tx, refund.id, { reference, message, delaySeconds: refundDelaySeconds(refund.tries) });
  if (refund.status === "pending") return nothing;
  book(tx, payment, refund, "refund_failed", reference);
  return { effect: "owedAgain", payment: save(tx, refund, oweRefundAgain(payment, refund.amount)) };
}

function save(tx: Tx, refund: refunds.Refund, after: Payment): Payment | null {
  // What was never asked for is no part of the payment.
  if (refund.purpose === "surplus") return null;
  sendPaymentState(tx, after);
  return after;
}

function book(tx: Tx, payment: Payment, refund: refunds.Refund, kind: LedgerKind, reference: string): void {
  const { payment_id: paymentId, id: refundId, amount, currency, purpose: reason } = refund;
  const of = subjectOf(payment).kind;
  sendMovement(tx, { kind, paymentId, of, refundId, amount, currency, reference, reason });
}
