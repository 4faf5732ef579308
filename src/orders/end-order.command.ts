/** What every ending of an order shares: the money goes back, whoever ended it. */
import type { Tx } from "../platform/postgres/database.ts";
import type { PaymentState } from "../payments/payments.sql.ts";
import { reversePaymentOfOrder } from "../payments/reverse-payment.command.ts";
import type { PaymentStatus } from "./order.ts";
import type { OrderStatus } from "./order-status.ts";

const reversing: ReadonlySet<OrderStatus> = new Set(["REJECTED", "STORE_CANCELLED", "CUSTOMER_CANCELLED"]);

/** The payment status of an order that moves to a status: reversed when that is an ending without food, else kept. */
export async function settlePaymentFor(
  tx: Tx,
  order: { readonly id: Parameters<typeof reversePaymentOfOrder>[1]; readonly payment_status: PaymentStatus },
  to: OrderStatus,
): Promise<PaymentStatus> {
  if (!reversing.has(to) || order.payment_status === "pay_in_store") return order.payment_status;
  const state = await reversePaymentOfOrder(tx, order.id);
  return state === undefined ? order.payment_status : paymentStatusOf(state);
}

/** A payment's state as the order shows it: a closed link is simply unpaid. */
export function paymentStatusOf(state: PaymentState): PaymentStatus {
  return state === "void" ? "unpaid" : state;
}
