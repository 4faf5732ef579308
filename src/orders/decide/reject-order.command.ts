import type { Tx } from "../../platform/postgres/database.ts";
import type { OrderWork } from "../order/order-work.ts";
import { reversePaymentFor } from "./end-order.command.ts";

/** Rejects an order by the service's own rules; the money goes back. */
export async function rejectOrder(
  tx: Tx,
  work: OrderWork,
  what: string,
  reason: string,
  validation = work.order.validation,
): Promise<void> {
  const payment_status = await reversePaymentFor(tx, work.order, "REJECTED");
  work.change(what, "service", {
    status: "REJECTED",
    payment_status,
    validation,
    denial: { reason, out_of_stock: [] },
  });
  work.tell("order.updated", "updated", true);
}
