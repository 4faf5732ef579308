/**
 * The server process. It has its own session: Ctrl-C at the terminal reaches Maple alone, and requests in flight still
 * have their database. A stop is a fast shutdown, then an immediate shutdown, each with a time limit. When Maple dies,
 * the guard ends the server. After a kill at any instant the next start repairs the server.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { serverVariables, type Account } from "./embedded-account.ts";
import { EmbeddedPostgresError } from "./embedded-error.ts";
import { startGuard } from "./embedded-guard.ts";

const readyWithinMs = 120_000;

export interface ServerProcess {
  readonly pid: number;
  readonly child: ChildProcess;
}

/** The server ended before it was ready; `output` is what it said. */
export class StartFailure extends Error {
  readonly output: string;

  constructor(output: string) {
    super(`PostgreSQL did not start:\n${output}`);
    this.output = output;
  }
}

/** Starts the server and waits until it takes connections; throws StartFailure when it ends or stays silent. */
export async function startServer(
  directory: string,
  account: Account,
  settings: Readonly<Record<string, string>>,
  log: (line: string) => void,
): Promise<ServerProcess> {
  const args = ["-D", directory];
  for (const [name, value] of Object.entries(settings)) args.push("-c", `${name}=${value}`);
  const command = account.command(account.binaries.postgres, args);
  const guard = startGuard();
  const child = spawn(command.file, command.args, {
    ...command.options,
    cwd: "/",
    env: serverVariables,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (child.pid !== undefined) guard.watch(child.pid);
  for (const event of ["exit", "error"]) child.once(event, () => guard.dismiss());
  await once(child, "spawn");
  await untilReady(child, log);
  return { pid: child.pid ?? -1, child };
}

function untilReady(child: ChildProcess, log: (line: string) => void): Promise<void> {
  const { stderr } = child;
  if (stderr === null) throw new Error("the server was started without a pipe for its log");
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    let ready = false;
    const timer = setTimeout(() => {
      child.kill("SIGQUIT");
      reject(new StartFailure(`not ready after ${readyWithinMs / 1000} s\n${said.join("\n")}`));
    }, readyWithinMs);
    child.once("close", () => {
      clearTimeout(timer);
      if (!ready) reject(new StartFailure(said.join("\n")));
    });
    createInterface({ input: stderr }).on("line", (line) => {
      log(line);
      if (ready) return;
      said.push(line);
      // A standby says "read-only connections".
      if (!/database system is ready to accept (read-only )?connections/.test(line)) return;
      ready = true;
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Fast shutdown (clients are cut, a checkpoint is written), then immediate shutdown, then the kernel. */
export async function stopServer(server: ServerProcess, account: Account): Promise<void> {
  const { child, pid } = server;
  const closed = child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : once(child, "exit");
  await endInSteps(
    pid,
    account,
    [
      ["INT", 10_000],
      ["QUIT", 5_000],
      ["KILL", 2_000],
    ],
    () => child.exitCode === null && child.signalCode === null,
  );
  await closed;
}

/**
 * Stops a server that a killed Maple left behind in this directory, and removes a `postmaster.pid` whose number now
 * belongs to somebody else. Only under the directory lock: whoever runs here then has no living owner.
 */
export async function stopOrphan(directory: string, account: Account, log: (line: string) => void): Promise<void> {
  const pidFile = join(directory, "postmaster.pid");
  const pid = readPid(pidFile);
  if (pid === undefined) return;
  if (!isServerOf(pid, directory)) {
    // PostgreSQL would take any living process of this number for a server and refuse to start.
    rmSync(pidFile, { force: true });
    return;
  }
  log(`stopping the PostgreSQL (process ${pid}) that an earlier Maple left in ${directory}`);
  await endInSteps(
    pid,
    account,
    [
      ["INT", 1_500],
      ["QUIT", 2_000],
      ["KILL", 2_000],
    ],
    () => isServerOf(pid, directory),
  );
}

async function endInSteps(
  pid: number,
  account: Account,
  steps: readonly (readonly ["INT" | "QUIT" | "KILL", number])[],
  isAlive: () => boolean,
): Promise<void> {
  for (const [signal, milliseconds] of steps) {
    if (!isAlive()) return;
    sendSignal(pid, signal, account);
    for (const end = performance.now() + milliseconds; performance.now() < end && isAlive();) await delay(10);
  }
  if (isAlive()) throw new EmbeddedPostgresError(`PostgreSQL (process ${pid}) does not stop`);
}

function sendSignal(pid: number, signal: "INT" | "QUIT" | "KILL", account: Account): void {
  if (process.platform === "win32") {
    // PostgreSQL takes its signals through a named pipe there, which pg_ctl knows.
    spawnSync(account.binaries.pgCtl, ["kill", signal, String(pid)], { windowsHide: true });
    return;
  }
  try {
    process.kill(pid, `SIG${signal}`);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
    return pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process lives (a zombie does not) and is the server of this directory, as far as the system tells. */
function isServerOf(pid: number, directory: string): boolean {
  if (process.platform === "linux") return linuxServerOf(pid, directory);
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform === "win32") return true;
  const listed = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return listed.stdout.includes("postgres");
}

function linuxServerOf(pid: number, directory: string): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    if (status.slice(status.lastIndexOf(")") + 2).startsWith("Z")) return false;
    // The server works in its data directory.
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
  } catch {
    return false;
  }
}
