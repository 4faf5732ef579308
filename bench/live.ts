/**
 * npm run bench:live: the cost of the numbers of live changes, and how soon screens are told, on a durable PostgreSQL.
 * There are three parts. First 200 streams of one location in their own process and one real board in Chromium, with 20
 * changes a second. Then 16 connections place and decide at one busy location, with the number and without it, in turns
 * of one run. Last the snapshot of a board with 200 unfinished orders, and that of a stand with 150 tables. ROUNDS (20)
 * and SECONDS (1) are the turns and their length. The exit code is 1 when a bar is missed: 10 % slower, 300 ms for 99 of
 * 100 receipts and paints, 100 ms for 99 of 100 snapshots.
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { makeRunDirectory } from "../proofs/rig/run-directory.ts";
import { startEmbeddedPostgres } from "../src/embedded-postgres/embedded.ts";
import { migrate } from "../src/platform/postgres/migrate.ts";
import { LiveStage } from "./live-stage.ts";
import { endWithThis } from "../proofs/rig/end-with-this.ts";

const rounds = Number(process.env["ROUNDS"] ?? 20);
const seconds = Number(process.env["SECONDS"] ?? 1);
const streams = 200;
const changesPerSecond = 20;
const liveSeconds = 15;

const directory = makeRunDirectory();
const postgres = await startEmbeddedPostgres({ dataDir: join(directory, "postgres"), log: () => {} });
console.log(`node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? "processor"}, fsync on`);
await postgres.createDatabase("live");
const url = postgres.url("live");
await migrate(url);
const stage = await LiveStage.start(url);
try {
  await measureReceipts();
  await measureCost();
  await measureSnapshot();
  await measureStand();
} finally {
  await stage.stop();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}

function say(name: string, reached: boolean, figures: string): void {
  console.log(`${name}: ${reached ? "reached" : "MISSED"}, ${figures}`);
  if (!reached) process.exitCode = 1;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function measureCost(): Promise<void> {
  await stage.run("with", 3);
  const rates = { with: [] as number[], without: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    for (const variant of round % 2 === 0 ? (["with", "without"] as const) : (["without", "with"] as const))
      rates[variant].push(await stage.run(variant, seconds));
  }
  const [numbered, bare] = [median(rates.with), median(rates.without)];
  const slower = 1 - numbered / bare;
  const figures = `${numbered.toFixed(0)} orders placed and decided a second with the number, ${bare.toFixed(0)} without: ${(slower * 100).toFixed(1)} % slower`;
  say("placing and deciding at one location", slower <= 0.1, figures);
}

async function measureReceipts(): Promise<void> {
  const { address, token } = await stage.listen();
  const screens = spawn(
    process.execPath,
    [join(import.meta.dirname, "live-screens.ts"), address, token, `${streams}`],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  endWithThis(screens);
  const lines = createInterface({ input: screens.stdout })[Symbol.asyncIterator]();
  await lines.next();
  const board = await stage.openBoard();
  const committed = new Map<string, number>();
  const end = performance.now() + liveSeconds * 1000;
  while (performance.now() < end) {
    const id = await stage.place();
    committed.set(`${id} PENDING`, performance.timeOrigin + performance.now());
    await sleep(1000 / changesPerSecond);
    await stage.accept(id);
    committed.set(`${id} ACCEPTED`, performance.timeOrigin + performance.now());
    await sleep(1000 / changesPerSecond);
  }
  await sleep(1_000);
  const painted = await board.end();
  screens.stdin.end();
  const { value } = await lines.next();
  const heard = JSON.parse(String(value)) as readonly (readonly [string, number])[];
  const waits = heard.flatMap(([key, at]) => {
    const from = committed.get(key);
    return from === undefined ? [] : [Math.max(0, at - from)];
  });
  const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Infinity;
  const missed = missing(committed, heard);
  const figures = `p50 ${median(waits).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${waits.length} receipts at ${streams} streams, ${missed} missed`;
  say("from the commit to the screens", p99 <= 300 && missed === 0, figures);
  sayPaints(committed, painted);
}

/** Of the last state of each order that the board painted: an order that is accepted at once is painted accepted. */
function sayPaints(committed: ReadonlyMap<string, number>, painted: ReadonlyMap<string, number>): void {
  const waits = Array.from(painted).flatMap(([key, at]) => {
    const from = committed.get(key);
    return from === undefined ? [] : [Math.max(0, at - from)];
  });
  const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Infinity;
  const unpainted = [...committed.keys()].filter((key) => key.endsWith("ACCEPTED") && !painted.has(key)).length;
  const figures = `p50 ${median(waits).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${waits.length} paints, ${unpainted} orders not painted`;
  say("from the commit to the paint of a board", p99 <= 300 && unpainted === 0, figures);
}

/** Of 100 snapshots of a board of its own, one after another. */
async function measureSnapshot(): Promise<void> {
  const times = await stage.readSnapshots({ orders: 200, times: 100 });
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Infinity;
  say("a snapshot of 200 orders", p99 <= 100, `p50 ${median(times).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
}

/** Of 200 snapshots of a stand; the estimates of its line are made anew with each minute. */
async function measureStand(): Promise<void> {
  const times = await stage.readStands({ tables: 150, seated: 90, expected: 90, waiting: 30 }, 200);
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Infinity;
  const slowest = Math.max(...times);
  const figures = `p50 ${median(times).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`;
  say("a snapshot of 150 tables, 180 bookings and 30 parties in line", p99 <= 100, figures);
}

/** Changes that a stream did not hear of, and of whose order it heard nothing later either. */
function missing(committed: ReadonlyMap<string, number>, heard: readonly (readonly [string, number])[]): number {
  const times = new Map<string, number>();
  for (const [key] of heard) times.set(key, (times.get(key) ?? 0) + 1);
  let missed = 0;
  for (const key of committed.keys()) {
    const later = key.replace("PENDING", "ACCEPTED");
    missed += Math.max(0, streams - Math.max(times.get(key) ?? 0, times.get(later) ?? 0));
  }
  return missed;
}
