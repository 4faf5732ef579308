/**
 * The SQL that asks a server for its newest base backup. Whoever makes one (pgBackRest, pg_basebackup, a provider) tells
 * the server so, and the server keeps a small file beside its WAL until the next one ends; a standby that was promoted
 * has none of before. Nothing is written.
 */
import type { Db } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";

interface AskedServer {
  readonly role: string;
  readonly server: string;
  readonly now: number;
  readonly is_open: boolean;
}

const askServerStatement = defineStatement({
  name: "ask-server-of-backups",
  prepare: false,
  takes: [],
  gives: row<AskedServer>({ role: "text", server: "text", now: "float8", is_open: "bool" }),
  text: `SELECT current_user::text AS role, system_identifier::text AS server,
      extract(epoch FROM clock_timestamp())::float8 AS now,
      has_function_privilege('pg_ls_waldir()', 'EXECUTE') AS is_open
    FROM pg_control_system()`,
});

const newestBackupStatement = defineStatement({
  name: "read-newest-backup",
  prepare: false,
  takes: [],
  gives: row<{ readonly ended_at: number | null }>({ ended_at: "float8" }),
  text: `SELECT extract(epoch FROM max(modification))::float8 AS ended_at FROM pg_ls_waldir()
    WHERE name ~ '^[0-9A-F]{24}[.][0-9A-F]{8}[.]backup$'`,
});

/** What the server knows of its backups; `serverEndedAt` is null where it knows of none, or the role may not look. */
export async function readServerBackups(db: Db): Promise<{
  readonly role: string;
  readonly server: string;
  readonly now: number;
  readonly isOpen: boolean;
  readonly serverEndedAt: number | null;
}> {
  const { is_open: isOpen, ...asked } = await db.one(askServerStatement);
  const serverEndedAt = isOpen ? (await db.one(newestBackupStatement)).ended_at : null;
  return { ...asked, isOpen, serverEndedAt };
}
