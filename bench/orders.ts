/**
 * npm run bench:orders: how fast orders are placed and read over HTTP, each beside its bare floor in the same run, on its
 * own durable PostgreSQL with 200,000 orders. `--explain` shows query plans, `--profile` writes CPU profiles of the
 * service to bench/profiles. BENCH_ROUNDS, BENCH_SECONDS, BENCH_ORDERS and BENCH_ONLY (reads, get, placing, steady)
 * change the run; BENCH_SLOW_LOG names a file that gets the plans of slow statements.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createWakeups } from "../src/platform/jobs/wakeups.ts";
import { connectDatabase, type TextDatabase } from "../src/platform/postgres/database.ts";
import { startEmbeddedPostgres } from "../src/embedded-postgres/embedded.ts";
import { migrate } from "../src/platform/postgres/migrate.ts";
import { startCrashReceiver } from "../proofs/rig/receiver.ts";
import { slowStatements } from "../proofs/rig/slow-statements.ts";
import { compare, withCpu } from "./compare.ts";
import type { LoadResult } from "../proofs/rig/load.ts";
import { drawBodies, makeLocations, multiplyOrders, publishMenus, type BenchSandbox } from "./orders-sandbox.ts";
import { explainHotQueries, listQueryTexts } from "./orders-explain.ts";
import { BenchProcesses, memoryOf, type BenchService } from "../proofs/rig/processes.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);
const orderCount = Number(process.env["BENCH_ORDERS"] ?? 200_000);
const only = process.env["BENCH_ONLY"];
const profiles = process.argv.includes("--profile") ? "bench/profiles" : undefined;
const seconds = Number(process.env["BENCH_SECONDS"] ?? 5);
const warmupSeconds = 2;

const directory = mkdtempSync(join(tmpdir(), "maple-bench-"));
const processes = new BenchProcesses(directory, { connections: 16, seconds, warmupSeconds, profiles });
const postgres = await startEmbeddedPostgres({ dataDir: join(directory, "postgres"), ...slowStatements() });
try {
  await bench();
} finally {
  await processes.endAll();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

interface Bench {
  readonly url: string;
  readonly database: TextDatabase;
  readonly sandbox: BenchSandbox;
  readonly service: BenchService;
  /** A file of bodies to place. */
  readonly bodies: string;
}

async function bench(): Promise<void> {
  await postgres.createDatabase("maple_bench");
  const url = postgres.url("maple_bench");
  await migrate(url);
  const database = connectDatabase({
    livemode: false,
    url,
    poolSize: 4,
    applicationName: "bench",
    wakeups: createWakeups(),
    onIdleError: () => {},
  });
  console.log(
    `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, PostgreSQL 18 with fsync, Node ${process.version}`,
  );
  const sandbox = await makeLocations(database);
  const service = await processes.startService(url, "serve");
  await publishMenus(service.url, sandbox);
  const bodies = write("bodies.json", await drawBodies(service.url, sandbox));
  const began = performance.now();
  await multiplyOrders(url, orderCount);
  const took = Math.round((performance.now() - began) / 1000);
  console.log(`${orderCount} orders over ${sandbox.allLocations.length} locations, made in ${took} s\n`);
  if (process.argv.includes("--explain")) await explainHotQueries(database, sandbox);
  const parts = { url, database, sandbox, service, bodies };
  if (only === undefined || only === "reads" || only === "get") await benchReads(parts);
  if (only === undefined || only === "placing") await benchPlacing(parts);
  console.log(`memory of the serving process: ${memoryOf(service.child)} MiB\n`);
  await processes.end(service.child);
  if (only === undefined || only === "steady") await benchSteady(parts);
  await database.close();
}

async function benchReads({ url, database, sandbox, service }: Bench): Promise<void> {
  const orders = await database.read.rows<{ readonly id: string }>(
    "SELECT o.id FROM orders o JOIN connections c ON c.location_id = o.location_id WHERE c.app_id = $1 LIMIT 5000",
    [sandbox.partner.id],
  );
  const one = write(
    "paths.json",
    orders.map(({ id }) => `/v1/orders/${id}`),
  );
  const list = write("list.json", ["/v1/orders"]);
  const ends = await database.read.rows<{ readonly id: string }>(
    `SELECT id FROM (SELECT o.id, row_number() OVER (ORDER BY o.placed_at DESC, o.id DESC) AS place
       FROM orders o JOIN connections c ON c.location_id = o.location_id WHERE c.app_id = $1) AS placed
     WHERE place % 100 = 0 ORDER BY place LIMIT 500`,
    [sandbox.chain.id],
  );
  const pages = write(
    "pages.json",
    ends.map(({ id }) => `/v1/orders?starting_after=${id}`),
  );
  const { newest, after } = await listQueryTexts();
  for (const [name, input, app] of [
    ["GET order", one, sandbox.partner],
    ["GET list of 100, app with 10 locations", list, sandbox.partner],
    ["GET list of 100, app with 190 locations", list, sandbox.chain],
    [`GET list of 100, any of ${ends.length} pages, app with 190 locations`, pages, sandbox.chain],
  ] as const) {
    if (only === "get" && input !== one) continue;
    const floor = await processes.startScript(["bench/bare-reads.ts", url, app.id, service.url], {
      BENCH_LIST_SQL: newest,
      BENCH_LIST_AFTER_SQL: after,
    });
    await assertSameBytes(floor.line, service.url, app.key, JSON.parse(readFileSync(input, "utf8"))[0]);
    const get = (target: string, { child }: Pick<BenchService, "child">) =>
      withCpu(
        child,
        () => processes.load({ url: target, key: app.key, mode: "closed", kind: "get", input }),
        warmupSeconds / seconds,
      );
    const wanted = 0.7;
    await compare({
      name,
      wanted,
      rounds,
      service: () => get(service.url, service),
      floor: () => get(floor.line, floor),
    });
    await processes.end(floor.child);
  }
}

