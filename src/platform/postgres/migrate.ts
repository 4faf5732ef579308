/**
 * Migrations: the files of `db/migrations`, in order, each as `apply-migration.ts` says. Processes that migrate at once wait
 * for an advisory lock. A database that is newer than the program, or whose migrations were changed, is refused with a
 * message.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { setForms } from "./answers/value-forms.ts";
import { lockNumbers } from "./advisory-locks.ts";
import { applyMigration, type Migration } from "./apply-migration.ts";
import { WrongDatabase } from "./service-mark.sql.ts";
import { hostsOf, type HostAddress } from "./hosts/database-address.ts";
import { NoPrimary } from "./faults.ts";
import { row } from "./sql-types.ts";
import { defineStatement } from "./statement.ts";
import type { Db } from "./tx.ts";

const directory = new URL("../../../db/migrations/", import.meta.url);
/** How long a rival migrator, or a lock of a table, is waited for. */
const lockWithinMs = 600_000;
const rivalsEveryMs = 100;
const rivalsToldAfter = 10;

const anotherDatabase = "CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'";

/** Reads the migrations that come with the program, lowest version first. */
export async function listMigrations(): Promise<readonly Migration[]> {
  const names = (await readdir(directory)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, directory), "utf8");
      const checksum = createHash("sha256").update(sql).digest("hex");
      return { version: Number(name.slice(0, 4)), name, sql, checksum };
    }),
  );
}

interface Applied {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

/**
 * Brings the database at the address to the program's schema; answers the names of what it applied. An empty database gets
 * the mark of its service (`serviceName`); that of the other one is refused before anything is changed (rules/operating 9.7). `tell` is told whom it waits for.
 */
export async function migrate(
  url: string,
  service?: string,
  tell: (text: string) => void = () => {},
): Promise<readonly string[]> {
  const client = await connectToPrimary(url);
  try {
    await client.query("SELECT set_config('lock_timeout', $1, false)", [String(lockWithinMs)]);
    await waitForRivals(client, tell);
    if (service !== undefined) await refuseOther(client, service);
    await refuseOtherEncoding(client);
    await refuseOtherLetters(client);
    await refuseOtherSchema(client);
    const migrations = await listMigrations();
    await refuseOtherProgram(client, migrations);
    await client.query(`CREATE TABLE IF NOT EXISTS maple_migrations (
      version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now())`);
    const applied = await client.query<Applied>(
      "SELECT version, name, checksum FROM maple_migrations ORDER BY version",
    );
    checkPast(migrations, applied.rows);
    const done = new Set(applied.rows.map((row) => row.version));
    const pending = migrations.filter((migration) => !done.has(migration.version));
    for (const migration of pending) await applyMigration(client, migration, { withinMs: lockWithinMs, tell });
    if (service !== undefined && applied.rows.length === 0)
      await client.query("INSERT INTO service_mark (name) VALUES ($1)", [service]);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/**
 * Takes the lock of those who migrate. Asks again and again: a session that waits in a statement has a snapshot, which
 * `CREATE INDEX CONCURRENTLY` of the rival would wait for.
 */
async function waitForRivals(client: pg.Client, tell: (text: string) => void): Promise<void> {
  const endsAt = performance.now() + lockWithinMs;
  for (let tries = 1; ; tries++) {
    const { rows } = await client.query<{ readonly mine: boolean }>(
      `SELECT pg_try_advisory_lock(${lockNumbers.migrations}) AS mine`,
    );
    if (rows[0]?.mine === true) return;
    if (performance.now() > endsAt) throw new Error("another process has been migrating this database for ten minutes");
    if (tries === rivalsToldAfter) tell("another process migrates this database; waits for it");
    await sleep(rivalsEveryMs);
  }
}

async function refuseOther(client: pg.Client, service: string): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('service_mark') IS NOT NULL AS exists");
  if (rows[0]?.exists !== true) return;
  const marks = await client.query<{ readonly name: string }>("SELECT name FROM service_mark");
  if (marks.rows.some(({ name }) => name !== service)) throw new WrongDatabase(service);
}

/** In another encoding names of guests and dishes are damaged or refused; nothing can change that of a database later. */
async function refuseOtherEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ readonly encoding: string }>(
    "SELECT current_setting('server_encoding') AS encoding",
  );
  const encoding = rows[0]?.encoding ?? "";
  if (encoding === "UTF8") return;
  throw new Error(
    `the database is in ${encoding}, and Maple needs UTF8; nothing was done there. Make another: ${anotherDatabase}`,
  );
}

