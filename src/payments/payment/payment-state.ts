/**
 * What happens to a payment, whatever the order and repetition of the processor's news. Pure. An order is paid by one
 * charge of the very amount and currency that were asked for; every other charge is a surplus and goes back. Of what was
 * taken, never more than that goes back, in parts or whole; money for an order that is over is owed back at once.
 */
import type { RefundPurpose } from "./ledger.ts";
import type { Payment } from "./payments.sql.ts";

export interface Charge {
  /** The processor's name for it. */
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** What a processor says about a payment. */
export type ProcessorNews =
  | { readonly kind: "settling" }
  | { readonly kind: "declined" }
  | { readonly kind: "succeeded"; readonly charge: Charge };

/** What a processor says about one of its links. */
export type LinkNews =
  | ProcessorNews
  /** Nobody has paid it yet. */
  | { readonly kind: "open" }
  /** Nobody can pay it any more, and nobody has. */
  | { readonly kind: "expired" };

/** Why a charge is a surplus. */
export type SurplusReason = "amount_mismatch" | "second_charge";

export interface OwedRefund {
  readonly purpose: RefundPurpose;
  readonly chargeRef: string;
  readonly amount: number;
  readonly currency: string;
}

export type PaymentStep =
  | { readonly kind: "ignored" }
  | {
      readonly kind: "changed";
      readonly payment: Payment;
      /** A charge to be booked. */
      readonly charge: Charge | null;
      readonly refund: OwedRefund | null;
      readonly surplus: SurplusReason | null;
    };

const ignored: PaymentStep = { kind: "ignored" };

/** Whether a new charge may begin: nothing is taken or settling, and the order still wants to be paid. */
export function isPayable(payment: Pick<Payment, "status">): boolean {
  return payment.status === "unpaid" || payment.status === "failed";
}

/** Applies news of a charge that is not booked yet; `orderIsOver` says that nobody will make the food any more. */
export function applyNews(payment: Payment, news: ProcessorNews, orderIsOver: boolean): PaymentStep {
  switch (news.kind) {
    case "succeeded":
      return takeCharge(payment, news.charge, orderIsOver);
    case "settling":
      return isPayable(payment) ? changed({ ...payment, status: "pending" }) : ignored;
    case "declined":
      return payment.status === "unpaid" || payment.status === "pending" ? decline(payment, orderIsOver) : ignored;
  }
}

/** Nobody is to try another card for an order that is over. */
function decline(payment: Payment, orderIsOver: boolean): PaymentStep {
  return changed({ ...payment, status: orderIsOver ? "void" : "failed" });
}

function takeCharge(payment: Payment, charge: Charge, orderIsOver: boolean): PaymentStep {
  if (payment.charge_ref === charge.reference || charge.amount <= 0) return ignored;
  const asked = charge.amount === payment.amount && charge.currency === payment.currency;
  if (payment.charge_ref !== null || !asked) return takeSurplus(payment, charge, orderIsOver);
  const taken = { ...payment, captured: charge.amount, charge_ref: charge.reference };
  if (!orderIsOver) return { ...changed({ ...taken, status: "paid" }), charge };
  return {
    ...changed({ ...taken, status: "refund_pending", refund_requested: charge.amount }),
    charge,
    refund: { purpose: "order_over", chargeRef: charge.reference, amount: charge.amount, currency: charge.currency },
  };
}

/** A charge that was not asked for is booked and goes back whole; a payment that waited for it may be tried again. */
function takeSurplus(payment: Payment, charge: Charge, orderIsOver: boolean): Changed {
  const surplus = payment.charge_ref === null ? "amount_mismatch" : "second_charge";
  const status = payment.status === "pending" ? (orderIsOver ? "void" : "failed") : payment.status;
  return {
    ...changed({ ...payment, status }),
    charge,
    refund: { purpose: "surplus", chargeRef: charge.reference, amount: charge.amount, currency: charge.currency },
    surplus,
  };
}

/** Reverses the payment of an order that ended: refund what is left of what was taken, else close the link. */
export function reversePayment(payment: Payment): PaymentStep {
  if (payment.status === "paid") {
    const rest = payment.captured - payment.refund_requested;
    const all = { ...payment, refund_requested: payment.captured };
    // Nothing was owed, or all of it has gone back already.
    if (rest === 0)
      return changed({ ...all, status: payment.refunded === payment.captured ? "refunded" : "refund_pending" });
    return { ...changed({ ...all, status: "refund_pending" }), refund: refundOf(payment, rest, "order_over") };
  }
  if (isPayable(payment)) return changed({ ...payment, status: "void" });
  // Pending: whatever settles later is refunded when it arrives.
  return ignored;
}

/** Gives a part back because the order shrank; it stays paid. More than is left of what was taken is a fault. */
export function reducePayment(payment: Payment, amount: number): PaymentStep {
  if (amount === 0) return ignored;
  if (payment.status !== "paid" || amount < 0 || amount > payment.captured - payment.refund_requested) {
    throw new Error(`${amount} cannot go back of payment ${payment.id}: ${payment.status}, ${payment.captured} taken`);
  }
  return {
    ...changed({ ...payment, refund_requested: payment.refund_requested + amount }),
    refund: refundOf(payment, amount, "items_removed"),
  };
}

/** A refund of the taken charge was paid. */
export function settleRefund(payment: Payment, amount: number): Payment {
  const refunded = payment.refunded + amount;
  const isAll = payment.status === "refund_pending" && refunded === payment.captured;
  return { ...payment, refunded, status: isAll ? "refunded" : payment.status };
}

/** A refund that had been paid came back: it is owed again. */
export function oweRefundAgain(payment: Payment, amount: number): Payment {
  const status = payment.status === "refunded" ? "refund_pending" : payment.status;
  return { ...payment, refunded: payment.refunded - amount, status };
}

function refundOf(payment: Payment, amount: number, purpose: RefundPurpose): OwedRefund {
  if (payment.charge_ref === null) throw new Error(`payment ${payment.id} was captured without a charge`);
  return { purpose, chargeRef: payment.charge_ref, amount, currency: payment.currency };
}

type Changed = Extract<PaymentStep, { kind: "changed" }>;

function changed(payment: Payment): Changed {
  return { kind: "changed", payment, charge: null, refund: null, surplus: null };
}
