/** The SQL that asks a server for its facts, and for the rights of its role. Every role may ask; nothing is written. */
import type { Db } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";
import { oldestTransactions, walKept } from "../platform/health/server-connections.sql.ts";
import type { ServerFacts } from "./server-facts.ts";

const readServerFactsStatement = defineStatement({
  name: "read-server-facts",
  prepare: false,
  takes: [],
  gives: row<ServerFacts>({
    version: "text",
    encoding: "text",
    small_letters: "text",
    database: "text",
    made_with_order: "text",
    order_now: "text",
    role: "text",
    is_superuser: "bool",
    may_change_schema: "bool",
    closed: "text[]",
    fsync: "text",
    full_page_writes: "text",
    synchronous_commit: "text",
    idle_session_timeout: "text",
    check_interval_ms: "float8",
    most_connections: "int4",
    used_connections: "int4",
    most_of_role: "int4",
    most_of_database: "int4",
    server: "text",
    synchronous_standbys: "text",
    connected_standbys: "int4",
    archives: "bool",
    archive_timeout_seconds: "float8",
    archived_seconds_ago: "float8",
    archiving_fails: "bool",
    archive_failures: "float8",
    autovacuum: "text",
    oldest_database: "text",
    oldest_transactions: "float8",
    cleaned_transactions: "float8",
    forgotten_transaction: "text",
    unread_slot: "text",
    unread_bytes: "float8",
  }),
  text: `WITH things AS (
      SELECT c.oid, c.relname::text AS name, c.relkind, pg_has_role(c.relowner, 'USAGE') AS owned FROM pg_class c
      WHERE c.relnamespace = to_regnamespace('public') AND c.relkind IN ('r', 'p', 'S') AND NOT c.relispartition)
    SELECT current_setting('server_version') AS version, pg_encoding_to_char(d.encoding)::text AS encoding, lower('IÉ') AS small_letters,
      d.datname::text AS database, d.datcollversion AS made_with_order, pg_database_collation_actual_version(d.oid) AS order_now,
      current_user::text AS role, r.rolsuper AS is_superuser,
      COALESCE(has_schema_privilege(to_regnamespace('public'), 'CREATE'), false)
        OR EXISTS (SELECT FROM things WHERE owned) AS may_change_schema,
      ARRAY(SELECT name FROM things WHERE CASE WHEN relkind = 'S' THEN NOT has_sequence_privilege(oid, 'USAGE')
        ELSE NOT (has_table_privilege(oid, 'SELECT') AND (name = 'maple_migrations' OR has_table_privilege(oid, 'INSERT')
          AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))) END ORDER BY name) AS closed,
      current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
      current_setting('synchronous_commit') AS synchronous_commit,
      current_setting('idle_session_timeout') AS idle_session_timeout,
      extract(epoch FROM current_setting('client_connection_check_interval')::interval)::float8 * 1000 AS check_interval_ms,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - COALESCE(current_setting('reserved_connections', true)::int, 0) AS most_connections,
      (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend' OR backend_type IS NULL)
        AS used_connections,
      r.rolconnlimit AS most_of_role, d.datconnlimit AS most_of_database,
      extract(epoch FROM pg_postmaster_start_time())::text || ' ' || current_setting('port') AS server,
      current_setting('synchronous_standby_names') AS synchronous_standbys,
      (SELECT count(*)::int FROM pg_stat_replication) AS connected_standbys,
      current_setting('archive_mode') <> 'off' AS archives,
      extract(epoch FROM current_setting('archive_timeout')::interval)::float8 AS archive_timeout_seconds,
      extract(epoch FROM clock_timestamp() - a.last_archived_time)::float8 AS archived_seconds_ago,
      a.last_failed_time IS NOT NULL AND a.last_failed_time > COALESCE(a.last_archived_time, '-infinity') AS archiving_fails,
      a.failed_count::float8 AS archive_failures, current_setting('autovacuum') AS autovacuum,
      o.name AS oldest_database, o.transactions AS oldest_transactions,
      current_setting('autovacuum_freeze_max_age')::float8 AS cleaned_transactions,
      (SELECT gid FROM pg_prepared_xacts WHERE prepared < clock_timestamp() - interval '1 hour' ORDER BY prepared LIMIT 1)
        AS forgotten_transaction,
      u.slot_name::text AS unread_slot, u.bytes AS unread_bytes
    FROM pg_database d CROSS JOIN pg_stat_archiver a JOIN pg_roles r ON r.rolname = current_user
    CROSS JOIN (SELECT datname::text AS name, ${oldestTransactions} AS transactions FROM pg_database
      ORDER BY transactions DESC LIMIT 1) o
    LEFT JOIN (SELECT slot_name, ${walKept} AS bytes FROM pg_replication_slots
      WHERE NOT active AND restart_lsn IS NOT NULL ORDER BY restart_lsn LIMIT 1) u ON true
    WHERE d.datname = current_database()`,
});

/** Asks a server what it is. */
export function readServerFacts(db: Db): Promise<ServerFacts> {
  return db.one(readServerFactsStatement);
}
