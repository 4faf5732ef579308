/**
 * npm run bench:growth: whether hot calls and statements keep their cost when the database grows. Two durable databases
 * are filled by COPY, one with 10,000 orders and one of the scale that BENCH_SCALE names, and asked in turns. To reach:
 * the median time and the pages read within 1.5 x of the small database, the same indexes in every plan (`--plans` shows
 * where nodes differ), and a serving process that never had 400 MiB while the menus of all locations were read (the
 * package is built for this, as it is deployed). The exit code is 1 when a bar is missed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { LoadResult } from "../../proofs/rig/load.ts";
import { BenchProcesses, memoryOf, peakMemoryOf } from "../../proofs/rig/processes.ts";
import { middle } from "../compare.ts";
import { startFilled, type FilledServer } from "./filled-server.ts";
import type { HotCall } from "./hot-calls.ts";
import { hotStatements, measureStatement, type HotStatement } from "./hot-statements.ts";
import { openSide, type Side } from "./open-side.ts";
import { scalesOf } from "./scales.ts";

const mostTimes = 1.5;
/** Differences below these are the noise of a machine, not growth. */
const noiseMs = 0.3;
const noisePages = 8;
const mostMemory = 400;
const showsPlans = process.argv.includes("--plans");
const connections = 4;
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 3);
const [smallScale, largeScale] = scalesOf(process.env["BENCH_SCALE"] ?? "small", process.env["BENCH_ORDERS"]);

