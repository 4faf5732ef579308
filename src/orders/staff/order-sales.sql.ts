/** SQL of what each accepted order of a location is worth, for people who keep the books. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { isAccepted, placedOnTheDays } from "./daily-orders.sql.ts";

/** The tax of one rate of one order. */
export interface OrderTax {
  /** The name that the menu gives the rate. */
  readonly rate: string;
  /** Inside the prices; else added to them. */
  readonly is_included: boolean;
  readonly amount: number;
}

/** One accepted order, in minor units: net, taxes and tips add up to the total; fees and delivery are within the net. */
export interface OrderSales {
  readonly id: Id<"ord">;
  readonly display_number: string;
  /** When it was placed, by the location's clock. */
  readonly created_at: Instant;
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
  /** Of what was paid, given back or owed back. */
  readonly refunded: number;
  readonly rates: readonly OrderTax[];
}

const minor = (field: string): string => `coalesce((o.totals ->> '${field}')::bigint, 0)`;

const statement = defineStatement({
  name: "list-order-sales",
  prepare: false,
  takes: ["text", "int8[]", "numeric", "int8"],
  gives: row<OrderSales>({
    id: "text",
    display_number: "text",
    created_at: "timestamptz",
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
    refunded: "int8",
    rates: "jsonb",
  }),
  text: `SELECT o.id, o.display_number, o.created_at, o.fulfillment_type,
      o.payment_status = 'pay_in_store' AS is_in_store, o.totals ->> 'currency' AS currency, ${minor("total")} AS total,
      ${minor("total")} - ${minor("tax")} - ${minor("tax_included")} - ${minor("tip")} - ${minor("delivery_tip")} AS net,
      ${minor("discount")} AS discount, ${minor("surcharge")} AS fees, ${minor("delivery_fee")} AS delivery_fee,
      ${minor("tax")} + ${minor("tax_included")} AS taxes, ${minor("tip")} + ${minor("delivery_tip")} AS tips, o.refunded,
      coalesce((SELECT jsonb_agg(jsonb_build_object('rate', r.rate, 'is_included', r.is_included, 'amount', r.amount))
        FROM (SELECT b.part ->> 'label' AS rate, b.part ->> 'kind' = 'tax_included' AS is_included,
            sum((b.part ->> 'amount')::bigint) AS amount
          FROM jsonb_array_elements(o.breakdown) b(part)
          WHERE b.part ->> 'kind' IN ('tax', 'fee_tax', 'tax_included') GROUP BY 1, 2) r), '[]') AS rates
    FROM orders o
    WHERE ${placedOnTheDays} AND ${isAccepted}
    ORDER BY o.created_at, o.id LIMIT $4`,
});

/** The accepted orders that were placed on the days, in their order. */
export function selectOrderSales(
  db: Db,
  locationId: Id<"str">,
  bounds: readonly Instant[],
  { offsetSeconds, limit }: { readonly offsetSeconds: number; readonly limit: number },
): Promise<OrderSales[]> {
  return db.rows(statement, [locationId, bounds, offsetSeconds, limit]);
}
