/** The stock status of everything in a location's live menu that can run out. */
import type { Id } from "../kernel/id.ts";
import type { Db } from "../platform/postgres/database.ts";
import * as sql from "./stock.sql.ts";

/** One row per item, variation and option of the live menu; none when no menu was published. */
export function listStock(db: Db, locationId: Id<"str">): Promise<sql.StockRow[]> {
  return sql.listStock(db, locationId);
}
