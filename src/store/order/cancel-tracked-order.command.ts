/** The diner's own cancellation, by token (rules/ordering 3.4). */
import type { Done, Refusal } from "../../kernel/refusal.ts";
import { cancelForDiner } from "../../orders/decide/cancel-order.command.ts";
import { findOrderByToken } from "../../orders/order/find-order-by-token.query.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { noSuchOrder } from "./track-order.query.ts";

/** Cancels; a repeat changes nothing. */
export async function cancelTrackedOrder(
  tx: Tx,
  token: string,
  reason: string,
): Promise<Done | Refusal<"not_found" | "illegal_transition">> {
  const order = await findOrderByToken(tx, token);
  return order === undefined ? noSuchOrder() : cancelForDiner(tx, order.id, reason);
}
