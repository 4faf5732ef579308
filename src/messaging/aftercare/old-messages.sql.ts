/** The SQL that ends old messages. */
import type { Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

// Ids are made in the order of time, so the walk begins at the oldest and reads one batch, whatever the table has.
const deleteOldStatement = defineStatement({
  name: "delete-old-messages",
  prepare: false,
  takes: ["int8"],
  gives: row<{ readonly id: string }>({ id: "text" }),
  text: `WITH oldest AS (SELECT id, created_at FROM messages ORDER BY id LIMIT $1)
    DELETE FROM messages m USING oldest o
    WHERE m.id = o.id AND o.created_at < clock_timestamp() - interval '13 months' RETURNING m.id`,
});

/** Deletes those of the oldest so many messages that are older than 13 months; answers how many that were. */
export async function deleteOldMessages(tx: Tx, limit: number): Promise<number> {
  return (await tx.rows(deleteOldStatement, [limit])).length;
}
