/** The SQL of readiness: one statement a probe. Each process runs it every second (rules/operating 1.17). */
import type { Db } from "../platform/postgres/database.ts";
import { sqlStateOf } from "../platform/postgres/faults.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";

export interface DatabaseState {
  /** The server takes no writes now: it is recovering, or its transactions only read. */
  readonly readOnly: boolean;
  /** The versions of the migrations that it has. */
  readonly applied: readonly number[];
}

const readStateStatement = defineStatement({
  name: "read-database-state",
  prepare: false,
  takes: [],
  gives: row<DatabaseState>({ readOnly: "bool", applied: "int4[]" }),
  text: `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "readOnly",
    ARRAY(SELECT version FROM maple_migrations) AS applied`,
});

/** Whether the server takes writes, and its migrations; throws where it was never migrated. */
export function readDatabaseState(db: Db): Promise<DatabaseState> {
  return db.one(readStateStatement);
}

const undefinedTable = "42P01";

/** Whether a statement failed because its table is not there: nothing was migrated. */
export function isNeverMigrated(error: unknown): boolean {
  return sqlStateOf(error) === undefinedTable;
}
