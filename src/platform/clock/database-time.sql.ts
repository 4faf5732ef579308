import type { Instant } from "../../kernel/clock.ts";
import type { Db } from "../postgres/database.ts";
import { row } from "../postgres/sql-types.ts";
import { defineStatement } from "../postgres/statement.ts";

const readDatabaseTimeStatement = defineStatement({
  name: "read-database-time",
  prepare: false,
  takes: [],
  gives: row<{ now: Instant }>({ now: "timestamptz" }),
  text: "SELECT clock_timestamp() AS now",
});

/** The database's time, asked of the database itself: for comparing with what the same transaction reads. */
export async function readDatabaseTime(db: Db): Promise<Instant> {
  return (await db.one(readDatabaseTimeStatement)).now;
}
