/** A denied order tells what has run out (rules/ordering 4.3): the transaction of the denial sets it. */
import type { Id } from "../kernel/id.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { sendOutOfStock } from "./stock.sql.ts";

/** Marks items, variations and options of the live menu by externalId; unknown ones have no effect. */
export async function markOutOfStock(tx: Tx, locationId: Id<"str">, externalIds: readonly string[]): Promise<void> {
  if (externalIds.length > 0) sendOutOfStock(tx, locationId, externalIds);
}
