/** Which changes of the board are announced to screen readers. Pure. */
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
import type { BoardState } from "./board-state.ts";
import { columnOf } from "./columns.ts";

export type News =
  | { readonly kind: "new"; readonly order: BoardOrder }
  | { readonly kind: "cancelled"; readonly order: BoardOrder };

/** Orders that are new in the first column, and open orders that the guest or somebody else cancelled. */
export function newsBetween(before: BoardState, after: BoardState, nowMs: number): News[] {
  if (before.orders === after.orders) return [];
  return [...after.orders.values()].flatMap((order): News[] => {
    const known = before.orders.get(order.id);
    if (known === order) return [];
    const was = known === undefined ? undefined : columnOf(known, nowMs);
    if (columnOf(order, nowMs) === "new" && was !== "new") return [{ kind: "new", order }];
    const wasUndone = was === "new" || was === "preparing" || was === "ready";
    const isCancelled = order.status === "CUSTOMER_CANCELLED" || order.status === "STORE_CANCELLED";
    return wasUndone && isCancelled ? [{ kind: "cancelled", order }] : [];
  });
}

/**
 * The orders that were accepted since: a tablet that prints by itself prints these. An order that the till accepts at once
 * is never seen as new; the tablet prints such an order where nobody has.
 */
export function acceptedBetween(before: BoardState, after: BoardState): BoardOrder[] {
  if (before.orders === after.orders) return [];
  return [...after.orders.values()].filter(({ id, status, printed }) => {
    const was = before.orders.get(id)?.status;
    const isAccepted = status === "ACCEPTED" || status === "AUTO_ACCEPTED";
    return isAccepted && (was === undefined ? printed === 0 : was === "PENDING");
  });
}
