/** Sends the notification of an unfinished order once more, without changing the order (rules/ordering 4.9). */
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { isTerminal } from "../order/order-status.ts";
import { OrderWork } from "../order/order-work.ts";
import { lockOrder, sendEventSequence } from "../order/orders.sql.ts";
import { tellReceiver } from "../save/save-order.command.ts";

/** Publishes a fresh event with the idempotency key of the first one; answers its id. */
export async function resendOrder(
  tx: Tx,
  orderId: Id<"ord">,
  app: Id<"app">,
): Promise<{ readonly eventId: Id<"evt"> } | Refusal<"not_found" | "order_terminal" | "order_not_ready">> {
  const locked = await lockOrder(tx, orderId, app);
  if (locked === undefined) return refuse("not_found", `there is no order ${orderId} that this app receives`);
  const { order } = locked;
  if (isTerminal(order.status)) {
    return refuse("order_terminal", `the order is ${order.status}; only live orders are sent again`, {
      status: order.status,
    });
  }
  if (order.handed_over_at === null) {
    return refuse(
      "order_not_ready",
      "the order has not been handed over yet, so there is no notification to send again",
      {
        from_status: order.status,
      },
    );
  }
  const work = new OrderWork(order, locked);
  work.tell("order.notification", "notification");
  sendEventSequence(tx, work.order);
  const [eventId] = await tellReceiver(tx, work.events, app);
  if (eventId === undefined) throw new Error("the notification was not recorded");
  return { eventId };
}
