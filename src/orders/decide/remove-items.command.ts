/**
 * Takes unavailable items out of an accepted order. Guarantees: the one price function computes the new price, with the
 * menu of the placing. The difference goes back to a diner who has paid, in the same transaction; the order never costs
 * more than before. A crash leaves all of it or nothing.
 */
import type { Tx } from "../../platform/postgres/database.ts";
import { getMenuVersion } from "../../menus/read/get-orderable-menu.query.ts";
import { reducePaymentOfOrder } from "../../payments/money/reverse-payment.command.ts";
import { endOffered, findOffered, type UnavailableLine } from "../order/item-change.ts";
import { readPlacedWith } from "../order/item-changes.sql.ts";
import type { Order } from "../order/order.ts";
import type { Actor } from "../order/order-status.ts";
import type { OrderWork } from "../order/order-work.ts";
import { linesLeft, repriceOrder, type Repriced } from "./reprice-order.ts";

export interface PriceWithout extends Repriced {
  /** Minor units that go back to a diner who has paid; 0 for others. */
  readonly refund: number;
}

/** What a locked order costs without the lines; undefined when nothing would be left. */
export async function priceWithout(
  tx: Tx,
  order: Order,
  unavailable: readonly UnavailableLine[],
): Promise<PriceWithout | undefined> {
  const left = linesLeft(order.line_items, unavailable);
  if (left.length === 0) return undefined;
  const { menu_version_id, breakdown, timezone } = await readPlacedWith(tx, order.id);
  const menu = await getMenuVersion(tx, menu_version_id);
  const repriced = repriceOrder(order, left, { menu, timeZone: timezone ?? "UTC", breakdown });
  const refund = order.payment_status === "paid" ? order.totals.total - repriced.totals.total : 0;
  return { ...repriced, refund };
}

/** Removes what is offered to be removed, when there is such an offer. */
export async function removeOffered(tx: Tx, work: OrderWork, by: Actor): Promise<void> {
  const offered = findOffered(work.order.item_changes);
  if (offered === undefined) return;
  const priced = await priceWithout(tx, work.order, offered.lines);
  if (priced === undefined) throw new Error(`nothing of order ${work.order.id} would be left`);
  const { line_items, totals, breakdown, refund } = priced;
  if (refund > 0) await reducePaymentOfOrder(tx, work.order.id, refund);
  work.breakdown = breakdown;
  work.change("items_removed", by, {
    line_items,
    totals,
    item_changes: endOffered(work.order.item_changes, "removed", by, work.now),
  });
  work.tell("order.updated", "updated", true);
}
