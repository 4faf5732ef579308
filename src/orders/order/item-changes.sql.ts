/** SQL of an order's items: read to price them again, written when items were removed or their removal is offered. */
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { BreakdownRow } from "../../pricing/priced-basket.ts";
import type { Order } from "./order.ts";

export interface PlacedWith {
  readonly menu_version_id: Id<"mnv">;
  readonly breakdown: readonly BreakdownRow[];
  readonly timezone: string | null;
}

const readPlacedWithStatement = defineStatement({
  name: "read-order-placed-with",
  prepare: false,
  takes: ["text"],
  gives: row<PlacedWith>({ menu_version_id: "text", breakdown: "jsonb", timezone: "text" }),
  text: `SELECT o.menu_version_id, o.breakdown, l.timezone FROM orders o JOIN locations l ON l.id = o.location_id
    WHERE o.id = $1`,
});

/** What an order was priced with. */
export function readPlacedWith(db: Db, orderId: Id<"ord">): Promise<PlacedWith> {
  return db.one(readPlacedWithStatement, [orderId]);
}

const updateOrderContentsStatement = defineStatement({
  name: "update-order-contents",
  takes: ["text", "jsonb", "jsonb", "jsonb", "jsonb"],
  text: `UPDATE orders SET line_items = $2, totals = $3, item_changes = $4, breakdown = coalesce($5::jsonb, breakdown)
    WHERE id = $1`,
});

/** Sends what a locked order contains now; without a new breakdown the present one stays. */
export function sendOrderContents(tx: Tx, order: Order, breakdown: readonly BreakdownRow[] | null): void {
  tx.send(updateOrderContentsStatement, [
    order.id,
    JSON.stringify(order.line_items),
    JSON.stringify(order.totals),
    JSON.stringify(order.item_changes),
    breakdown === null ? null : JSON.stringify(breakdown),
  ]);
}
