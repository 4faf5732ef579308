/** The service of the crash proof: started as `npm start` does, killed without warning, observed through /proc. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { endWithThis } from "./end-with-this.ts";
import { freePort } from "./free-port.ts";

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** Not a bar: `proof:crash` measures how soon a service is ready. A machine with other work takes a minute. */
const readyWithinMs = 120_000;

export class CrashingService {
  readonly url: string;
  /** More of the environment of the next start. */
  environment: Readonly<Record<string, string>> = {};
  /** The root of the code that the next start runs. */
  root = new URL("../../", import.meta.url).pathname;
  readonly #dataDir: string;
  readonly #port: number;
  #child: ChildProcess | undefined;
  #said = "";

  private constructor(dataDir: string, port: number) {
    this.#dataDir = dataDir;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** A service in a data directory of its own, on a free port; not started yet. */
  static async create(dataDir: string): Promise<CrashingService> {
    return new CrashingService(dataDir, await freePort());
  }

  get pid(): number {
    return this.#child?.pid ?? -1;
  }

  /** Spawns the process without waiting for it. */
  spawn(): void {
    this.#said = "";
    const main = join(this.root, "src/program/main.ts");
    const env = {
      PATH: process.env["PATH"],
      MAPLE_DATA_DIR: this.#dataDir,
      PORT: String(this.#port),
      LOG_LEVEL: "warn",
      ...this.environment,
    };
    this.#child = endWithThis(spawn(process.execPath, [main, "dev"], { env, stdio: ["ignore", "ignore", "pipe"] }));
    this.#child.stderr?.on("data", (text: Buffer) => void (this.#said += text.toString()));
  }

  /** Waits until the service says that it is ready; answers the milliseconds since the call. */
  async untilReady(): Promise<number> {
    const began = performance.now();
    while (performance.now() - began < readyWithinMs) {
      if (this.#child?.exitCode !== null && this.#child?.exitCode !== undefined) break;
      const answer = await fetch(`${this.url}/readyz`).catch(() => undefined);
      await answer?.text();
      if (answer?.status === 200) return performance.now() - began;
      await delay(10);
    }
    throw new Error(`the service did not become ready:\n${this.#said}`);
  }

  /** SIGKILL to the service; with `postgres` also to the database server and everything it started. */
  async kill(options: { readonly postgres: boolean }): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const victims = options.postgres ? withChildren(findPostmaster(this.pid)?.pid) : [];
    const exited = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
    child.kill("SIGKILL");
    for (const pid of victims) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // Gone before us.
      }
    }
    await exited;
  }

  /** Asks the service to stop; answers its exit code. */
  async stop(): Promise<number | null> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return child?.exitCode ?? null;
    child.kill("SIGTERM");
    const [code] = (await once(child, "exit")) as [number | null];
    return code;
  }

  /** The address of the database that runs now. */
  databaseUrl(): string {
    const postmaster = findPostmaster(this.pid);
    if (postmaster === undefined) throw new Error("the service has no PostgreSQL");
    const password = readFileSync(join(this.#dataDir, "postgres", "password"), "utf8").trim();
    return `postgres://maple:${password}@127.0.0.1:${postmaster.port}/maple_test`;
  }

  /** What `sandbox.json` says to a partner developer, once it is there. */
  async readSandbox(): Promise<{ readonly api_key: string; readonly locations: readonly { readonly id: string }[] }> {
    const file = join(this.#dataDir, "sandbox.json");
    for (const end = Date.now() + readyWithinMs; Date.now() < end && readFile(file) === "";) await delay(20);
    return JSON.parse(readFileSync(file, "utf8"));
  }
}

/** The PostgreSQL that a service process started. */
function findPostmaster(servicePid: number): Postmaster | undefined {
  for (const pid of listChildren(servicePid)) {
    const args = readFile(`/proc/${pid}/cmdline`).split("\0");
    const port = args.map((arg) => /^port=(\d+)$/.exec(arg)?.[1]).find((found) => found !== undefined);
    if (args.includes("-D") && port !== undefined) return { pid, port: Number(port) };
  }
  return undefined;
}

function withChildren(pid: number | undefined): number[] {
  return pid === undefined ? [] : [pid, ...listChildren(pid)];
}

/** The processes whose parent is this one. */
export function listChildren(parent: number): number[] {
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return pids.filter((pid) => {
    const stat = readFile(`/proc/${pid}/stat`);
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent;
  });
}

/** Processes that work in a directory or name it: what a proof must not leave behind. */
export function processesIn(directory: string): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      const command = readFile(`/proc/${name}/cmdline`);
      const names = command.includes(directory) || readFile(`/proc/${name}/environ`).includes(directory);
      return command !== "" && (names || workingDirectory(name).startsWith(directory));
    });
}

function workingDirectory(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
