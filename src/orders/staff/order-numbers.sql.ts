/** The numbers by which people speak of orders. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

const listNumbersStatement = defineStatement({
  name: "list-order-numbers",
  prepare: false,
  takes: ["text", "text[]"],
  gives: row<{ readonly id: Id<"ord">; readonly display_number: string }>({ id: "text", display_number: "text" }),
  text: `SELECT id, display_number FROM orders WHERE id = ANY($2)
    UNION SELECT order_id, display_number FROM sales_ledger
      WHERE location_id = $1 AND order_id = ANY($2) AND kind = 'accepted'`,
});

/** The number of each order that exists, or that was a sale before it was archived. */
export function listNumbers(
  db: Db,
  locationId: Id<"str">,
  ids: readonly Id<"ord">[],
): Promise<{ readonly id: Id<"ord">; readonly display_number: string }[]> {
  return db.rows(listNumbersStatement, [locationId, ids]);
}
