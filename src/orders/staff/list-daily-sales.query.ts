import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import {
  sumDailySales,
  sumSalesAtRates,
  sumTaxesByRate,
  type DailySales,
  type RateSales,
  type SoldAtRates,
} from "./daily-sales.sql.ts";
import { selectOrderSales, type OrderSales } from "./order-sales.sql.ts";

/** What a location sold on each day: orders on the day on which they were accepted, and what became of them on its own day. */
export function listDailySales(db: Db, locationId: Id<"str">, bounds: readonly Instant[]): Promise<DailySales[]> {
  return sumDailySales(db, locationId, bounds);
}

/** The taxes of the same sales by rate, of all the days. */
export function listTaxesByRate(db: Db, locationId: Id<"str">, bounds: readonly Instant[]): Promise<RateSales[]> {
  return sumTaxesByRate(db, locationId, bounds);
}

/** Net and taxes of the same sales by the rates that are taken together, day by day. */
export function listSalesAtRates(db: Db, locationId: Id<"str">, bounds: readonly Instant[]): Promise<SoldAtRates[]> {
  return sumSalesAtRates(db, locationId, bounds);
}

/** The same sales one by one, oldest first; no more than `limit`. */
export function listOrderSales(
  db: Db,
  locationId: Id<"str">,
  bounds: readonly Instant[],
  limit: number,
): Promise<readonly OrderSales[]> {
  return selectOrderSales(db, locationId, bounds, limit);
}
