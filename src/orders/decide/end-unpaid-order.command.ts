/**
 * Ends an order that its diner replaces by another one before paying (rules/ordering 14.3). An order that is paid, or
 * whose payment is on its way, stays: the diner must not pay twice.
 */
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { isUnpaid } from "../order/order-wire.ts";
import { lockOrder } from "../order/orders.sql.ts";
import { replacedReason } from "../save/order-news.ts";
import { cancelForDiner } from "./cancel-order.command.ts";

/** Ends the order; false when it is paid or being paid, and stays as it is. */
export async function endUnpaidOrder(tx: Tx, orderId: Id<"ord">): Promise<boolean> {
  const locked = await lockOrder(tx, orderId, null);
  if (locked === undefined) return true;
  if (isUnpaid(locked.order)) return !isRefusal(await cancelForDiner(tx, orderId, replacedReason));
  return locked.order.payment_status === "unpaid" || locked.order.payment_status === "failed";
}
