/** The SQL of those who want no messages. */
import type { Tx } from "../platform/postgres/database.ts";
import { defineStatement } from "../platform/postgres/statement.ts";

const insertOptOutStatement = defineStatement({
  name: "insert-message-opt-out",
  prepare: false,
  takes: ["text"],
  text: "INSERT INTO message_opt_outs (phone) VALUES ($1) ON CONFLICT DO NOTHING",
});

const deleteOptOutStatement = defineStatement({
  name: "delete-message-opt-out",
  prepare: false,
  takes: ["text"],
  text: "DELETE FROM message_opt_outs WHERE phone = $1",
});

/** Notes that a number wants no messages, or wants them again. */
export async function saveOptOut(tx: Tx, phone: string, out: boolean): Promise<void> {
  await tx.rows(out ? insertOptOutStatement : deleteOptOutStatement, [phone]);
}
