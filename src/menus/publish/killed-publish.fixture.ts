/** A process that publishes menus and is killed at a moment that a lock holds, so that no machine is too fast or too slow. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { waitUntil } from "../../../test/harness/wait-until.ts";

/** What the process waits for when it is killed, and the statuses that its sync may have then. */
export interface KillMoment {
  readonly name: string;
  /** A table and a mode, as LOCK TABLE takes them; null: the process has done all and is still there. */
  readonly lock: string | null;
  readonly leaves: readonly string[];
}

export const killMoments: readonly KillMoment[] = [
  { name: "while it takes the sync", lock: "menu_syncs IN ACCESS EXCLUSIVE MODE", leaves: ["pending", "processing"] },
  { name: "while it reads", lock: "menu_objects IN ACCESS EXCLUSIVE MODE", leaves: ["processing"] },
  // What follows may have been sent already, the COMMIT too: PostgreSQL then does it, though nobody reads the answer.
  { name: "while it writes objects", lock: "menu_objects IN SHARE MODE", leaves: ["processing", "completed"] },
  { name: "while it writes the version", lock: "menu_versions IN SHARE MODE", leaves: ["processing", "completed"] },
  { name: "when all is done", lock: null, leaves: ["completed"] },
];

const waitingSql = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'sync-worker' AND $1 IN ('any', wait_event_type)`;

/** Starts the process on a database and kills it at the moment; PostgreSQL has ended its sessions when this resolves. */
export async function killPublishAt(databaseUrl: string, { lock }: KillMoment): Promise<void> {
  const holder = new Client({ connectionString: databaseUrl });
  // A transaction sees the sessions as they were at its first look: somebody else watches.
  const watcher = new Client({ connectionString: databaseUrl });
  const count = async (event: string): Promise<number> =>
    (await watcher.query<{ readonly n: number }>(waitingSql, [event])).rows[0]?.n ?? 0;
  try {
    await Promise.all([holder.connect(), watcher.connect()]);
    await holder.query("BEGIN");
    if (lock !== null) await holder.query(`LOCK TABLE ${lock}`);
    const script = fileURLToPath(new URL("sync-worker.fixture.ts", import.meta.url));
    const child = spawn(process.execPath, [script, databaseUrl], { stdio: ["pipe", "pipe", "inherit"] });
    const ended = once(child, "exit");
    const early = ended.then(() => Promise.reject(new Error("the process ended by itself")));
    early.catch(() => {});
    const moment =
      lock === null
        ? printed(child.stdout, "done")
        : waitUntil(
            () => count("Lock"),
            (n) => n > 0,
          );
    await Promise.race([moment, early]);
    child.kill("SIGKILL");
    await ended;
    await holder.query("ROLLBACK");
    await waitUntil(
      () => count("any"),
      (n) => n === 0,
    );
  } finally {
    await Promise.all([holder.end(), watcher.end()]);
  }
}

async function printed(output: NodeJS.ReadableStream, line: string): Promise<void> {
  for await (const each of createInterface({ input: output })) if (each === line) return;
}
