/**
 * Ends an order that its diner replaces by another one before paying (rules/ordering 14.3). An order that is paid, or
 * whose payment is on its way, stays: the diner must not pay twice. An order that was replaced meanwhile, in another
 * window, stands for the one that took its place.
 */
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Order } from "../order/order.ts";
import { endedWithoutFood } from "../order/order-status.ts";
import { isUnpaid } from "../order/order-wire.ts";
import { findReplacedBy, sendReplacedBy } from "../order/order-tracking.sql.ts";
import { lockOrder } from "../order/orders.sql.ts";
import { replacedReason } from "../save/order-news.ts";
import { cancelForDiner } from "./cancel-order.command.ts";
import { endUnpayable } from "./end-unpayable.command.ts";

export type UnpaidEnd =
  | { readonly kind: "ended"; readonly orderId: Id<"ord"> }
  /** It is paid, or is paid in another way: it is the order. */
  | { readonly kind: "stays"; readonly order: Order };

/** Ends the order, or the latest that took its place; an order that stays is left as it is. */
export async function endUnpaidOrder(tx: Tx, orderId: Id<"ord">): Promise<UnpaidEnd> {
  // One whose time to be paid is over ends by that.
  await endUnpayable(tx, orderId);
  const locked = await lockOrder(tx, orderId, null);
  if (locked === undefined) return { kind: "ended", orderId };
  const { order } = locked;
  if (isUnpaid(order)) {
    const ended = !isRefusal(await cancelForDiner(tx, orderId, replacedReason));
    return ended ? { kind: "ended", orderId } : { kind: "stays", order };
  }
  const next = await findReplacedBy(tx, orderId);
  if (next !== undefined) return endUnpaidOrder(tx, next);
  return isOverUnpaid(order) ? { kind: "ended", orderId } : { kind: "stays", order };
}

/** Whether it ended, and no money for it came or is coming. */
function isOverUnpaid({ payment_status: payment, status }: Order): boolean {
  if (payment === "unpaid" || payment === "failed") return true;
  return payment === "pay_in_store" && endedWithoutFood.has(status);
}

/** Notes which order took the place of one that has ended in this transaction. */
export function noteReplaced(tx: Tx, ended: Id<"ord">, by: Id<"ord">): void {
  sendReplacedBy(tx, ended, by);
}
