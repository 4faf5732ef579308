/** The processes of a bench: the service, floors and load generators. None is left running. */
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { LoadResult, LoadTask } from "./load.ts";
import { endWithThis } from "./end-with-this.ts";
import { freePort } from "./free-port.ts";

export interface BenchService {
  readonly url: string;
  readonly child: ChildProcess;
}

export interface BenchSettings {
  readonly connections: number;
  readonly seconds: number;
  readonly warmupSeconds: number;
  /** A directory for CPU profiles of the service, or undefined. */
  readonly profiles: string | undefined;
}

/** As the service is started everywhere. */
const serviceFlags = JSON.parse(
  readFileSync(new URL("../../bin/service-flags.json", import.meta.url), "utf8"),
) as readonly string[];

export class BenchProcesses {
  readonly settings: BenchSettings;
  readonly #directory: string;
  readonly #children = new Set<ChildProcess>();

  constructor(directory: string, settings: BenchSettings) {
    this.#directory = directory;
    this.settings = settings;
  }

  /**
   * Starts the service on a database and waits until it is ready; `dev` works in the background too, `serve` does not. The
   * program is that of this checkout, or one that was built from it; `besides` is for its environment.
   */
  async startService(
    databaseUrl: string,
    command: "serve" | "dev",
    program = "src/program/main.ts",
    besides: Readonly<Record<string, string>> = {},
  ): Promise<BenchService> {
    const port = await freePort();
    const environment = {
      // As the units and the image have it.
      MALLOC_ARENA_MAX: "2",
      DATABASE_URL: databaseUrl,
      OPERATOR_TOKEN: randomBytes(24).toString("hex"),
      SECRET_KEY: Buffer.alloc(32, 7).toString("hex"),
      ALLOW_PRIVATE_WEBHOOKS: "on",
      MAPLE_DATA_DIR: join(this.#directory, "data"),
      PORT: String(port),
      DATABASE_POOL_SIZE: String(this.settings.connections),
      ...besides,
    };
    const { profiles } = this.settings;
    const flags = profiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`];
    const child = spawn(process.execPath, [...serviceFlags, ...flags, program, command], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "ignore", "inherit"],
    });
    this.#children.add(endWithThis(child));
    const url = `http://127.0.0.1:${port}`;
    for (const end = Date.now() + 120_000; Date.now() < end; await delay(50)) {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined);
      if (answer?.status === 200) return { url, child };
    }
    throw new Error("the service did not become ready");
  }

  /** Starts a script; answers once it has printed its first line. */
  async startScript(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly child: ChildProcess; readonly line: string }> {
    const child = spawn(process.execPath, [...args], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#children.add(endWithThis(child));
    const failed = once(child, "exit").then(([code]) => {
      throw new Error(`${args[0]} ended with ${String(code)} before it said anything`);
    });
    const said = once(child.stdout ?? child, "data") as Promise<[Buffer]>;
    const [line] = await Promise.race([said, failed]);
    failed.catch(() => {});
    return { child, line: line.toString().trim() };
  }

  /** Runs the load generator; what is not said is taken from the settings. */
  async load(task: Partial<LoadTask> & Pick<LoadTask, "url" | "key" | "mode" | "kind" | "input">): Promise<LoadResult> {
    const { connections, seconds, warmupSeconds } = this.settings;
    const whole: LoadTask = { connections, rate: 100, seconds, warmupSeconds, ...task };
    return this.runToEnd(["proofs/rig/load.ts", JSON.stringify(whole)]);
  }

  /** Runs a script that prints one result and ends. */
  async runToEnd(args: readonly string[]): Promise<LoadResult> {
    const { child, line } = await this.startScript(args);
    if (child.exitCode === null) await once(child, "exit");
    this.#children.delete(child);
    return JSON.parse(line) as LoadResult;
  }

  async end(child: ChildProcess): Promise<void> {
    this.#children.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#children].map((child) => this.end(child)));
  }
}

/** Resident memory of a process in MiB. */
export function memoryOf(child: ChildProcess): number {
  return statusOf(child, "VmRSS");
}

/** The most that it ever had. */
export function peakMemoryOf(child: ChildProcess): number {
  return statusOf(child, "VmHWM");
}

function statusOf(child: ChildProcess, line: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}

/** Processor time that a process has used, in milliseconds. */
export function cpuOf(child: ChildProcess): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