async function benchPlacing({ url, sandbox: { partner }, service, bodies }: Bench): Promise<void> {
  const place = () =>
    processes.load({ url: service.url, key: partner.key, mode: "closed", kind: "place", input: bodies });
  const bare = [
    "bench/bare-placing.ts",
    url,
    partner.id,
    bodies,
    String(processes.settings.connections),
    String(seconds),
  ];
  await compare({
    name: "place an order",
    wanted: 0.5,
    rounds,
    service: () => withCpu(service.child, place, warmupSeconds / seconds),
    floor: async () => ({ ...(await processes.runToEnd(bare)), cpuMicros: NaN }),
  });
}

/** A hundred orders a second to one process that serves and delivers, with a receiver that answers at once. */
async function benchSteady({ url, database, sandbox: { partner }, bodies }: Bench): Promise<void> {
  const service = await processes.startService(url, "dev");
  const receiver = await startCrashReceiver();
  const types = ["order.notification", "order.created", "order.paid", "order.cancelled", "order.updated"];
  for (const event_types of [["order.notification"], types]) {
    const made = await fetch(`${service.url}/v1/webhook_subscriptions`, {
      method: "POST",
      headers: { authorization: `Bearer ${partner.key}`, "content-type": "application/json" },
      body: JSON.stringify({ notification_url: receiver.url, event_types }),
    });
    if (made.status !== 201) throw new Error(await made.text());
  }
  for (let round = 0; round < rounds; round++) {
    const began = Date.now();
    const placed: LoadResult = await processes.load({
      url: service.url,
      key: partner.key,
      mode: "steady",
      rate: 100,
      connections: 64,
      kind: "place",
      input: bodies,
      seconds: 2 * seconds,
    });
    await delay(1_000);
    console.log(
      `100 orders a second: p50 ${placed.p50.toFixed(1)} ms, p99 ${placed.p99.toFixed(1)} ms (wanted 50), ` +
        `worst ${placed.max.toFixed(0)} ms, ${placed.errors} errors; memory ${memoryOf(service.child)} MiB`,
    );
    console.log(
      `  event to first attempt: ${await firstAttempts(database, began + warmupSeconds * 1000)} (wanted 100)`,
    );
  }
  await processes.end(service.child);
  await receiver.stop();
}

/** How long events waited for their first attempt, counted from the begin of the transaction that wrote them. */
async function firstAttempts(database: TextDatabase, since: number): Promise<string> {
  const row = await database.read.one<Record<"n" | "p50" | "p99", number | null>>(
    `SELECT count(*)::int AS n, percentile_cont(0.5) WITHIN GROUP (ORDER BY late) AS p50,
       percentile_cont(0.99) WITHIN GROUP (ORDER BY late) AS p99
     FROM (SELECT extract(epoch FROM a.started_at - d.created_at)::float8 * 1000 AS late
       FROM deliveries d JOIN delivery_attempts a ON a.delivery_id = d.id AND a.attempt = 1
       WHERE d.created_at > to_timestamp($1::float8 / 1000)) waits`,
    [since],
  );
  return `p50 ${row.p50?.toFixed(1)} ms, p99 ${row.p99?.toFixed(1)} ms of ${row.n} deliveries`;
}

/** The floor answers the very bytes of the service. */
async function assertSameBytes(floor: string, service: string, key: string, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const texts = await Promise.all([floor, service].map(async (url) => (await fetch(url + path, { headers })).text()));
  if (texts[0] !== texts[1])
    throw new Error(`the floor answers other bytes for ${path}:\n${texts.join("\n").slice(0, 800)}`);
}

function write(name: string, value: unknown): string {
  const file = join(directory, name);
  writeFileSync(file, JSON.stringify(value));
  return file;
}
