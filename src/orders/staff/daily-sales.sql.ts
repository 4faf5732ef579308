/** SQL of what the orders of a location are worth by day, and of their taxes by rate. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { dayNumber } from "../../platform/postgres/day-counts.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { isAccepted, placedOnTheDays } from "./daily-orders.sql.ts";

/** The accepted orders of one day in one currency, in minor units: net, taxes and tips add up to the total, and so do online and in store. */
export interface DailySales {
  /** 1 for the first day. */
  readonly day_number: number;
  readonly currency: string;
  readonly total: number;
  readonly net: number;
  /** Added to prices, and inside them. */
  readonly taxes: number;
  /** For the restaurant, and for who delivers. */
  readonly tips: number;
  readonly online: number;
  readonly in_store: number;
}

/** The tax of one rate of all the days. */
export interface RateSales {
  readonly currency: string;
  /** The name that the menu gives the rate. */
  readonly rate: string;
  /** Inside the prices; else added to them. */
  readonly is_included: boolean;
  readonly amount: number;
}

const byDay = defineStatement({
  name: "sum-daily-sales",
  prepare: false,
  takes: ["text", "int8[]", "numeric"],
  gives: row<DailySales>({
    day_number: "int4",
    currency: "text",
    total: "int8",
    net: "int8",
    taxes: "int8",
    tips: "int8",
    online: "int8",
    in_store: "int8",
  }),
  text: `SELECT s.day_number, s.currency, sum(s.total)::bigint AS total,
      sum(s.total - s.taxes - s.tips)::bigint AS net, sum(s.taxes)::bigint AS taxes, sum(s.tips)::bigint AS tips,
      coalesce(sum(s.total) FILTER (WHERE NOT s.is_in_store), 0)::bigint AS online,
      coalesce(sum(s.total) FILTER (WHERE s.is_in_store), 0)::bigint AS in_store
    FROM (
      SELECT ${dayNumber("o.created_at", "$2")} AS day_number, o.totals ->> 'currency' AS currency,
        (o.totals ->> 'total')::bigint AS total,
        (o.totals ->> 'tax')::bigint + (o.totals ->> 'tax_included')::bigint AS taxes,
        (o.totals ->> 'tip')::bigint + coalesce((o.totals ->> 'delivery_tip')::bigint, 0) AS tips,
        o.payment_status = 'pay_in_store' AS is_in_store
      FROM orders o
      WHERE ${placedOnTheDays} AND ${isAccepted}
    ) s
    GROUP BY 1, 2 ORDER BY 1, 2`,
});

const byRate = defineStatement({
  name: "sum-taxes-by-rate",
  prepare: false,
  takes: ["text", "int8[]", "numeric"],
  gives: row<RateSales>({ currency: "text", rate: "text", is_included: "bool", amount: "int8" }),
  text: `SELECT o.totals ->> 'currency' AS currency, b.part ->> 'label' AS rate,
      b.part ->> 'kind' = 'tax_included' AS is_included, sum((b.part ->> 'amount')::bigint)::bigint AS amount
    FROM orders o CROSS JOIN LATERAL jsonb_array_elements(o.breakdown) b(part)
    WHERE ${placedOnTheDays} AND ${isAccepted} AND b.part ->> 'kind' IN ('tax', 'fee_tax', 'tax_included')
    GROUP BY 1, 2, 3 ORDER BY 1, 4 DESC, 2, 3`,
});

/** What the accepted orders of each day are worth, by when they were placed on the location's clock. */
export function sumDailySales(
  db: Db,
  locationId: Id<"str">,
  bounds: readonly Instant[],
  offsetSeconds: number,
): Promise<DailySales[]> {
  return db.rows(byDay, [locationId, bounds, offsetSeconds]);
}

/** The taxes of the same orders, of all the days, the largest amount first. */
export function sumTaxesByRate(
  db: Db,
  locationId: Id<"str">,
  bounds: readonly Instant[],
  offsetSeconds: number,
): Promise<RateSales[]> {
  return db.rows(byRate, [locationId, bounds, offsetSeconds]);
}
