/** Starts the processes of the peers as their documentation asks for production, and measures their use of the machine. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { endWithThis } from "../../proofs/rig/end-with-this.ts";
import { freePort } from "../../proofs/rig/free-port.ts";
import { cpuOf } from "../../proofs/rig/processes.ts";

export interface Started {
  readonly url: string;
  readonly processes: readonly ChildProcess[];
}

const folderOf = (peer: string): string => fileURLToPath(new URL(`${peer}/`, import.meta.url));
const medusaCommand = "node_modules/@medusajs/cli/cli.js";

/** Makes Vendure's tables, then starts its server and its worker. */
export async function startVendure(databaseUrl: string, password: string): Promise<Started> {
  const port = await freePort();
  const run = (command: string) => start("vendure", ["server.js", command], environment(databaseUrl, password, port));
  await ended(run("migrate"));
  const processes = [run("serve"), run("work")];
  return { url: await untilHealthy(port, processes), processes };
}

/** Makes Medusa's tables and its first user, then starts its one process that serves and works. */
export async function startMedusa(databaseUrl: string, password: string): Promise<Started> {
  const port = await freePort();
  const run = (...command: string[]) =>
    start("medusa", [medusaCommand, ...command], environment(databaseUrl, password, port));
  await ended(run("db:migrate"));
  await ended(run("user", "-e", "admin@example.com", "-p", password));
  const processes = [run("start", "--host", "127.0.0.1", "--port", String(port))];
  return { url: await untilHealthy(port, processes), processes };
}

function environment(databaseUrl: string, password: string, port: number): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: databaseUrl,
    PEER_PASSWORD: password,
    PORT: String(port),
    NODE_ENV: "production",
    // What they tell their makers is no part of a step.
    MEDUSA_DISABLE_TELEMETRY: "true",
    VENDURE_DISABLE_TELEMETRY: "true",
  };
}

/** Starts a program of a peer in its own folder; only what it says on its error output is shown. */
function start(peer: string, args: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
  const options = { cwd: folderOf(peer), env: { ...process.env, ...environment } };
  return endWithThis(
    spawn(process.execPath, ["--no-deprecation", ...args], { ...options, stdio: ["ignore", "ignore", "inherit"] }),
  );
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${child.spawnargs.join(" ")} ended with ${code}`);
}

/** Answers the address once the server says that it is well; throws after two minutes, or when a process has ended. */
async function untilHealthy(port: number, processes: readonly ChildProcess[]): Promise<string> {
  const url = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + 120_000; Date.now() < end; await delay(100)) {
    const dead = processes.find(({ exitCode }) => exitCode !== null);
    if (dead !== undefined) throw new Error(`${dead.spawnargs.join(" ")} ended with ${dead.exitCode}`);
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    if (answer?.ok === true) return url;
  }
  throw new Error(`${url} was not ready within two minutes`);
}

/** Ends a process, by force when it has not ended after ten seconds. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await gone;
  clearTimeout(force);
}

/** Processor time of the processes so far, in milliseconds. */
export function cpuOfAll(processes: readonly ChildProcess[]): number {
  return processes.reduce((sum, child) => sum + cpuOf(child), 0);
}

/** Processor time of PostgreSQL so far, in milliseconds: of the server, of its processes and of those that have ended. */
export function cpuOfPostgres(pid: number): number {
  const fieldsOf = (id: string): readonly string[] => {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  };
  const ticks = (id: string, names: readonly number[]): number =>
    names.reduce((sum, name) => sum + Number(fieldsOf(id)[name]), 0);
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        return Number(fieldsOf(id)[1]) === pid;
      } catch {
        return false;
      }
    });
  const ofChild = (id: string): number => {
    try {
      return ticks(id, [11, 12]);
    } catch {
      return 0;
    }
  };
  return 10 * (ticks(String(pid), [11, 12, 13, 14]) + children.reduce((sum, id) => sum + ofChild(id), 0));
}
