/** SQL of the sales ledger line by line, for people who keep the books. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { soldOnTheDays, type SoldAtRates } from "./daily-sales.sql.ts";

/** The tax of one rate of one line. */
export interface OrderTax {
  /** The name that the menu gives the rate. */
  readonly rate: string;
  /** Inside the prices; else added to them. */
  readonly is_included: boolean;
  readonly amount: number;
}

/**
 * What became of an order on one day, in minor units; below 0 where it became worth less. Net, taxes and tips add up to the
 * total; fees and delivery are within the net.
 */
export interface OrderSales {
  readonly order_id: Id<"ord">;
  readonly display_number: string;
  /** When it was accepted, changed or cancelled, by the location's clock. */
  readonly at: Instant;
  readonly kind: "accepted" | "items_removed" | "cancelled";
  readonly fulfillment_type: "pickup" | "delivery";
  readonly is_in_store: boolean;
  readonly currency: string;
  readonly total: number;
  readonly net: number;
  readonly discount: number;
  readonly fees: number;
  readonly delivery_fee: number;
  readonly taxes: number;
  readonly tips: number;
  readonly rates: readonly OrderTax[];
  /** Net and taxes by the rates that are taken together; nothing in lines of before. */
  readonly by_rates: readonly Pick<SoldAtRates, "rates" | "net" | "taxes">[];
}

const statement = defineStatement({
  name: "list-order-sales",
  prepare: false,
  takes: ["text", "int8[]", "int8"],
  gives: row<OrderSales>({
    order_id: "text",
    display_number: "text",
    at: "timestamptz",
    kind: "text",
    fulfillment_type: "text",
    is_in_store: "bool",
    currency: "text",
    total: "int8",
    net: "int8",
    discount: "int8",
    fees: "int8",
    delivery_fee: "int8",
    taxes: "int8",
    tips: "int8",
    rates: "jsonb",
    by_rates: "jsonb",
  }),
  text: `SELECT s.order_id, s.display_number, s.at, s.kind, s.fulfillment_type, s.is_in_store, s.currency, s.total,
      s.total - s.taxes - s.tips AS net, s.discount, s.fees, s.delivery_fee, s.taxes, s.tips, s.rates,
      coalesce(s.by_rates, '[]') AS by_rates
    FROM sales_ledger s
    WHERE ${soldOnTheDays}
    ORDER BY s.at, s.order_id, s.number LIMIT $3`,
});

/** The lines of the days, in their order. */
export function selectOrderSales(
  db: Db,
  locationId: Id<"str">,
  bounds: readonly Instant[],
  limit: number,
): Promise<OrderSales[]> {
  return db.rows(statement, [locationId, bounds, limit]);
}
