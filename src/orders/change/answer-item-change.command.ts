/** The diner's answer about unavailable items: continue without them, or cancel. Judged once, repeatable, with a deadline. */
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { reversePaymentFor } from "../decide/end-order.command.ts";
import { fireTimer } from "../decide/fire-timer.command.ts";
import type { ItemChange } from "../order/item-change.ts";
import type { Order } from "../order/order.ts";
import { OrderWork } from "../order/order-work.ts";
import { lockOrder } from "../order/orders.sql.ts";
import { removeOffered } from "../decide/remove-items.command.ts";
import { saveOrder } from "../save/save-order.command.ts";

export type ItemChangeChoice = "remove" | "cancel";

/** Takes the answer; the same one again is the same result, any other is `change_closed`. */
export async function answerItemChange(
  tx: Tx,
  orderId: Id<"ord">,
  changeId: Id<"och">,
  choice: ItemChangeChoice,
): Promise<{ readonly order: Order; readonly change: ItemChange } | Refusal<"not_found" | "change_closed">> {
  const locked = await lockOrder(tx, orderId, null);
  if (locked === undefined) return refuse("not_found", "there is no such order");
  const work = new OrderWork(locked.order, locked);
  await fireTimer(tx, work, locked);
  const change = findChange(work.order, changeId);
  if (change === undefined) return refuse("not_found", `this order has no change ${changeId}`);
  if (change.status === "offered") {
    if (choice === "remove") await removeOffered(tx, work, "diner");
    else await cancel(tx, work);
    work.proceed(locked);
  } else if (change.status !== outcomes[choice]) {
    return refuse("change_closed", `this change takes no answer any more: it is ${change.status}`, {
      status: change.status,
    });
  }
  await saveOrder(tx, work, locked.connectedApp);
  return { order: work.order, change: findChange(work.order, changeId) ?? change };
}

const outcomes = { remove: "removed", cancel: "cancelled" } as const;

function findChange(order: Order, id: Id<"och">): ItemChange | undefined {
  return order.item_changes.find((change) => change.id === id);
}

async function cancel(tx: Tx, work: OrderWork): Promise<void> {
  const payment_status = await reversePaymentFor(tx, work.order, "CUSTOMER_CANCELLED");
  work.change("customer_cancelled", "diner", {
    status: "CUSTOMER_CANCELLED",
    payment_status,
    cancellation: { actor: "customer", reason: "ITEM_AVAILABILITY" },
  });
  work.tell("order.cancelled", "cancelled");
}
