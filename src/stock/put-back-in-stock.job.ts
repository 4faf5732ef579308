/**
 * Puts dishes back in stock that staff took off the menu until a time (rules/menus 6.7). Guarantees: never before the
 * location's clock has reached the time. A status that an app or a document has set meanwhile stays; it removes the time.
 */
import type { Database } from "../platform/postgres/database.ts";
import { restockDue } from "./stock.sql.ts";

const batch = 500;

/** Puts one batch back; answers true when there may be more. */
export async function putBackInStock(database: Database): Promise<boolean> {
  return (await database.transaction((tx) => restockDue(tx, batch))).length === batch;
}
