import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { reducePayment, reversePayment } from "../payment/payment-state.ts";
import type { PaymentState } from "../payment/payment-machine.ts";
import { lockPaymentOfOrder } from "../payment/payments.sql.ts";
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
  if (payment !== undefined) savePayment(tx, payment, reducePayment(payment, amount));
}