/** In a Turkish or Azeri database the small letter of I is another one, and a guest's address is not found by its index. */
async function refuseOtherLetters(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ readonly others: boolean }>(
    "SELECT lower('I') <> 'i' AND to_regclass('maple_migrations') IS NULL AS others",
  );
  if (rows[0]?.others !== true) return;
  throw new Error(
    "the small letter of I is not i in the database, and Maple needs it; nothing was done there. Make another: " +
      anotherDatabase,
  );
}

/** The functions that work with the owner's rights look for the tables in `public`, whatever the search path of a role is. */
async function refuseOtherSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ readonly found: string; readonly role: string }>(
    `SELECT coalesce('the schema ' || current_schema(), 'no schema') AS found, quote_ident(current_user) AS role
     WHERE current_schema() IS DISTINCT FROM 'public'`,
  );
  for (const { found, role } of rows)
    throw new Error(
      `the tables would be made in ${found}, and Maple needs them in public; nothing was done there. ` +
        `Say: ALTER ROLE ${role} SET search_path = public`,
    );
}

/** Where nothing was ever migrated, a table of the name of one of ours is another program's: the first migrations would stay. */
async function refuseOtherProgram(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const ours = migrations.flatMap(({ sql }) => [...sql.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name));
  const { rows } = await client.query<{ readonly name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace
       AND relkind IN ('r', 'p', 'v', 'm', 'f') AND relname = ANY($1) AND to_regclass('maple_migrations') IS NULL
     ORDER BY relname LIMIT 3`,
    [ours],
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(", ");
  throw new Error(
    `the database is another program's: it has ${names} already; nothing was done there. Give Maple a database of its own`,
  );
}

/** Connects to the first host of the address that takes writes; throws what each host said when there is none. */
async function connectToPrimary(url: string): Promise<pg.Client> {
  const hosts = hostsOf(url);
  const failures: string[] = [];
  for (const host of hosts) {
    try {
      return await connectForWrites(host);
    } catch (error) {
      if (hosts.length === 1) throw error;
      failures.push(`${host.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new NoPrimary(`no host of the database takes writes: ${failures.join("; ")}`);
}

async function connectForWrites({ url }: HostAddress): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "maple-migrate",
    connectionTimeoutMillis: 10_000,
    // A migration may take long, so that only the kernel can tell whether the other side is still there.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ readonly read_only: boolean }>(
      "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS read_only",
    );
    if (rows[0]?.read_only === true) throw new NoPrimary("the server takes no writes");
    await client.query(`SELECT ${setForms}`);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

const migrationsExist = defineStatement({
  name: "migrations-exist",
  prepare: false,
  takes: [],
  gives: row<{ readonly exists: boolean }>({ exists: "bool" }),
  text: "SELECT to_regclass('maple_migrations') IS NOT NULL AS exists",
});

const listApplied = defineStatement({
  name: "list-applied-migrations",
  prepare: false,
  takes: [],
  gives: row<{ readonly version: number }>({ version: "int4" }),
  text: "SELECT version FROM maple_migrations",
});

/** Names the migrations of the program that are missing where these versions were applied. */
export type NameMissing = (applied: readonly number[]) => Promise<readonly string[]>;

/**
 * Makes what names missing migrations. A database that is newer has them all, so processes of the release before go on
 * while a new one is rolled out. The files are read once.
 */
export function createMigrationNames(): NameMissing {
  let known: Promise<readonly Migration[]> | undefined;
  return async (applied) => {
    const migrations = await (known ??= listMigrations());
    const done = new Set(applied);
    return migrations.filter(({ version }) => !done.has(version)).map(({ name }) => name);
  };
}

/** The names of the migrations that the database lacks; those of all where it was never migrated. */
export async function listMissingMigrations(db: Db): Promise<readonly string[]> {
  const { exists } = await db.one(migrationsExist);
  const applied = exists ? await db.rows(listApplied) : [];
  return createMigrationNames()(applied.map(({ version }) => version));
}

function checkPast(migrations: readonly Migration[], applied: readonly Applied[]): void {
  for (const row of applied) {
    const known = migrations.find((migration) => migration.version === row.version);
    if (known === undefined) {
      throw new Error(
        `the database is newer than this program: it has migration ${row.name}. Start the newer release instead.`,
      );
    }
    if (known.checksum !== row.checksum) {
      throw new Error(`migration ${row.name} was changed after it had been applied; migrations are forward-only.`);
    }
  }
}
