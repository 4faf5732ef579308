/** The SQL that counts the connections to the server of a database, and its standbys. */
import type { Db } from "../postgres/database.ts";
import { row } from "../postgres/sql-types.ts";
import { defineStatement } from "../postgres/statement.ts";

interface ServerCounts {
  readonly used: number;
  readonly most: number;
  readonly standbys: number;
  /** A commit is acknowledged only when a standby has it. */
  readonly waits_for_standby: boolean;
}

const countConnectionsStatement = defineStatement({
  name: "count-server-connections",
  prepare: false,
  takes: [],
  gives: row<ServerCounts>({ used: "int8", most: "int4", standbys: "int4", waits_for_standby: "bool" }),
  text: `SELECT count(*) FILTER (WHERE backend_type = 'client backend' OR backend_type IS NULL) AS used,
      current_setting('max_connections')::int AS most,
      (SELECT count(*)::int FROM pg_stat_replication) AS standbys,
      current_setting('synchronous_standby_names') <> '' AS waits_for_standby FROM pg_stat_activity`,
});

/** Connections of all programs to the server and the most that it takes, and its standbys. Every role may count them. */
export function countConnections(db: Db): Promise<ServerCounts> {
  return db.one(countConnectionsStatement);
}
