/**
 * Ends orders that cannot be paid any more, before anything is charged: their time to be paid is over
 * (rules/ordering 6.4), or nobody could decide them (rules/ordering 6.5). Called when a diner begins to pay.
 */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { OrderWork } from "../order/order-work.ts";
import { lockOrder, type LockedOrder } from "../order/orders.sql.ts";
import { saveOrder } from "../save/save-order.command.ts";
import { fireTimer } from "./fire-timer.command.ts";
import { rejectOrder } from "./reject-order.command.ts";

/** Ends the order if it can no longer be paid; an order that can be paid, or is paid or over, stays as it is. */
export async function endUnpayable(tx: Tx, orderId: Id<"ord">): Promise<void> {
  const locked = await lockOrder(tx, orderId, null);
  if (locked === undefined) return;
  const work = new OrderWork(locked.order, locked);
  await fireTimer(tx, work, locked);
  await endUnattended(tx, work, locked);
  if (!work.isChanged) return;
  work.proceed(locked);
  await saveOrder(tx, work, locked.connectedApp);
}

/** Rejects a locked order that was not handed over and that nobody could decide; money that was taken goes back. */
export async function endUnattended(
  tx: Tx,
  work: OrderWork,
  { isAttended }: Pick<LockedOrder, "isAttended">,
): Promise<void> {
  const { status, handed_over_at, validation } = work.order;
  if (isAttended || status !== "PENDING" || handed_over_at !== null || validation?.status === "pending") return;
  await rejectOrder(tx, work, "store_closed", "STORE_CLOSED");
}
