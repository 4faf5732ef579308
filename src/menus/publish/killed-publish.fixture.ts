/**
 * A process that publishes menus and is killed. A lock holds the moment of the kill, so the speed of the machine does not
 * matter.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { holdLock } from "../../../test/harness/held-lock.ts";

/** What the process waits for when it is killed, and the status that its sync has then. */
export interface KillMoment {
  readonly name: string;
  /** A table and a mode, as LOCK TABLE takes them; null: the process has done all and is still there. */
  readonly lock: string | null;
  readonly leaves: "pending" | "processing" | "completed";
}

export const killMoments: readonly KillMoment[] = [
  { name: "before it takes the sync", lock: "menu_syncs IN SHARE MODE", leaves: "pending" },
  { name: "before it compares", lock: "menu_catalogs IN ACCESS EXCLUSIVE MODE", leaves: "processing" },
  { name: "before it writes objects", lock: "menu_objects IN SHARE MODE", leaves: "processing" },
  // The COMMIT is sent after the answer to what follows the version.
  { name: "before it writes the version", lock: "menu_versions IN SHARE MODE", leaves: "processing" },
  { name: "when all is done", lock: null, leaves: "completed" },
];

/** Starts the process on a database and kills it at the moment; PostgreSQL has ended the session that waited then. */
export async function killPublishAt(databaseUrl: string, { lock }: KillMoment): Promise<void> {
  const held = lock === null ? undefined : await holdLock(databaseUrl, `LOCK TABLE ${lock}`);
  const script = fileURLToPath(new URL("sync-worker.fixture.ts", import.meta.url));
  const child = spawn(process.execPath, [script, databaseUrl], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const early = ended.then(() => Promise.reject(new Error("the process ended by itself")));
  early.catch(() => {});
  const waiter = await Promise.race([held?.waiter() ?? printed(child.stdout, "done"), early]);
  child.kill("SIGKILL");
  await ended;
  await held?.release(waiter);
}

async function printed(output: NodeJS.ReadableStream, line: string): Promise<undefined> {
  for await (const each of createInterface({ input: output })) if (each === line) return;
}
