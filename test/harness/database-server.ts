/**
 * The PostgreSQL of the tests: one server per run with a migrated template database, cloned for each test file. The
 * server runs without fsync, which is fast; its data need not survive the machine. Started by scripts/test.ts; test files
 * only call cloneDatabase().
 */
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { startEmbeddedPostgres } from "../../src/embedded-postgres/embedded.ts";
import { throughTransactionPooler } from "../../src/platform/postgres/hosts/database-address.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { refuseCrossings } from "./location-crossings.ts";
import { poolerVariable } from "./pooler.ts";

/** What a test process is told through its environment. */
const variables = { adminUrl: "MAPLE_TEST_DATABASE_URL", template: "MAPLE_TEST_TEMPLATE" } as const;

export interface DatabaseServer {
  /** What test processes need in their environment to find the server. */
  readonly environment: Readonly<Record<string, string>>;
  /** The address of the migrated template database. */
  readonly templateUrl: string;
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts the server of a test run in a directory, or uses the one at `externalUrl` (PostgreSQL 15 or newer, a user who
 * may create databases), and makes its template.
 */
export async function startDatabaseServer(directory: string, externalUrl?: string): Promise<DatabaseServer> {
  const run = randomBytes(4).toString("hex");
  const template = `maple_template_${run}`;
  const server = externalUrl === undefined ? await startOwnServer(directory) : undefined;
  const adminUrl = server?.url("postgres") ?? externalUrl ?? "";
  try {
    await asAdmin(adminUrl, async (client) => {
      await checkServerVersion(client);
      if (server !== undefined) await makeSignInCheap(client, adminUrl);
      await client.query(`CREATE DATABASE ${template}`);
    });
    await migrate(withDatabase(adminUrl, template));
  } catch (error) {
    await server?.stop();
    throw error;
  }
  return {
    environment: { [variables.adminUrl]: adminUrl, [variables.template]: template },
    templateUrl: withDatabase(adminUrl, template),
    adminUrl,
    async stop() {
      if (server === undefined) await dropAll(adminUrl, template);
      await server?.stop();
    },
  };
}

/** The server is set as one that somebody else runs may be: sessions of the service must not depend on it. */
const ofAStranger = {
  timezone: "Asia/Kathmandu",
  datestyle: "SQL, DMY",
  intervalstyle: "sql_standard",
  bytea_output: "escape",
  extra_float_digits: "-5",
  default_transaction_isolation: "serializable",
};

async function startOwnServer(directory: string): ReturnType<typeof startEmbeddedPostgres> {
  const lines: string[] = [];
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "300",
    autovacuum: "on",
    log_checkpoints: "off",
    ...ofAStranger,
  };
  try {
    return await startEmbeddedPostgres({ dataDir: directory, settings, log: (line) => lines.push(line) });
  } catch (error) {
    throw new Error(`the PostgreSQL of the tests did not start\n${lines.join("\n")}`, { cause: error });
  }
}

export interface ClonedDatabase {
  /** Through the pooler, where the run has one. */
  readonly url: string;
  /** To the server itself: for tests of what belongs to a session. */
  readonly directUrl: string;
  /**
   * Removes the database; connections that are still open are cut. Fails when a transaction of the service has written for
   * two locations (`location-guard.ts`).
   */
  drop(): Promise<void>;
}

/** Makes a fresh, migrated database for one test file, in some tens of milliseconds. Drop it in `after`. */
export async function cloneDatabase(): Promise<ClonedDatabase> {
  const adminUrl = process.env[variables.adminUrl];
  const template = process.env[variables.template];
  if (adminUrl === undefined || template === undefined) {
    throw new Error("tests with a database run through npm: npm test -- path/to/file.db.test.ts");
  }
  const name = `${cloneName(template)}_${randomBytes(6).toString("hex")}`;
  await asAdmin(adminUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`));
  const directUrl = withDatabase(adminUrl, name);
  const poolerUrl = process.env[poolerVariable];
  return {
    url: poolerUrl === undefined ? directUrl : throughTransactionPooler(withDatabase(poolerUrl, name), false),
    directUrl,
    async drop() {
      try {
        await refuseCrossings(directUrl);
      } finally {
        await asAdmin(adminUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
      }
    },
  };
}

function cloneName(template: string): string {
  return template.replace("maple_template_", "maple_test_");
}

/**
 * Keeps the password under one round of hashing instead of 4,096: each of the thousands of connections of a run would cost
 * some milliseconds at both ends. The server is the run's own and listens on loopback only.
 */
async function makeSignInCheap(client: Client, adminUrl: string): Promise<void> {
  const { username, password } = new URL(adminUrl);
  await client.query("SET scram_iterations = 1");
  await client.query(`ALTER ROLE ${client.escapeIdentifier(username)} PASSWORD ${client.escapeLiteral(password)}`);
}

async function checkServerVersion(client: Client): Promise<void> {
  const result = await client.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  );
  const version = result.rows[0]?.version ?? 0;
  if (version < 150_000) throw new Error(`TEST_DATABASE_URL: PostgreSQL 15 or newer is needed, this is ${version}`);
}

/** On a server that outlives the run: the template and whatever clones a killed test file left. */
async function dropAll(adminUrl: string, template: string): Promise<void> {
  await asAdmin(adminUrl, async (client) => {
    const found = await client.query<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE datname = $1 OR starts_with(datname, $2)",
      [template, `${cloneName(template)}_`],
    );
    for (const { name } of found.rows) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
}

async function asAdmin<T>(adminUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
