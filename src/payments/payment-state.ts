/**
 * What happens to a payment, whatever the order and repetition of the processor's events. Pure. A payment is captured
 * at most once and refunded at most once in full; money that arrives for an order that is over is owed back at once.
 */
import type { Payment } from "./payments.sql.ts";

/** What a processor says about a payment. */
export type ProcessorNews = "settling" | "succeeded" | "declined";

export type PaymentStep =
  | { readonly kind: "ignored" }
  | { readonly kind: "changed"; readonly payment: Payment; readonly refundOwed: boolean };

/** Whether a new charge may begin: nothing is taken or settling, and the order still wants to be paid. */
export function isOpen(payment: Pick<Payment, "status">): boolean {
  return payment.status === "unpaid" || payment.status === "failed";
}

/** Applies the processor's news; `orderIsOver` says that nobody will make the food any more. */
export function applyNews(payment: Payment, news: ProcessorNews, orderIsOver: boolean): PaymentStep {
  switch (news) {
    case "succeeded":
      // Taken already, or nothing was ever owed.
      if (payment.captured > 0 || payment.amount === 0) return { kind: "ignored" };
      return {
        kind: "changed",
        payment: { ...payment, captured: payment.amount, status: orderIsOver ? "refund_pending" : "paid" },
        refundOwed: orderIsOver,
      };
    case "settling":
      return payment.status === "unpaid" || payment.status === "failed"
        ? { kind: "changed", payment: { ...payment, status: "pending" }, refundOwed: false }
        : { kind: "ignored" };
    case "declined":
      return payment.status === "unpaid" || payment.status === "pending"
        ? // Nobody is to try another card for an order that is over.
          { kind: "changed", payment: { ...payment, status: orderIsOver ? "void" : "failed" }, refundOwed: false }
        : { kind: "ignored" };
  }
}

/** Reverses the payment of an order that ended: refund what was taken, else close the link. */
export function reversePayment(payment: Payment): PaymentStep {
  // Nothing was owed, so nothing goes back.
  if (payment.status === "paid" && payment.captured === 0) {
    return { kind: "changed", payment: { ...payment, status: "refunded" }, refundOwed: false };
  }
  if (payment.status === "paid") {
    return { kind: "changed", payment: { ...payment, status: "refund_pending" }, refundOwed: true };
  }
  if (payment.status === "unpaid" || payment.status === "failed") {
    return { kind: "changed", payment: { ...payment, status: "void" }, refundOwed: false };
  }
  // Pending: whatever settles later is refunded when it arrives.
  return { kind: "ignored" };
}
