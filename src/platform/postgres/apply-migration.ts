/**
 * Applies one migration while calls go on (rules/operating 9.8). Whoever waits for the lock of a table lets nobody pass that
 * comes later: a migration that waits for a long report, a backup or a forgotten session would stop every call on the table.
 * So it waits for half a second only, undoes what it has done, lets the others pass and begins again.
 *
 * A migration of `CREATE INDEX CONCURRENTLY` alone runs statement by statement, outside of a transaction: writes go on while
 * an index is made. An index that was left half made is dropped and made again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { sqlStateOf } from "./faults.ts";

/** A file of `db/migrations`. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export interface ApplyOptions {
  /** How long the migration gives way before it fails, in milliseconds. */
  readonly withinMs: number;
  /** Told who is waited for. */
  readonly tell: (text: string) => void;
}

/** Shorter than calls wait for a lock: nobody is refused who waits behind the migration. */
const lockMs = 500;
const pauseMs = 1_500;
const tellEveryMs = 15_000;
const lockNotGiven = "55P03";

/** Applies the migration and records it; throws, with nothing done, when it fails or its locks are held for too long. */
export async function applyMigration(client: pg.Client, migration: Migration, options: ApplyOptions): Promise<void> {
  try {
    if (migration.sql.includes("INDEX CONCURRENTLY")) await makeIndexes(client, migration);
    else await applyGivingWay(client, migration, options);
  } catch (error) {
    if (sqlStateOf(error) === lockNotGiven)
      throw new Error(`migration ${migration.name} failed: a table is in use; ${await nameHolders(client)}`, {
        cause: error,
      });
    throw new Error(`migration ${migration.name} failed: ${String(error)}`, { cause: error });
  }
}

async function applyGivingWay(client: pg.Client, migration: Migration, options: ApplyOptions): Promise<void> {
  const { withinMs, tell } = options;
  const began = performance.now();
  let toldAt = -Infinity;
  for (;;) {
    try {
      return await applyAtOnce(client, migration);
    } catch (error) {
      const now = performance.now();
      if (sqlStateOf(error) !== lockNotGiven || now - began > withinMs) throw error;
      if (now - toldAt >= tellEveryMs) {
        tell(`migration ${migration.name} waits until a table is free; ${await nameHolders(client)}`);
        toldAt = now;
      }
    }
    await sleep(pauseMs);
  }
}

async function applyAtOnce(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query("SELECT set_config('lock_timeout', $1, true)", [String(lockMs)]);
    await client.query(migration.sql);
    await record(client, migration);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

async function record(client: pg.Client, { version, name, checksum }: Migration): Promise<void> {
  await client.query("INSERT INTO maple_migrations (version, name, checksum) VALUES ($1, $2, $3)", [
    version,
    name,
    checksum,
  ]);
}

async function makeIndexes(client: pg.Client, migration: Migration): Promise<void> {
  for (const { name, sql } of indexesOf(migration.sql)) {
    const { rows } = await client.query<{ readonly isWhole: boolean }>(
      `SELECT indisvalid AS "isWhole" FROM pg_index WHERE indexrelid = to_regclass($1)`,
      [`public.${name}`],
    );
    if (rows[0]?.isWhole === true) continue;
    if (rows[0]?.isWhole === false) await client.query(`DROP INDEX CONCURRENTLY public.${name}`);
    await client.query(sql);
  }
  await record(client, migration);
}

/** The statements of a migration that makes indexes while calls go on; throws when it has any other. */
export function indexesOf(sql: string): readonly { readonly name: string; readonly sql: string }[] {
  const statements = sql
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("--"))
    .join("\n")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
  return statements.map((statement) => {
    const name = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+)\s/.exec(statement)?.[1];
    if (name === undefined)
      throw new Error(`CREATE INDEX CONCURRENTLY stands in a migration of its own, and not beside: ${statement}`);
    return { name, sql: statement };
  });
}

/** The sessions with the oldest transactions: whoever holds a lock for long is one of them. */
async function nameHolders(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ readonly session: string }>(
    `SELECT format('process %s%s, in a transaction for %s s', pid, coalesce(' (' || nullif(application_name, '') || ')', ''),
       round(extract(epoch FROM clock_timestamp() - xact_start))) AS session
     FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
     ORDER BY xact_start LIMIT 3`,
  );
  if (rows.length === 0) return "nobody is in a transaction now";
  return `the oldest transactions: ${rows.map(({ session }) => session).join("; ")}`;
}
