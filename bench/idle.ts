/**
 * The statements that an idle `work` process sends to its database: `npm run bench:idle [-- seconds]`. The server writes
 * each statement into its log, and the lines are counted by their text. BEGIN and COMMIT count as statements too.
 *
 * To reach: at most 10 statements a second for each environment (rules/operating 1.17).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedPostgres } from "../src/embedded-postgres/embedded.ts";
import { migrate } from "../src/platform/postgres/migrate.ts";
import { endWithThis } from "../proofs/rig/end-with-this.ts";

const seconds = Number(process.argv[2] ?? 30);
const mostPerSecond = 10;
const directory = mkdtempSync(join(tmpdir(), "maple-idle-"));
const counted = new Map<string, number>();
let counts = false;

/** A line of the log that begins a statement, as the first words of its text. */
function count(line: string): void {
  const [, text] = /(?:statement|execute [^:]*): (.*)$/.exec(line) ?? [];
  if (!counts || text === undefined) return;
  const words = text.trim().split(/\s+/).slice(0, 6).join(" ");
  counted.set(words, (counted.get(words) ?? 0) + 1);
}

const settings = { log_statement: "all", fsync: "off" };
const postgres = await startEmbeddedPostgres({ dataDir: join(directory, "postgres"), settings, log: count });
try {
  await postgres.createDatabase("maple_test");
  const url = postgres.url("maple_test");
  await migrate(url);
  const environment = {
    PATH: process.env["PATH"],
    DATABASE_URL: url,
    OPERATOR_TOKEN: "operator-token-of-the-idle-bench",
    SECRET_KEY: "07".repeat(32),
    LOG_LEVEL: "info",
  };
  const work = endWithThis(
    spawn(process.execPath, ["src/program/main.ts", "work"], {
      env: environment,
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  let said = "";
  work.stdout?.on("data", (text: Buffer) => void (said += text.toString()));
  while (!said.includes('"msg":"started"')) await delay(50);
  // The first runs of all sweeps are over.
  await delay(5_000);
  counts = true;
  await delay(seconds * 1_000);
  counts = false;
  work.kill("SIGTERM");
  await once(work, "exit");
  report();
} finally {
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

function report(): void {
  const all = [...counted].toSorted(([, a], [, b]) => b - a);
  const perSecond = all.reduce((sum, [, times]) => sum + times, 0) / seconds;
  for (const [words, times] of all.slice(0, 25)) console.log(`  ${(times / seconds).toFixed(2).padStart(6)}  ${words}`);
  const isReached = perSecond <= mostPerSecond;
  console.log(`${isReached ? "ok  " : "MISS"} ${perSecond.toFixed(1)} statements a second, at most ${mostPerSecond}`);
  process.exitCode = isReached ? 0 : 1;
}