// Diners are limited by their network: each call names one, as a proxy in front does.
process.env["TRUSTED_PROXIES"] = "1";
const directory = mkdtempSync(join(tmpdir(), "maple-bench-growth-"));
const processes = new BenchProcesses(directory, { connections, seconds, warmupSeconds: 1, profiles: undefined });
let server: FilledServer | undefined;
try {
  console.log(
    `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, load ${loadavg()[0]?.toFixed(1)}, fsync on, Node ${process.version}`,
  );
  const kept = process.env["BENCH_KEEP"] ?? directory;
  server = await startFilled({ directory: kept, scales: { small: smallScale, large: largeScale }, processes });
  const { postgres } = server;
  const only = process.env["BENCH_ONLY"];
  if (only !== "filling") {
    const small = await openSide({ postgres, processes }, server.small);
    const large = await openSide({ postgres, processes }, server.large);
    if (only === undefined || only === "statements") await compareStatements(small, large);
    if (only === undefined || only === "calls") await compareCalls(small, large);
    if (only === undefined || only === "memory") await measureMemory(large);
    await Promise.all([small.close(), large.close()]);
  }
} finally {
  await processes.endAll();
  await server?.postgres.stop();
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

function judge(name: string, figures: string, missed: readonly string[]): void {
  console.log(`${name.padEnd(44)} ${figures}${missed.length === 0 ? "" : `  MISSED: ${missed.join(", ")}`}`);
  if (missed.length > 0) process.exitCode = 1;
}

function hasGrown(before: number, now: number, noise: number): boolean {
  return now > before * mostTimes && now - before > noise;
}

async function compareStatements(small: Side, large: Side): Promise<void> {
  console.log(`\nstatements: middle and slowest of ${rounds * 10} runs in ms, pages of 8 KiB; small, then large`);
  const [ofSmall, ofLarge] = [await statementsOf(small), await statementsOf(large)];
  for (const [at, statement] of ofSmall.entries()) {
    const other = ofLarge[at];
    if (other === undefined) throw new Error(`${statement.name} is missing`);
    const before = await measureStatement(small.client, statement, rounds * 10);
    const now = await measureStatement(large.client, other, rounds * 10);
    judge(
      statement.name,
      `${before.p50.toFixed(2)} (${before.p99.toFixed(1)}), ${now.p50.toFixed(2)} (${now.p99.toFixed(1)}) ms; ${before.buffers}, ${now.buffers} pages`,
      [
        ...(hasGrown(before.p50, now.p50, noiseMs) ? ["time"] : []),
        ...(hasGrown(before.buffers, now.buffers, noisePages) ? ["pages"] : []),
        ...(before.reads === now.reads ? [] : ["other indexes"]),
      ],
    );
    if (before.reads !== now.reads) console.log(`  small: ${before.reads}\n  large: ${now.reads}`);
    if (before.plan !== now.plan && showsPlans) console.log(`  small:\n${before.plan}\n  large:\n${now.plan}`);
  }
}

async function statementsOf({ database, sandbox, places }: Side): Promise<HotStatement[]> {
  const [venue] = places.venues;
  if (venue === undefined) throw new Error("there is no venue");
  return hotStatements(database, sandbox, venue);
}

async function compareCalls(small: Side, large: Side): Promise<void> {
  console.log(`\ncalls over ${connections} connections: p50 and p99 in ms; small, then large`);
  for (const [at, call] of small.calls.entries()) {
    const other = large.calls[at];
    if (other === undefined) throw new Error(`${call.name} is missing`);
    const runs = [];
    for (let round = 0; round < rounds; round++)
      runs.push([await load(small, call), await load(large, other)] as const);
    const [before50, before99, now50, now99] = [
      middle(runs.map(([before]) => before.p50)),
      middle(runs.map(([before]) => before.p99)),
      middle(runs.map(([, now]) => now.p50)),
      middle(runs.map(([, now]) => now.p99)),
    ];
    const errors = runs.flat().reduce((sum, run) => sum + run.errors, 0);
    judge(
      call.name,
      `${before50.toFixed(2)} (${before99.toFixed(1)}), ${now50.toFixed(2)} (${now99.toFixed(1)}) ms, ${(now50 / before50).toFixed(2)} x`,
      [
        ...(hasGrown(before50, now50, noiseMs) ? [`at most ${mostTimes} x`] : []),
        ...(errors > 0 ? [`${errors} errors`] : []),
      ],
    );
  }
}

async function load(side: Side, { name, kind, key, inputs }: HotCall): Promise<LoadResult> {
  if (kind === "get") await assertAnswered(`${side.service.url}${inputs[0]}`, [key].flat()[0] ?? "");
  const input = join(directory, `${name.replaceAll(/\W+/g, "-")}.json`);
  writeFileSync(input, JSON.stringify(inputs));
  return processes.load({ url: side.service.url, key, mode: "closed", kind, input, isOfMany: true });
}

async function assertAnswered(url: string, key: string, network = 0): Promise<void> {
  const from = `10.0.${(network >> 8) & 255}.${network & 255}`;
  const headers = { authorization: `Bearer ${key}`, "x-forwarded-for": from };
  for (;;) {
    const answer = await fetch(url, { headers });
    const text = await answer.text();
    if (answer.ok) return;
    if (answer.status !== 503) throw new Error(`${url}: ${answer.status} ${text.slice(0, 500)}`);
    // A machine that carries other work too: what is measured is memory, not time.
    await delay(Number(answer.headers.get("retry-after") ?? 1) * 1_000);
  }
}

/** Reads the menu of every location, whatever a process may keep, from a new process of the package that is deployed. */
async function measureMemory(side: Side): Promise<void> {
  const built = spawnSync(process.execPath, ["scripts/build-packages.ts", "command"], { stdio: "inherit" });
  if (built.status !== 0) throw new Error("the package was not built");
  const { url, child } = await processes.startService(side.url, "serve", "build/command/src/program.js");
  const began = memoryOf(child);
  const waiting = [...side.sandbox.allLocations, ...side.added];
  const all = waiting.length;
  const readAll = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
      await assertAnswered(`${url}/store/v1/locations/${id}/menu`, side.sandbox.partner.key, waiting.length);
  };
  await Promise.all(Array.from({ length: connections }, readAll));
  const [now, peak] = [memoryOf(child), peakMemoryOf(child)];
  console.log("");
  judge(
    "memory of the serving process",
    `${began} MiB at first, ${now} MiB after ${all} menus, ${peak} MiB at most`,
    peak > mostMemory ? [`at most ${mostMemory} MiB`] : [],
  );
}
