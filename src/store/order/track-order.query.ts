/** Finds an order by the diner's token, and shows the parts that the diner may see. */
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { getMenuVersion } from "../../menus/read/get-orderable-menu.query.ts";
import { followOrderByToken } from "../../orders/order/find-order-by-token.query.ts";
import type { PlacedOrder } from "../../orders/place/place-order.command.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { toStoreOrder, type StoreOrder, type TrackContext } from "./store-order.ts";

/** The view, or `not_found` for every text that is not the token of an order. */
export async function trackOrder(
  db: Db,
  token: string,
  context: TrackContext,
): Promise<StoreOrder | Refusal<"not_found">> {
  const order = await followOrderByToken(db, token);
  if (order === undefined) return noSuchOrder();
  return toStoreOrder(order, await getMenuVersion(db, order.menu_version_id), context);
}

/** The view of an order that this very transaction has placed: one round trip. */
export async function trackPlacedOrder(
  tx: Tx,
  { order: { id }, dinerToken }: PlacedOrder,
  context: TrackContext,
): Promise<StoreOrder> {
  const order = await followOrderByToken(tx, dinerToken);
  if (order === undefined) throw new Error(`order ${id} was placed and is not there`);
  return toStoreOrder(order, await getMenuVersion(tx, order.menu_version_id), context);
}

/** The same words for a token that is mistyped, unknown or of something else; the token is not repeated. */
export function noSuchOrder(): Refusal<"not_found"> {
  return refuse("not_found", "there is no such order; use the link exactly as it was given");
}
