/** The SQL that counts the connections to the server of a database. */
import type { Db } from "../postgres/database.ts";
import { row } from "../postgres/sql-types.ts";
import { defineStatement } from "../postgres/statement.ts";

const countConnectionsStatement = defineStatement({
  name: "count-server-connections",
  prepare: false,
  takes: [],
  gives: row<{ used: number; most: number }>({ used: "int8", most: "int4" }),
  text: `SELECT count(*) FILTER (WHERE backend_type = 'client backend' OR backend_type IS NULL) AS used,
      current_setting('max_connections')::int AS most FROM pg_stat_activity`,
});

/** Connections of all programs to the server, and the most that it takes. Every role may count them. */
export function countConnections(db: Db): Promise<{ readonly used: number; readonly most: number }> {
  return db.one(countConnectionsStatement);
}
