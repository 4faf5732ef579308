/**
 * Leaves the orders of an app that disconnects or loses its grant to the staff, unless they are over, whatever the
 * routing of the location (rules/ordering 16.4). Runs in the transaction that ends the connection. Nobody is told,
 * because the app has gone.
 */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { listOrdersOfApp, lockOrder } from "../order/orders.sql.ts";
import { isTerminal } from "../order/order-status.ts";
import { OrderWork } from "../order/order-work.ts";
import { saveOrder } from "../save/save-order.command.ts";

/** Gives the open orders of the location that an app received to the staff. */
export async function leaveOrdersToStaff(tx: Tx, locationId: Id<"str">): Promise<void> {
  for (const id of await listOrdersOfApp(tx, locationId)) {
    const locked = await lockOrder(tx, id, null);
    // It may have ended, or been handed over, while the lock was waited for.
    if (locked === undefined || locked.order.receiver !== "app" || isTerminal(locked.order.status)) continue;
    const work = new OrderWork(locked.order, locked);
    work.change("left_to_staff", "service", { receiver: "staff" });
    await saveOrder(tx, work, null);
  }
}
