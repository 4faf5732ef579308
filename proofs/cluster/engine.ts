/** One program of the cluster as a process: started, ended, started again, with its log in the folder of the run. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "../../src/embedded-postgres/embedded-account.ts";
import { endWithThis } from "../rig/end-with-this.ts";

export interface EngineOptions {
  readonly name: string;
  readonly command: Command;
  readonly logFile: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A program that is still there this long after it was asked to end is killed. */
const endsWithinMs = 30_000;

export class Engine {
  readonly name: string;
  readonly #options: EngineOptions;
  #child: ChildProcess | undefined;

  constructor(options: EngineOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get pid(): number {
    return this.#child?.pid ?? -1;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Starts the program in a group of its own, so that a Ctrl-C reaches it through us only. */
  start(): void {
    const { command, logFile, environment } = this.#options;
    const log = openSync(logFile, "a");
    const env = { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", TZ: "UTC", ...environment };
    const options = {
      ...command.options,
      env,
      detached: true,
      stdio: ["ignore", log, log] as ["ignore", number, number],
    };
    this.#child = endWithThis(spawn(command.file, command.args, options));
    this.#child.once("error", () => {});
    closeSync(log);
  }

  /** Ends the program and waits for its end; SIGTERM ends it in order. */
  async end(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.isRunning) return;
    const ended = once(child, "exit");
    child.kill(signal);
    const late = setTimeout(() => child.kill("SIGKILL"), endsWithinMs);
    await ended;
    clearTimeout(late);
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#child?.kill(signal);
  }

  /** The end of its log, for whoever must say why it does not work. */
  lastWords(): string {
    const text = readFileSync(this.#options.logFile, "utf8");
    return `== ${this.name}\n${text.slice(-2_000)}`;
  }
}

/** Waits until something holds; throws what is missing when it does not hold in time. */
export async function untilHolds(
  what: string,
  withinMs: number,
  holds: () => boolean | Promise<boolean>,
  stepMs = 100,
): Promise<void> {
  for (const end = performance.now() + withinMs; !(await holds()); await delay(stepMs))
    if (performance.now() > end) throw new Error(`not within ${withinMs / 1_000} s: ${what}`);
}

/** Free ports of 127.0.0.1, all different. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers: Server[] = [];
  for (let each = 0; each < count; each++) {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    servers.push(server);
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}
