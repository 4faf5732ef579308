/** The SQL of readiness. */
import type { Db } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";

const isReadOnlyStatement = defineStatement({
  name: "is-database-read-only",
  prepare: false,
  takes: [],
  gives: row<{ readonly read_only: boolean }>({ read_only: "bool" }),
  text: "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS read_only",
});

/** Whether the server takes no writes now: it is recovering, or its transactions only read. */
export async function isReadOnly(db: Db): Promise<boolean> {
  const { read_only: readOnly } = await db.one(isReadOnlyStatement);
  return readOnly;
}
