/**
 * npm run bench:dead: the dead rows that whole orders leave in the hot tables. Each order is placed, accepted, made ready
 * and completed over HTTP, and its events are delivered to a receiver. Autovacuum has PostgreSQL's own settings and those
 * that the migrations give the tables. The tables are read every five seconds while orders come, and once more after
 * autovacuum. To reach: always less than a fifth of the rows of deliveries and of idempotency keys is dead. BENCH_ORDERS
 * (3,000) is the number of orders, BENCH_CLIENTS (8) the number at once, BENCH_AGED (20,000) how many are there before;
 * with 0 only what is left after autovacuum is judged. The exit code is 1 when a bar is missed.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { BenchProcesses } from "../proofs/rig/processes.ts";
import { connectProofDatabase } from "../proofs/rig/proof-database.ts";
import { startCrashReceiver } from "../proofs/rig/receiver.ts";
import { startEmbeddedPostgres } from "../src/embedded-postgres/embedded.ts";
import type { TextDatabase } from "../src/platform/postgres/database.ts";
import { migrate } from "../src/platform/postgres/migrate.ts";
import { drawBodies, makeLocations, multiplyOrders, publishMenus } from "./orders-sandbox.ts";

const orders = Number(process.env["BENCH_ORDERS"] ?? 3_000);
const clients = Number(process.env["BENCH_CLIENTS"] ?? 8);
/** So many orders of the last ninety days are there before the first one comes: a table that has just begun is all new rows. */
const aged = Number(process.env["BENCH_AGED"] ?? 20_000);
const mostDead = 0.2;
/** Below so many rows autovacuum leaves a table alone (autovacuum_vacuum_threshold), whatever part of it is dead. */
const leftAlone = 50;
/** Autovacuum looks at a database once a minute; the second look sees what the first one came too early for. */
const turnsMs = 130_000;
/** With a bar, and the others that every order writes. */
const judged = ["deliveries", "idempotency_keys"];
const shown = [...judged, "orders", "order_changes", "events", "delivery_attempts", "payments", "idempotency_answers"];

interface Table {
  readonly name: string;
  readonly live: number;
  readonly dead: number;
  readonly bytes: number;
  readonly vacuums: number;
}

/** A partitioned table is the sum of its partitions. */
const readTables = `SELECT coalesce(parent.relname, s.relname)::text AS name, sum(s.n_live_tup)::int8 AS live,
    sum(s.n_dead_tup)::int8 AS dead, sum(pg_total_relation_size(s.relid))::int8 AS bytes, sum(s.autovacuum_count)::int8 AS vacuums
  FROM pg_stat_user_tables s LEFT JOIN pg_inherits i ON i.inhrelid = s.relid LEFT JOIN pg_class parent ON parent.oid = i.inhparent
  WHERE coalesce(parent.relname, s.relname) = ANY ($1) GROUP BY 1`;

const directory = mkdtempSync(join(tmpdir(), "maple-bench-dead-"));
const processes = new BenchProcesses(directory, { connections: 16, seconds: 0, warmupSeconds: 0, profiles: undefined });
const postgres = await startEmbeddedPostgres({ dataDir: join(directory, "postgres"), log: () => {} });
const receiver = await startCrashReceiver();
try {
  await bench();
} finally {
  await processes.endAll();
  await receiver.stop();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

async function bench(): Promise<void> {
  await postgres.createDatabase("maple_bench");
  const url = postgres.url("maple_bench");
  await migrate(url);
  const database = connectProofDatabase(url);
  const sandbox = await makeLocations(database);
  const service = await processes.startService(url, "dev");
  await publishMenus(service.url, sandbox);
  const send = sender(service.url, sandbox.partner.key);
  const event_types = ["order.notification", "order.created", "order.paid", "order.cancelled", "order.updated"];
  await send("/v1/webhook_subscriptions", { notification_url: receiver.url, event_types });
  const bodies = await drawBodies(service.url, sandbox);
  if (aged > 0) {
    for (const body of bodies.slice(0, 20)) await wholeOrder(send, body);
    await drained(database);
    await multiplyOrders(url, aged);
  }
  const before = await bytesOf(database);
  console.log(
    `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, fsync on, ${orders} orders by ${clients} clients`,
  );
  const began = performance.now();
  const ended = new AbortController();
  const watching = watch(database, ended.signal);
  let left = orders;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left-- > 0) await wholeOrder(send, bodies[left % bodies.length] ?? "");
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  await drained(database);
  ended.abort();
  const worst = await watching;
  const grown = (await bytesOf(database)) - before;
  console.log(
    `${(orders / seconds).toFixed(1)} whole orders a second; ${(grown / orders / 1_024).toFixed(1)} KiB stored for each`,
  );
  await delay(turnsMs);
  report(await tablesOf(database), worst);
  await database.close();
}

type Send = (path: string, body: unknown) => Promise<{ readonly id: string }>;

function sender(url: string, key: string): Send {
  return async (path, body) => {
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    };
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
    return JSON.parse(text) as { readonly id: string };
  };
}

async function wholeOrder(send: Send, body: string): Promise<void> {
  const { id } = await send("/v1/sandbox/orders", body);
  await send(`/v1/orders/${id}/accept`, { pos_ticket_id: "T-1" });
  await send(`/v1/orders/${id}/ready`, {});
  await send(`/v1/orders/${id}/complete`, {});
}

/** Waits until no delivery is pending. */
async function drained(database: TextDatabase): Promise<void> {
  for (;;) {
    const [row] = await database.read.rows<{ n: number }>(
      "SELECT count(*) AS n FROM deliveries WHERE state = 'pending'",
    );
    if (row?.n === 0) return;
    await delay(200);
  }
}

async function tablesOf(database: TextDatabase): Promise<readonly Table[]> {
  const rows = await database.read.rows<Table>(readTables, [shown]);
  return shown.map((name) => rows.find((one) => one.name === name) ?? { name, live: 0, dead: 0, bytes: 0, vacuums: 0 });
}

async function bytesOf(database: TextDatabase): Promise<number> {
  const [row] = await database.read.rows<{ bytes: number }>("SELECT pg_database_size(current_database()) AS bytes");
  return row?.bytes ?? 0;
}

function shareOf({ live, dead }: Table): number {
  return dead <= leftAlone ? 0 : dead / (live + dead);
}

/** The largest share of dead rows that each table had, until the signal. */
async function watch(database: TextDatabase, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const worst = new Map<string, number>();
  while (!signal.aborted) {
    for (const table of await tablesOf(database))
      worst.set(table.name, Math.max(worst.get(table.name) ?? 0, shareOf(table)));
    await delay(5_000, undefined, { signal }).catch(() => {});
  }
  return worst;
}

function report(tables: readonly Table[], worst: ReadonlyMap<string, number>): void {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  for (const table of tables) {
    const { name, live, dead, bytes, vacuums } = table;
    const most = Math.max(shareOf(table), aged > 0 ? (worst.get(name) ?? 0) : 0);
    const missed = judged.includes(name) && most >= mostDead;
    if (missed) process.exitCode = 1;
    console.log(
      `${missed ? "MISS" : "ok  "} ${name.padEnd(20)} ${live} rows, ${dead} dead (${percent(shareOf(table))}, worst ${percent(worst.get(name) ?? 0)}), ` +
        `${(bytes / 2 ** 20).toFixed(1)} MiB, ${vacuums} vacuums`,
    );
  }
}
