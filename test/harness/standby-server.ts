/** A PostgreSQL with a standby that follows it, for tests of reads from replicas. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Client } from "pg";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../src/embedded-postgres/embedded.ts";

export interface ServerWithStandby {
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** Ends the standby. */
  loseStandby(): Promise<void>;
  /**
   * Promotes the standby; the primary writes some more that nobody gets, and comes back as a standby that follows nobody.
   * Answers the address at which it is then.
   */
  leavePrimaryBehind(): Promise<string>;
  stop(): Promise<void>;
}

const settings = { fsync: "off", log_checkpoints: "off", shared_buffers: "16MB" };
/** What belongs to the process of the primary, not to its data. */
const notCopied = new Set(["postmaster.pid", "postmaster.opts"]);

/** Makes both; the files are removed with them. */
export async function startServerWithStandby(): Promise<ServerWithStandby> {
  const directory = mkdtempSync(join(tmpdir(), "maple-standby-"));
  const log = (): void => {};
  const primary = await startEmbeddedPostgres({ dataDir: join(directory, "primary"), settings, log });
  const started: EmbeddedPostgres[] = [primary];
  const stop = async (): Promise<void> => {
    for (const each of started.toReversed()) await each.stop();
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  try {
    const dataDir = join(directory, "standby");
    await copyRunning(primary.url("postgres"), join(directory, "primary"), dataDir);
    const { hostname, port, username, password } = new URL(primary.url("postgres"));
    const primaryConninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
    const standby = await startEmbeddedPostgres({
      dataDir,
      settings: { ...settings, primary_conninfo: primaryConninfo },
      log,
    });
    started.push(standby);
    return {
      primaryUrl: primary.url("postgres"),
      standbyUrl: standby.url("postgres"),
      loseStandby: () => standby.stop(),
      async leavePrimaryBehind() {
        await ask(standby.url("postgres"), "SELECT pg_promote()");
        await ask(
          primary.url("postgres"),
          "SELECT pg_logical_emit_message(false, 'left behind', repeat('x', 1000000))",
        );
        await primary.stop();
        const left = join(directory, "primary");
        writeFileSync(join(left, "cluster", "standby.signal"), "");
        const old = await startEmbeddedPostgres({ dataDir: left, settings, log });
        started.push(old);
        return old.url("postgres");
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Copies the files of a running server as a base backup does, and makes the copy a standby. */
async function copyRunning(url: string, from: string, to: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('standby', true)");
    const { rows: where } = await client.query<{ readonly data_directory: string }>("SHOW data_directory");
    const cluster = join(to, "cluster");
    mkdirSync(to, { recursive: true, mode: 0o700 });
    cpSync(join(from, "password"), join(to, "password"));
    cpSync(where[0]?.data_directory ?? "", cluster, {
      recursive: true,
      filter: (source) => !notCopied.has(basename(source)),
    });
    const { rows } = await client.query<{ readonly labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)");
    writeFileSync(join(cluster, "backup_label"), rows[0]?.labelfile ?? "");
    writeFileSync(join(cluster, "standby.signal"), "");
  } finally {
    await client.end();
  }
}
