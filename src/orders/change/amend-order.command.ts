/**
 * The app adds to an order that it accepted: its ticket, and when the order will be ready (rules/ordering 4.13). The same
 * values again change nothing. Runs under the order's lock, after a timer that is due.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { fireTimer } from "../decide/fire-timer.command.ts";
import type { Order } from "../order/order.ts";
import type { OrderStatus } from "../order/order-status.ts";
import { OrderWork, type OrderPatch } from "../order/order-work.ts";
import { lockOrder } from "../order/orders.sql.ts";
import { saveOrder } from "../save/save-order.command.ts";

/** What is said; undefined stays as it is. */
export interface Amendment {
  readonly posTicketId: string | undefined;
  /** By the clock of the location. */
  readonly estimatedReadyAt: Instant | undefined;
}

export type AmendRefusal = Refusal<"not_found" | "change_required" | "illegal_transition" | "invalid_request">;

const beingMade: readonly OrderStatus[] = ["ACCEPTED", "AUTO_ACCEPTED"];
const made: readonly OrderStatus[] = ["READY", "IN_DELIVERY", "FULFILLED"];

/** Writes the ticket and the ready time of an order that the app receives; answers the order as it is then. */
export async function amendOrder(
  tx: Tx,
  orderId: Id<"ord">,
  app: Id<"app">,
  amendment: Amendment,
): Promise<Order | AmendRefusal> {
  if (amendment.posTicketId === undefined && amendment.estimatedReadyAt === undefined)
    return refuse("change_required", "send pos_ticket_id, estimated_ready_at, or both");
  const locked = await lockOrder(tx, orderId, app);
  if (locked === undefined) return refuse("not_found", `there is no order ${orderId} that this app receives`);
  const work = new OrderWork(locked.order, locked);
  await fireTimer(tx, work, locked);
  work.actedBy = { kind: "app", id: app };
  const patch = decideAmendment(work.order, amendment, work.now);
  if (isRefusal(patch)) return patch;
  if (Object.keys(patch).length > 0) {
    // The diner is told of another time, not of a ticket.
    work.change(patch.estimated_ready_at === undefined ? "ticket" : "ready_time", "partner", patch);
    work.tell("order.updated", "updated", true);
  }
  await saveOrder(tx, work, locked.connectedApp);
  return work.order;
}

/** What differs of the order; refuses where the order may not take it any more, or not yet. */
export function decideAmendment(
  order: Order,
  { posTicketId, estimatedReadyAt }: Amendment,
  now: Instant,
): OrderPatch | Refusal<"illegal_transition" | "invalid_request"> {
  const { status } = order;
  if (!beingMade.includes(status) && !(made.includes(status) && estimatedReadyAt === undefined)) {
    const may = made.includes(status)
      ? `the ready time of an order that is ${status} stays; its ticket can be changed alone`
      : `an order can be changed once it is accepted and while it goes on; this one is ${status}`;
    return refuse("illegal_transition", may, { from_status: status, decision: "update", to_status: status });
  }
  const isNewTime = estimatedReadyAt !== undefined && estimatedReadyAt !== order.estimated_ready_at;
  if (isNewTime && estimatedReadyAt <= now)
    return invalidRequest([
      { path: "body.estimated_ready_at", message: "must be in the future, in whole Unix seconds" },
    ]);
  return {
    ...(posTicketId !== undefined && posTicketId !== order.external_id ? { external_id: posTicketId } : {}),
    ...(isNewTime ? { estimated_ready_at: estimatedReadyAt } : {}),
  };
}
