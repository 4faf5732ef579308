import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { reducePayment, reversePayment } from "../payment/payment-state.ts";
import type { PaymentState } from "../payment/payment-machine.ts";
import { lockPayment, lockPaymentOfOrder, type Payment } from "../payment/payments.sql.ts";
import { savePayment } from "../payment/save-payment.command.ts";

/**
 * Reverses the payment of an order that ended, in the order's transaction: a refund is owed when money was taken, the
 * link is closed when not. Answers the payment's new state, or undefined when there is no payment or nothing changed.
 */
export async function reversePaymentOfOrder(tx: Tx, orderId: Id<"ord">): Promise<PaymentState | undefined> {
  const payment = await lockPaymentOfOrder(tx, orderId);
  return payment === undefined ? undefined : savePayment(tx, payment, reversePayment(payment))?.status;
}

/** Gives back a part of what was paid for a locked order, which goes on for less; without a payment there is nothing. */
export async function reducePaymentOfOrder(tx: Tx, orderId: Id<"ord">, amount: number): Promise<void> {
  const payment = await lockPaymentOfOrder(tx, orderId);
  if (payment !== undefined) savePayment(tx, payment, reducePayment(payment, amount, "items_removed"));
}

/**
 * Ends the payment of a locked booking that is over: everything that was taken goes back, or so many minor units of it and
 * the rest is kept; where nothing was taken, the link is closed. Answers the payment after it, undefined when nothing changed.
 */
export async function endPaymentOfBooking(
  tx: Tx,
  paymentId: Id<"pay">,
  back: "everything" | number,
): Promise<Payment | undefined> {
  const payment = await lockPayment(tx, { paymentId });
  if (payment === undefined) return undefined;
  const isPart = back !== "everything" && payment.status === "paid";
  return savePayment(tx, payment, isPart ? reducePayment(payment, back, "booking_over") : reversePayment(payment));
}

/** Gives back a part of what was paid for a locked booking, whose party became smaller. */
export async function reducePaymentOfBooking(
  tx: Tx,
  paymentId: Id<"pay">,
  amount: number,
): Promise<Payment | undefined> {
  const payment = await lockPayment(tx, { paymentId });
  return payment === undefined ? undefined : savePayment(tx, payment, reducePayment(payment, amount, "party_smaller"));
}
