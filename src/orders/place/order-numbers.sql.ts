/** The SQL of the short numbers of orders. */
import type { Id } from "../../kernel/id.ts";
import type { Statement, Tx } from "../../platform/postgres/database.ts";

const takeNumbers: Statement = {
  name: "take-order-numbers",
  text: `INSERT INTO order_numbers (location_id, day, last) VALUES ($1, $2, $3)
    ON CONFLICT (location_id, day) DO UPDATE SET last = order_numbers.last + $3 RETURNING last`,
};

/** Takes `count` numbers of the location's day (`YYYY-MM-DD`); answers the last of them. */
export async function takeOrderNumbers(tx: Tx, locationId: Id<"str">, day: string, count: number): Promise<number> {
  // Not flushed by itself: the commit of the order that carries the number comes later in the same log.
  tx.send("SET LOCAL synchronous_commit = off");
  const row = await tx.one<{ last: number }>(takeNumbers, [locationId, day, count]);
  return row.last;
}
