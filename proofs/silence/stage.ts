/**
 * The parts of the silence proof: PostgreSQL, a proxy that can lose all bytes, and processes of the service behind the
 * proxy.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../src/embedded-postgres/embedded.ts";
import { startSilentProxy, type SilentProxy } from "../../test/stand-ins/silent-proxy.ts";
import { endWithThis } from "../rig/end-with-this.ts";

export type Command = "serve" | "work" | "dev";

interface Started {
  readonly command: Command;
  readonly port: number;
  readonly child: ChildProcess;
  readonly said: string[];
}

export interface Sandbox {
  readonly api_key: string;
  readonly locations: readonly { readonly id: string }[];
}

const startWithinMs = 60_000;

export class SilenceStage {
  readonly proxy: SilentProxy;
  /** The database without the proxy, for the checks. */
  readonly databaseUrl: string;
  readonly #directory: string;
  readonly #postgres: EmbeddedPostgres;
  readonly #root: string;
  readonly #started = new Set<Started>();

  private constructor(directory: string, postgres: EmbeddedPostgres, proxy: SilentProxy, root: string) {
    this.#directory = directory;
    this.#postgres = postgres;
    this.proxy = proxy;
    this.#root = root;
    this.databaseUrl = postgres.url("maple_test");
  }

  /** Starts PostgreSQL and the proxy; the processes run the code below `root`. */
  static async open(directory: string, root: string): Promise<SilenceStage> {
    const postgres = await startEmbeddedPostgres({ dataDir: join(directory, "postgres"), log: () => {} });
    await postgres.createDatabase("maple_test");
    return new SilenceStage(directory, postgres, await startSilentProxy(postgres.url("maple_test")), root);
  }

  /** Starts a process of the service and waits until it is ready; answers its address. */
  async start(command: Command): Promise<string> {
    const port = await freePort();
    const env = {
      PATH: process.env["PATH"],
      DATABASE_URL: this.proxy.through(this.databaseUrl),
      OPERATOR_TOKEN: "proof-operator-token-0123456789",
      SECRET_KEY: "07".repeat(32),
      MAPLE_DATA_DIR: join(this.#directory, "data"),
      ALLOW_PRIVATE_WEBHOOKS: "on",
      LOG_LEVEL: "warn",
      ...(command === "work" ? { METRICS_PORT: String(port) } : { PORT: String(port) }),
    };
    const main = join(this.#root, "src/program/main.ts");
    const child = endWithThis(spawn(process.execPath, [main, command], { env, stdio: ["ignore", "pipe", "pipe"] }));
    const started: Started = { command, port, child, said: [] };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text: Buffer) => {
        started.said.push(text.toString());
        started.said.splice(0, started.said.length - 20);
      });
    }
    this.#started.add(started);
    const url = `http://127.0.0.1:${port}`;
    for (const end = Date.now() + startWithinMs; Date.now() < end; await delay(50)) {
      if (child.exitCode !== null) break;
      if ((await this.statusOf(url)) === 200) return url;
    }
    throw new Error(`${command} did not become ready:\n${started.said.join("")}`);
  }

  /** The status of `/readyz`, or undefined when there was no answer within a second. */
  async statusOf(url: string): Promise<number | undefined> {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    await answer?.text().catch(() => undefined);
    return answer?.status;
  }

  /** SIGTERM to every process that runs; answers the seconds that each took to end, 40 when it did not. */
  async endAll(): Promise<ReadonlyMap<Command, number>> {
    const took = new Map<Command, number>();
    for (const { command, child, said } of this.#started) {
      if (child.exitCode === null && child.signalCode === null) continue;
      throw new Error(`${command} had ended by itself (${child.exitCode ?? child.signalCode}):\n${said.join("")}`);
    }
    const running = [...this.#started];
    this.#started.clear();
    await Promise.all(
      running.map(async ({ command, child }) => {
        const begun = performance.now();
        if (child.exitCode === null && child.signalCode === null) {
          const exited = once(child, "exit");
          child.kill("SIGTERM");
          await Promise.race([exited, delay(40_000, undefined, { ref: false })]);
          if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
          await exited;
        }
        took.set(command, (performance.now() - begun) / 1_000);
      }),
    );
    return took;
  }

  readSandbox(): Sandbox {
    return JSON.parse(readFileSync(join(this.#directory, "data", "sandbox.json"), "utf8")) as Sandbox;
  }

  async close(): Promise<void> {
    this.proxy.heal();
    for (const { child } of this.#started) child.kill("SIGKILL");
    await this.proxy.close();
    await this.#postgres.stop();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
