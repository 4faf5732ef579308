/** The steps at the end of every order: refund the money and release the coupons, whichever side ended the order. */
import type { Tx } from "../../platform/postgres/database.ts";
import type { PaymentState } from "../../payments/payment/payment-machine.ts";
import { reversePaymentOfOrder } from "../../payments/money/reverse-payment.command.ts";
import { giveCouponsBack } from "../../pricing/redeem-coupons.command.ts";
import type { Order, PaymentStatus } from "../order/order.ts";
import type { OrderStatus } from "../order/order-status.ts";

const reversing: ReadonlySet<OrderStatus> = new Set(["REJECTED", "STORE_CANCELLED", "CUSTOMER_CANCELLED"]);

/** The payment status of an order that moves to a status: reversed when that is an ending without food, else kept. */
export async function reversePaymentFor(
  tx: Tx,
  order: Pick<Order, "id" | "payment_status" | "totals" | "item_changes">,
  to: OrderStatus,
): Promise<PaymentStatus> {
  if (!reversing.has(to)) return order.payment_status;
  // A coupon that takes nothing off is refused, so an order without a discount has none; items may have gone since.
  if (order.totals.discount > 0 || order.item_changes.length > 0) giveCouponsBack(tx, order.id);
  if (order.payment_status === "pay_in_store") return order.payment_status;
  const state = await reversePaymentOfOrder(tx, order.id);
  return state === undefined ? order.payment_status : paymentStatusOf(state);
}

/** A payment's state as the order shows it: a closed link is simply unpaid. */
export function paymentStatusOf(state: PaymentState): PaymentStatus {
  return state === "void" ? "unpaid" : state;
}
