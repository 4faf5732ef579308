/**
 * Staff change when an order that they make will be ready, until it is (rules/board 2.4). The same time again changes
 * nothing.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { fireTimer } from "../decide/fire-timer.command.ts";
import type { ActedBy } from "../order/order.ts";
import { OrderWork } from "../order/order-work.ts";
import { lockOrder } from "../order/orders.sql.ts";
import { checkReadyAt, readyAt, type ReadyTime } from "./ready-time.ts";
import { saveOrder } from "../save/save-order.command.ts";

/** Moves `estimated_ready_at` of an accepted order; answers the time. The connected app is told by order.updated. */
export async function changeReadyTime(
  tx: Tx,
  orderId: Id<"ord">,
  ready: ReadyTime,
  by: ActedBy,
): Promise<Instant | Refusal<"not_found" | "illegal_transition" | "invalid_request">> {
  const locked = await lockOrder(tx, orderId, null);
  if (locked === undefined) return refuse("not_found", `there is no order ${orderId}`);
  const work = new OrderWork(locked.order, locked);
  await fireTimer(tx, work, locked);
  work.actedBy = by;
  const { status, estimated_ready_at } = work.order;
  const at = readyAt(ready, work.now);
  if (status !== "ACCEPTED" && status !== "AUTO_ACCEPTED") {
    return refuse(
      "illegal_transition",
      `the ready time can be changed of accepted orders that are not ready; this one is ${status}`,
      {
        from_status: status,
        decision: "ready_time",
        to_status: status,
      },
    );
  }
  const checked = checkReadyAt(work.order, at, work.now);
  if (isRefusal(checked)) return checked;
  if (at !== estimated_ready_at) {
    work.change("ready_time", "store", { estimated_ready_at: at });
    work.tell("order.updated", "updated", true);
  }
  await saveOrder(tx, work, locked.connectedApp);
  return at;
}
