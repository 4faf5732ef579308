/** The diner's own cancellation (rules/ordering 3.4). */
import type { Id } from "../../kernel/id.ts";
import { done, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { reversePaymentFor } from "./end-order.command.ts";
import { fireTimer } from "./fire-timer.command.ts";
import { mayMove } from "../order/order-status.ts";
import { OrderWork } from "../order/order-work.ts";
import { lockOrder } from "../order/orders.sql.ts";
import { saveOrder } from "../save/save-order.command.ts";

/** Cancels for the diner; a repeat changes nothing. */
export async function cancelForDiner(
  tx: Tx,
  orderId: Id<"ord">,
  reason: string,
): Promise<Done | Refusal<"not_found" | "illegal_transition">> {
  const locked = await lockOrder(tx, orderId, null);
  if (locked === undefined) return refuse("not_found", `there is no order ${orderId}`);
  const work = new OrderWork(locked.order, locked);
  await fireTimer(tx, work, locked);
  const { status, fulfillment_type } = work.order;
  if (status !== "CUSTOMER_CANCELLED") {
    if (!mayMove(status, "CUSTOMER_CANCELLED", "diner", fulfillment_type)) {
      return refuse("illegal_transition", `an order that is ${status} can no longer be cancelled by the diner`, {
        from_status: status,
        decision: "cancel",
        to_status: "CUSTOMER_CANCELLED",
      });
    }
    const payment_status = await reversePaymentFor(tx, work.order, "CUSTOMER_CANCELLED");
    work.change("customer_cancelled", "diner", {
      status: "CUSTOMER_CANCELLED",
      payment_status,
      cancellation: { actor: "customer", reason },
    });
    work.tell("order.cancelled", "cancelled");
    work.proceed(locked);
  }
  await saveOrder(tx, work, locked.connectedApp);
  return done;
}
