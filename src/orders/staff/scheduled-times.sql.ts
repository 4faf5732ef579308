/** SQL of the orders for later of a location. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

const statement = defineStatement({
  name: "list-scheduled-times",
  prepare: false,
  takes: ["text", "float8"],
  gives: row<{ readonly scheduled_for: Instant }>({ scheduled_for: "timestamptz" }),
  text: `SELECT scheduled_for FROM orders
    WHERE location_id = $1 AND scheduled_for > to_timestamp($2::float8 / 1000)
      AND status IN ('PENDING', 'ACCEPTED', 'AUTO_ACCEPTED', 'READY', 'IN_DELIVERY')
    ORDER BY scheduled_for LIMIT 20000`,
});

/** When the open orders for later are wanted, after an instant; the first 20,000. */
export function findScheduledTimes(db: Db, locationId: Id<"str">, from: Instant) {
  return db.rows(statement, [locationId, from]);
}
