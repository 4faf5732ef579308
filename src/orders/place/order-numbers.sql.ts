/** The SQL of the short numbers of orders. */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

const takeNumbers = defineStatement({
  name: "take-order-numbers",
  takes: ["text", "date", "int4"],
  gives: row<{ last: number }>({ last: "int4" }),
  text: `INSERT INTO order_numbers (location_id, day, last) VALUES ($1, $2, $3)
    ON CONFLICT (location_id, day) DO UPDATE SET last = order_numbers.last + $3 RETURNING last`,
});

// Not flushed by itself: the commit of the order that carries the number comes later in the same log.
const leaveFlushToLaterCommitStatement = defineStatement({
  name: "leave-flush-to-later-commit",
  prepare: false,
  takes: [],
  text: "SET LOCAL synchronous_commit = off",
});

/** Takes `count` numbers of the location's day (`YYYY-MM-DD`); answers the last of them. */
export async function takeOrderNumbers(tx: Tx, locationId: Id<"str">, day: string, count: number): Promise<number> {
  tx.send(leaveFlushToLaterCommitStatement);
  const row = await tx.one(takeNumbers, [locationId, day, count]);
  return row.last;
}
