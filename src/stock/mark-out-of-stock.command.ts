/** Marks what a denied order reports as out of stock (rules/ordering 4.3), in the transaction of the denial. */
import type { Id } from "../kernel/id.ts";
import type { Tx } from "../platform/postgres/database.ts";
import type { StockedName } from "./parse-stock-update.ts";
import { sendOutOfStock } from "./stock.sql.ts";

/** Marks items, variations and options of the live menu; those that the menu does not have are passed over. */
export async function markOutOfStock(tx: Tx, locationId: Id<"str">, named: readonly StockedName[]): Promise<void> {
  if (named.length > 0) sendOutOfStock(tx, locationId, named);
}
