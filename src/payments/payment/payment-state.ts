/**
 * Applies the processor's reports to a payment, in whatever order and however often they come. Pure. One charge of the
 * exact amount and currency pays an order or a booking; every other charge is a surplus and goes back. Of the money
 * taken, never more than that goes back, in parts or whole. Money for an order that is over is owed back at once.
 */
import type { RefundPurpose } from "./ledger.ts";
import { subjectOf } from "./paid-for.ts";
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

/** Whether a new charge may begin: nothing is taken or settling, and what it is for still wants to be paid. */
export function isPayable(payment: Pick<Payment, "status">): boolean {
  return payment.status === "unpaid" || payment.status === "failed";
}

/** Applies news of a charge that is not booked yet; `isOver` says that the order or booking has ended. */
export function applyNews(payment: Payment, news: ProcessorNews, isOver: boolean): PaymentStep {
  switch (news.kind) {
    case "succeeded":
      return takeCharge(payment, news.charge, isOver);
    case "settling":
      return isPayable(payment) ? changed({ ...payment, status: "pending" }) : ignored;
    case "declined":
      return payment.status === "unpaid" || payment.status === "pending" ? decline(payment, isOver) : ignored;
  }
}

/** Nobody is to try another card for an order that is over. */
function decline(payment: Payment, isOver: boolean): PaymentStep {
  return changed({ ...payment, status: isOver ? "void" : "failed" });
}

function takeCharge(payment: Payment, charge: Charge, isOver: boolean): PaymentStep {
  if (payment.charge_ref === charge.reference || charge.amount <= 0) return ignored;
  const asked = charge.amount === payment.amount && charge.currency === payment.currency;
  if (payment.charge_ref !== null || !asked) return takeSurplus(payment, charge, isOver);
  const taken = { ...payment, captured: charge.amount, charge_ref: charge.reference };
  if (!isOver) return { ...changed({ ...taken, status: "paid" }), charge };
  return {
    ...changed({ ...taken, status: "refund_pending", refund_requested: charge.amount }),
    charge,
    refund: { ...backWhole(charge), purpose: endOf(payment) },
  };
}

/** A charge that was not asked for is booked and goes back whole; a payment that waited for it may be tried again. */
function takeSurplus(payment: Payment, charge: Charge, isOver: boolean): Changed {
  const surplus = payment.charge_ref === null ? "amount_mismatch" : "second_charge";
  const status = payment.status === "pending" ? (isOver ? "void" : "failed") : payment.status;
  return {
    ...changed({ ...payment, status }),
    charge,
    refund: { ...backWhole(charge), purpose: "surplus" },
    surplus,
  };
}

/** Reverses the payment of an order or booking that ended: refund what is left of what was taken, else close the link. */
export function reversePayment(payment: Payment): PaymentStep {
  if (payment.status === "paid") {
    const rest = payment.captured - payment.refund_requested;
    const all = { ...payment, refund_requested: payment.captured };
    // Nothing was owed, or all of it has gone back already.
    if (rest === 0)
      return changed({ ...all, status: payment.refunded === payment.captured ? "refunded" : "refund_pending" });
    return { ...changed({ ...all, status: "refund_pending" }), refund: refundOf(payment, rest, endOf(payment)) };
  }
  if (isPayable(payment)) return changed({ ...payment, status: "void" });
  // Pending: whatever settles later is refunded when it arrives.
  return ignored;
}

/**
 * Gives a part back, because the order or the party shrank, or because a booking ended for which a part is kept; the payment
 * stays paid. More than is left of what was taken is a fault.
 */
export function reducePayment(
  payment: Payment,
  amount: number,
  purpose: Exclude<RefundPurpose, "surplus" | "order_over">,
): PaymentStep {
  if (amount === 0) return ignored;
  if (payment.status !== "paid" || amount < 0 || amount > payment.captured - payment.refund_requested) {
    throw new Error(`${amount} cannot go back of payment ${payment.id}: ${payment.status}, ${payment.captured} taken`);
  }
  return {
    ...changed({ ...payment, refund_requested: payment.refund_requested + amount }),
    refund: refundOf(payment, amount, purpose),
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

/** Why money goes back when what it was paid for has ended. */
function endOf(payment: Payment): RefundPurpose {
  return subjectOf(payment).kind === "order" ? "order_over" : "booking_over";
}

function backWhole(charge: Charge): Omit<OwedRefund, "purpose"> {
  return { chargeRef: charge.reference, amount: charge.amount, currency: charge.currency };
}

function refundOf(payment: Payment, amount: number, purpose: RefundPurpose): OwedRefund {
  if (payment.charge_ref === null) throw new Error(`payment ${payment.id} was captured without a charge`);
  return { purpose, chargeRef: payment.charge_ref, amount, currency: payment.currency };
}

type Changed = Extract<PaymentStep, { kind: "changed" }>;

function changed(payment: Payment): Changed {
  return { kind: "changed", payment, charge: null, refund: null, surplus: null };
}
