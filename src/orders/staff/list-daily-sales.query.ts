import type { Instant } from "../../kernel/clock.ts";
import type { Location } from "../../locations/location/location.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { sumDailySales, sumTaxesByRate, type DailySales, type RateSales } from "./daily-sales.sql.ts";
import { selectOrderSales, type OrderSales } from "./order-sales.sql.ts";

type Here = Pick<Location, "id" | "clock_offset_seconds">;

/** What the accepted orders of a location are worth by the day on which they were placed. */
export function listDailySales(db: Db, here: Here, bounds: readonly Instant[]): Promise<DailySales[]> {
  return sumDailySales(db, here.id, bounds, here.clock_offset_seconds);
}

/** The taxes of the same orders by rate, of all the days. */
export function listTaxesByRate(db: Db, here: Here, bounds: readonly Instant[]): Promise<RateSales[]> {
  return sumTaxesByRate(db, here.id, bounds, here.clock_offset_seconds);
}

/** The same orders one by one, in the order in which they were placed; no more than `limit`. */
export function listOrderSales(
  db: Db,
  here: Here,
  bounds: readonly Instant[],
  limit: number,
): Promise<readonly OrderSales[]> {
  return selectOrderSales(db, here.id, bounds, { offsetSeconds: here.clock_offset_seconds, limit });
}
