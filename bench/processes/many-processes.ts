/** An operator's processes on one durable PostgreSQL of 100 connections, with both environments. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { endWithThis } from "../../proofs/rig/end-with-this.ts";
import { freePort } from "../../proofs/rig/free-port.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../src/embedded-postgres/embedded.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";

export interface ManyProcesses {
  readonly postgres: EmbeddedPostgres;
  readonly testUrl: string;
  readonly liveUrl: string;
  /** The addresses of the `serve` processes. */
  readonly serving: readonly string[];
  stop(): Promise<void>;
}

export interface Wanted {
  readonly directory: string;
  readonly serve: number;
  readonly work: number;
  /** Gets each line that the server writes. */
  readonly log: (line: string) => void;
  readonly settings?: Readonly<Record<string, string>>;
}

const startsWithinMs = 60_000;
/** Nobody is called with them: no money moves in the bench. */
const stripe = {
  PAYMENT_PROCESSOR: "stripe",
  STRIPE_SECRET_KEY: "sk_test_of_the_bench_alone",
  STRIPE_WEBHOOK_SECRET: "whsec_of_the_bench_alone",
  LIVE_STRIPE_SECRET_KEY: "sk_live_of_the_bench_alone",
  LIVE_STRIPE_WEBHOOK_SECRET: "whsec_of_the_bench_alone_live",
};

/** Starts the server and the processes; resolves when all of them are ready. */
export async function startMany({ directory, serve, work, log, settings = {} }: Wanted): Promise<ManyProcesses> {
  const dataDir = join(directory, "postgres");
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: { ...settings, max_connections: "100" } });
  const urls = [];
  for (const name of ["maple_test", "maple_live"]) {
    await postgres.createDatabase(name);
    await migrate(postgres.url(name));
    urls.push(postgres.url(name));
  }
  const [testUrl = "", liveUrl = ""] = urls;
  const children: ChildProcess[] = [];
  const start = async (command: "serve" | "work"): Promise<string> => {
    const port = await freePort();
    const metricsPort = await freePort();
    const environment = {
      PATH: process.env["PATH"],
      DATABASE_URL: testUrl,
      LIVE_DATABASE_URL: liveUrl,
      OPERATOR_TOKEN: "a-token-of-the-bench-alone",
      SECRET_KEY: "07".repeat(32),
      ALLOW_PRIVATE_WEBHOOKS: "on",
      MAPLE_DATA_DIR: join(directory, "data"),
      LOG_LEVEL: "error",
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      ...stripe,
    };
    const child = spawn(process.execPath, ["src/program/main.ts", command], {
      env: environment,
      stdio: ["ignore", "ignore", "inherit"],
    });
    children.push(endWithThis(child));
    await untilReady(`http://127.0.0.1:${metricsPort}`, child);
    return `http://127.0.0.1:${port}`;
  };
  const serving: string[] = [];
  for (let n = 0; n < serve; n++) serving.push(await start("serve"));
  for (let n = 0; n < work; n++) await start("work");
  return {
    postgres,
    testUrl,
    liveUrl,
    serving,
    async stop() {
      await Promise.all(children.map(end));
      await postgres.stop();
    },
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (const last = performance.now() + startsWithinMs; performance.now() < last; await delay(100)) {
    if (child.exitCode !== null) throw new Error(`a process ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.text();
    if (answer?.status === 200) return;
  }
  throw new Error("a process did not become ready");
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
