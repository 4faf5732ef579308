/** The processes of Maple on a cluster: two that answer HTTP, two that work. */
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { endWithThis } from "../rig/end-with-this.ts";
import { freePorts, untilHolds } from "./engine.ts";
import type { ServiceHealth } from "./screen.ts";

export interface ServicesOptions {
  readonly directory: string;
  /** How the database is reached. */
  readonly environment: Readonly<Record<string, string>>;
  /** The root of the code that runs. */
  readonly root?: string;
  /** The program below the root: that of a checkout when absent. */
  readonly program?: string;
}

export interface Service {
  readonly name: string;
  readonly url: string;
  readonly child: ChildProcess;
}

const readyWithinMs = 75_000;
const endsWithinMs = 30_000;

export class Services {
  readonly started = new Map<string, Service>();
  readonly #options: ServicesOptions;
  readonly #secrets = { OPERATOR_TOKEN: randomBytes(24).toString("hex"), SECRET_KEY: randomBytes(32).toString("hex") };

  constructor(options: ServicesOptions) {
    this.#options = options;
  }

  get operatorToken(): string {
    return this.#secrets.OPERATOR_TOKEN;
  }

  /** Makes the schema and the example restaurant, as the role that owns the schema; a busy machine needs several tries. */
  async seed(ownerUrl: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.start("dev", "seed", { DATABASE_URL: ownerUrl, DATABASE_DIRECT_URL: "", DATABASE_POOLER: "none" });
        return void (await this.end("seed"));
      } catch (error) {
        await this.end("seed");
        if (tries === 3) throw error;
      }
    }
  }

  /** Starts a process and waits until it is ready. */
  async start(
    command: "serve" | "work" | "dev",
    name: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Service> {
    const [port] = await freePorts(1);
    const listens = command === "work" ? { METRICS_PORT: String(port) } : { PORT: String(port) };
    const service = {
      name,
      url: `http://127.0.0.1:${port}`,
      child: this.#spawn([command], name, { ...listens, ...environment }),
    };
    this.started.set(name, service);
    await untilHolds(`${name} is ready`, readyWithinMs, async () => {
      if (service.child.exitCode !== null) throw new Error(`${name} ended:\n${this.#lastWords(name)}`);
      return (await problemOf(service)) === undefined;
    });
    return service;
  }

  /** Ends a process as a supervisor does; answers its exit code. */
  async end(name: string, signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<number | null> {
    const service = this.started.get(name);
    this.started.delete(name);
    if (service === undefined || service.child.exitCode !== null || service.child.signalCode !== null) return null;
    const ended = once(service.child, "exit");
    service.child.kill(signal);
    const late = setTimeout(() => service.child.kill("SIGKILL"), endsWithinMs);
    await ended;
    clearTimeout(late);
    return service.child.exitCode;
  }

  /** Runs a command to its end with what the processes were given; answers its exit code and what it said. */
  async run(
    words: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly code: number | null; readonly text: string }> {
    const child = this.#spawn(words, "command", environment);
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (bytes: Buffer) => void (text += bytes.toString()));
    await once(child, "close");
    return { code: child.exitCode, text };
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.started.keys()].map((name) => this.end(name)));
  }

  health(): Promise<readonly ServiceHealth[]> {
    return Promise.all(
      [...this.started.values()].map(async (service) => ({
        name: service.name,
        url: service.url,
        problem: await problemOf(service),
      })),
    );
  }

  #logFile(name: string): string {
    return join(this.#options.directory, `${name}.log`);
  }

  #lastWords(name: string): string {
    return readFileSync(this.#logFile(name), "utf8").slice(-2_000);
  }

  #spawn(words: readonly string[], name: string, environment: Readonly<Record<string, string>>) {
    const { root = new URL("../../", import.meta.url).pathname, program = "src/program/main.ts" } = this.#options;
    const main = join(root, program);
    const env = {
      PATH: process.env["PATH"],
      MAPLE_DATA_DIR: join(this.#options.directory, "maple"),
      ALLOW_PRIVATE_WEBHOOKS: "on",
      DRAIN_SECONDS: "1",
      LOG_LEVEL: "warn",
      ...this.#secrets,
      ...this.#options.environment,
      ...environment,
    };
    const child = endWithThis(
      spawn(process.execPath, [main, ...words], { env, detached: true, stdio: ["ignore", "pipe", "pipe"] }),
    );
    const log = createWriteStream(this.#logFile(name), { flags: "a" });
    for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
    return child;
  }
}

async function problemOf({ url }: Service): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) });
    const { problems = [] } = (await answer.json()) as { readonly problems?: readonly string[] };
    return answer.status === 200 ? undefined : problems.join("; ") || `status ${answer.status}`;
  } catch {
    return "not reached";
  }
}
