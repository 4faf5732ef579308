/** SQL of what the orders of a location are worth by day, of their taxes by rate, and of what was sold at each, from the sales ledger. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { dayNumber, onTheDays } from "../../platform/postgres/day-counts.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

/**
 * What was sold on one day in one currency, in minor units: what was accepted, less what was taken out or cancelled of orders
 * that had been accepted. Net, taxes and tips add up to the total, and so do online and in store.
 */
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

/** What was sold on one day at the rates that are taken together; no rate: what no tax is taken of. Tips are left out. */
export interface SoldAtRates {
  /** 1 for the first day. */
  readonly day_number: number;
  readonly currency: string;
  /** The names that the menu gives the rates. */
  readonly rates: readonly string[];
  readonly net: number;
  readonly taxes: number;
}

/** The lines of a location on the days, by its clock: $1 location, $2 bounds. */
export const soldOnTheDays = `s.location_id = $1 AND ${onTheDays("s.at", "$2")}`;

const byDay = defineStatement({
  name: "sum-daily-sales",
  prepare: false,
  takes: ["text", "int8[]"],
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
  text: `SELECT ${dayNumber("s.at", "$2")} AS day_number, s.currency, sum(s.total)::bigint AS total,
      sum(s.total - s.taxes - s.tips)::bigint AS net, sum(s.taxes)::bigint AS taxes, sum(s.tips)::bigint AS tips,
      coalesce(sum(s.total) FILTER (WHERE NOT s.is_in_store), 0)::bigint AS online,
      coalesce(sum(s.total) FILTER (WHERE s.is_in_store), 0)::bigint AS in_store
    FROM sales_ledger s
    WHERE ${soldOnTheDays}
    GROUP BY 1, 2 ORDER BY 1, 2`,
});

const byRate = defineStatement({
  name: "sum-taxes-by-rate",
  prepare: false,
  takes: ["text", "int8[]"],
  gives: row<RateSales>({ currency: "text", rate: "text", is_included: "bool", amount: "int8" }),
  text: `SELECT s.currency, r.rate, r.is_included, sum(r.amount)::bigint AS amount
    FROM sales_ledger s
      CROSS JOIN LATERAL jsonb_to_recordset(s.rates) AS r (rate text, is_included boolean, amount bigint)
    WHERE ${soldOnTheDays}
    GROUP BY 1, 2, 3 ORDER BY 1, 4 DESC, 2, 3`,
});

const atRates = defineStatement({
  name: "sum-sales-at-rates",
  prepare: false,
  takes: ["text", "int8[]"],
  gives: row<SoldAtRates>({ day_number: "int4", currency: "text", rates: "jsonb", net: "int8", taxes: "int8" }),
  text: `SELECT ${dayNumber("s.at", "$2")} AS day_number, s.currency, r.rates, sum(r.net)::bigint AS net,
      sum(r.taxes)::bigint AS taxes
    FROM sales_ledger s
      CROSS JOIN LATERAL jsonb_to_recordset(s.by_rates) AS r (rates jsonb, net bigint, taxes bigint)
    WHERE ${soldOnTheDays}
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
});

/** What was sold on each day, by the location's clock. */
export function sumDailySales(db: Db, locationId: Id<"str">, bounds: readonly Instant[]): Promise<DailySales[]> {
  return db.rows(byDay, [locationId, bounds]);
}

/** The taxes of the same sales, of all the days, the largest amount first. */
export function sumTaxesByRate(db: Db, locationId: Id<"str">, bounds: readonly Instant[]): Promise<RateSales[]> {
  return db.rows(byRate, [locationId, bounds]);
}

/** Net and taxes of the same sales by the rates that are taken together, on each day; sales of before have none. */
export function sumSalesAtRates(db: Db, locationId: Id<"str">, bounds: readonly Instant[]): Promise<SoldAtRates[]> {
  return db.rows(atRates, [locationId, bounds]);
}
