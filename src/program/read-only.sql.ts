/** The SQL of readiness. */
import type { Db } from "../platform/postgres/database.ts";

/** Whether the server takes no writes now: it is recovering, or its transactions only read. */
export async function isReadOnly(db: Db): Promise<boolean> {
  const { read_only: readOnly } = await db.one<{ readonly read_only: boolean }>(
    "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS read_only",
  );
  return readOnly;
}
