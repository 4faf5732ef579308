/**
 * npm run bench:menus: validation, diff and publish of menus of 600, 10,000 and 100,000 objects beside their floors, on
 * its own durable PostgreSQL; the delay of other requests meanwhile; and the memory of the process. BENCH_SIZES (objects,
 * comma-separated) and BENCH_ROUNDS change the run, `--profile` writes a CPU profile of the service. The exit code is 1
 * when a bound is missed.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { drawMenu, seededRandom } from "../examples/menus/draw-menu.ts";
import { createWakeups } from "../src/platform/jobs/wakeups.ts";
import { connectDatabase, type TextDatabase } from "../src/platform/postgres/database.ts";
import { startEmbeddedPostgres } from "../src/embedded-postgres/embedded.ts";
import { migrate } from "../src/platform/postgres/migrate.ts";
import { connect, createApp, createLocation, type TestApp } from "../test/harness/factories.ts";
import { measureBareInsert, measureComputing } from "./menu-floors.ts";
import { BenchProcesses, type BenchService } from "../proofs/rig/processes.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const sizes = (process.env["BENCH_SIZES"] ?? "600,10000,100000").split(",").map(Number);
/** Seconds until a first publish is live. */
const liveWithin: Readonly<Record<number, number>> = { 10_000: 3, 100_000: 25 };
const pingedSeconds = 12;

const directory = mkdtempSync(join(tmpdir(), "maple-bench-menus-"));
const processes = new BenchProcesses(directory, {
  connections: 8,
  seconds: pingedSeconds,
  warmupSeconds: 1,
  profiles: process.argv.includes("--profile") ? "bench/profiles" : undefined,
});
const postgres = await startEmbeddedPostgres({ dataDir: join(directory, "postgres"), log: () => {} });
let missed = 0;
try {
  await bench();
} finally {
  await processes.endAll();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
process.exitCode = missed === 0 ? 0 : 1;

interface Bench {
  readonly url: string;
  readonly database: TextDatabase;
  readonly app: TestApp;
  readonly service: BenchService;
}

async function bench(): Promise<void> {
  await postgres.createDatabase("maple_bench");
  const url = postgres.url("maple_bench");
  await migrate(url);
  const onIdleError = (): void => {};
  const wakeups = createWakeups();
  const database = connectDatabase({
    livemode: false,
    url,
    poolSize: 2,
    applicationName: "bench",
    wakeups,
    onIdleError,
  });
  console.log(
    `${cpus().length} x ${cpus()[0]?.model.trim()}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, fsync on`,
  );
  const service = await processes.startService(url, "dev");
  const app = await createApp(database);
  await warmUp({ url, database, app, service });
  for (const objects of sizes) await benchSize({ url, database, app, service }, objects);
  await database.close();
}

/** A service that has just started has compiled nothing yet; that is not what is measured. */
async function warmUp(parts: Bench): Promise<void> {
  const locationId = await createLocation(parts.database, { name: "Warm" });
  await connect(parts.database, parts.app, locationId);
  for (let number = 0; number < 6; number++) {
    const path = `/v1/locations/${locationId}/menu`;
    const text = textOf(600, number % 2 === 0 ? "" : ` (${number})`);
    for (let times = 0; times < 2; times++) await publish(parts, path, text);
  }
}

async function benchSize(parts: Bench, objects: number): Promise<void> {
  const text = textOf(objects, "");
  const changed = textOf(objects, " (new)");
  console.log(`\n${objects} objects, ${(Buffer.byteLength(text) / 2 ** 20).toFixed(1)} MiB`);
  const computing = measureComputing(text, changed, rounds);
  const ratio = computing.validateAndDiffMs / computing.jsonParseMs;
  console.log(
    `  JSON.parse ${ms(computing.jsonParseMs)}, with a walk ${ms(computing.floorMs)}; every check and the diff ${ms(computing.validateAndDiffMs)}`,
  );
  judge(`  validation with diff: ${ratio.toFixed(1)} x JSON.parse`, ratio, 8);
  const bareMs = await measureBareInsert(parts.url, text, Math.min(rounds, 3));
  const locationId = await createLocation(parts.database, { name: `Menu of ${objects}` });
  await connect(parts.database, parts.app, locationId);
  const path = `/v1/locations/${locationId}/menu`;
  const pinging = pingMeanwhile(parts);
  // The load generator is a process of its own; its start is not what is measured.
  await delay(1_500);
  const first = await publish(parts, path, text);
  const bound = liveWithin[objects];
  const floors = `bare insert ${ms(bareMs)}, ${(first / (bareMs + computing.floorMs)).toFixed(1)} x both floors`;
  judge(`  first publish, live after ${ms(first)} (${floors})`, first, (bound ?? 60) * 1000);
  const again = await publish(parts, path, text);
  judge(`  identical republish ${ms(again)}, ${((100 * again) / first).toFixed(1)} % of the first`, again / first, 0.1);
  console.log(`  republish with a tenth of the items renamed ${ms(await publish(parts, path, changed))}`);
  const pings = await pinging;
  judge(
    `  other requests meanwhile: p50 ${ms(pings.p50)}, p99 ${ms(pings.p99)}, slowest ${ms(pings.max)}, ${pings.errors} errors of ${pings.count}`,
    pings.p99,
    100,
  );
  const peak = peakMemoryOf(parts.service);
  judge(`  peak memory of the process so far ${peak} MiB`, peak, 1024);
}

/** Sends the document and answers after how many milliseconds it was live. */
async function publish({ service, app }: Bench, path: string, text: string): Promise<number> {
  const headers = { authorization: `Bearer ${app.key}`, "content-type": "application/json" };
  const began = performance.now();
  const answer = await fetch(service.url + path, { method: "POST", headers, body: text });
  let sync = (await answer.json()) as { readonly id: string; readonly status: string; readonly failure?: unknown };
  while (sync.status === "pending" || sync.status === "processing") {
    await delay(20);
    const polled = await fetch(`${service.url}${path}/syncs/${sync.id}`, { headers });
    sync = (await polled.json()) as typeof sync;
  }
  if (sync.status !== "completed") throw new Error(`not published: ${JSON.stringify(sync)}`);
  return performance.now() - began;
}

/** Fifty other requests a second, each timed from when it was due. */
function pingMeanwhile({ service, app }: Bench) {
  const input = join(directory, "paths.json");
  writeFileSync(input, JSON.stringify(["/v1/me", "/v1/locations", "/v1/orders", "/v1/webhook_events"]));
  return processes.load({ url: service.url, key: app.key, mode: "steady", rate: 50, kind: "get", input });
}

function textOf(objects: number, suffix: string): string {
  const menu = drawMenu(seededRandom(objects), { items: Math.round(objects / 3.93), wordy: true });
  if (suffix !== "") renameTenth(menu, suffix);
  return JSON.stringify(menu);
}

function renameTenth(menu: unknown, suffix: string): void {
  const { categories } = menu as { readonly categories: readonly { readonly items: { name: string }[] }[] };
  let number = 0;
  for (const { items } of categories) for (const item of items) if (number++ % 10 === 0) item.name += suffix;
}

function peakMemoryOf({ child }: BenchService): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

function judge(what: string, value: number, most: number): void {
  if (value > most) missed += 1;
  console.log(`${what}: ${value <= most ? "reached" : "MISSED"}`);
}

function ms(value: number): string {
  return value >= 1000 ? `${(value / 1000).toFixed(2)} s` : `${value.toFixed(1)} ms`;
}
