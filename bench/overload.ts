/**
 * npm run bench:overload: what a process does with three times the calls that it can serve. The sustainable rate is
 * measured first, in the same run. Then a mix of calls (orders placed and read, decisions, menus, lists) comes at three
 * times that rate, then at half of it. At the end the sustainable rate is measured once more. The overload has made the
 * database larger by then, so this shows which cost is growth and which is overload. The exit code is 1 when a bar is
 * missed.
 *
 * `-- --seconds 600` is the full length of the overload (30 otherwise). `-- --beside DIRECTORY` first runs the checkout
 * of another commit in the same way; its node_modules must be there. `-- --by-second` prints each second of the overload.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedPostgres } from "../src/embedded-postgres/embedded.ts";
import { memoryOf } from "../proofs/rig/processes.ts";
import type { OverloadResult, OverloadTask } from "./overload-load.ts";
import { OverloadStage } from "./overload-stage.ts";
import { numberOf, readOptions } from "../proofs/rig/read-options.ts";

const values = readOptions({
  seconds: { type: "string", default: "30" },
  beside: { type: "string" },
  "by-second": { type: "boolean", default: false },
});
const seconds = numberOf("seconds", values.seconds);
const sustainedSeconds = 15;
const restSeconds = 60;

interface Measured {
  readonly sustainable: number;
  /** The same after all else, with the orders of the overload in the database. */
  readonly sustainableAfter: number;
  /** What the accepted calls of a second cost, in seconds of the whole machine: sustained, and in the overload. */
  readonly work: number;
  readonly overloadWork: number;
  readonly calmP99: number;
  readonly overload: OverloadResult;
  /** Seconds after which all was as before. */
  readonly recovery: number;
  /** The single seconds that were three times as slow as before, of those after the overload: one stall of 100 ms makes one. */
  readonly slowSeconds: readonly number[];
  readonly residentBefore: number;
  readonly residentAfter: number;
}

const directory = mkdtempSync(join(tmpdir(), "maple-overload-"));
const postgres = await startEmbeddedPostgres({ dataDir: join(directory, "postgres"), log: () => {} });
const stage = new OverloadStage(directory, postgres);
try {
  console.log(
    `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, PostgreSQL 18 with fsync, Node ${process.version}; ${seconds} s of overload`,
  );
  if (values.beside !== undefined) report("beside", await measure(resolve(values.beside), "maple_beside"), false);
  report("this checkout", await measure(resolve(import.meta.dirname, ".."), "maple_here"), true);
} finally {
  await stage.endAll();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

async function measure(checkout: string, database: string): Promise<Measured> {
  const { service, mix } = await stage.start(checkout, database);
  const floorUrl = await stage.startFloor();
  const load = (task: Omit<OverloadTask, "url" | "floorUrl" | "mix">): Promise<OverloadResult> =>
    stage.load({ ...task, url: service.url, floorUrl, mix });
  await load({ connections: 16, seconds: 5 });
  const sustained = await load({ connections: 16, seconds: sustainedSeconds });
  const sustainable = sustained.perSecond;
  const costs: Record<string, number> = {};
  for (const only of Object.keys(sustained.acceptedOf))
    costs[only] = 1 / (await load({ connections: 16, seconds: 3, only })).perSecond;
  const calm = { connections: 256, rate: sustainable / 2 };
  const { acceptedP99: calmP99 } = await load({ ...calm, seconds: 10 });
  const residentBefore = memoryOf(service.child);
  const overload = await load({ connections: 1_500, rate: 3 * sustainable, seconds });
  const after = await load({ ...calm, seconds: 20 });
  await delay((restSeconds - 20) * 1000);
  const residentAfter = memoryOf(service.child);
  const { perSecond: sustainableAfter } = await load({ connections: 16, seconds: sustainedSeconds });
  await stage.end(service.child);
  const work = workOf(sustained, costs, sustainedSeconds);
  const overloadWork = workOf(overload, costs, seconds);
  return {
    sustainable,
    sustainableAfter,
    work,
    overloadWork,
    calmP99,
    overload,
    recovery: recoveryOf(after, calmP99),
    slowSeconds: slowSecondsOf(after, calmP99),
    residentBefore,
    residentAfter,
  };
}

/** Calls of a kind cost what they take when there is nothing but them; of a second, on average. */
function workOf({ acceptedOf }: OverloadResult, costs: Readonly<Record<string, number>>, length: number): number {
  const all = Object.entries(acceptedOf).map(([name, accepted]) => accepted * (costs[name] ?? 0));
  return all.reduce((sum, each) => sum + each, 0) / length;
}

/** What is normal: three times as slow as before at most, and 100 ms in any case. */
function normalP99(calmP99: number): number {
  return Math.max(100, 3 * calmP99);
}

/** The seconds after which nothing was refused, nothing failed, and the 99th percentile of all that followed was normal. */
function recoveryOf({ seconds: all, acceptedP99From }: OverloadResult, calmP99: number): number {
  const lastRefused = all.findLastIndex(({ refused, failed }) => refused + failed > 0);
  const isNormal = (second: number): boolean => (acceptedP99From[second] ?? Infinity) <= normalP99(calmP99);
  const recovered = all.findIndex((_, second) => second > lastRefused && isNormal(second));
  return recovered < 0 ? all.length : recovered;
}

function slowSecondsOf({ seconds: all }: OverloadResult, calmP99: number): readonly number[] {
  return all.flatMap(({ acceptedP99 }, second) => (acceptedP99 > normalP99(calmP99) ? [second] : []));
}

function report(name: string, measured: Measured, isJudged: boolean): void {
  const { sustainable, work, overloadWork, calmP99, overload, recovery, slowSeconds } = measured;
  const { residentBefore, residentAfter } = measured;
  const share = overload.perSecond / sustainable;
  const growth = residentAfter / residentBefore - 1;
  console.log(
    `\n${name}: ${sustainable.toFixed(0)} calls a second sustained; at half of that p99 ${calmP99.toFixed(0)} ms`,
  );
  console.log(
    `  three times as many: ${overload.accepted} accepted, ${overload.refused} refused, ${overload.failed} failed; the load itself was late by p99 ${overload.lateP99.toFixed(0)} ms; a bare server beside it answered in p50 ${overload.floorP50.toFixed(0)} ms, p99 ${overload.floorP99.toFixed(0)} ms`,
  );
  const kinds = Object.entries(overload.acceptedOf).map(([kind, count]) => `${kind} ${count}`);
  console.log(
    `  sustained once more at the end: ${measured.sustainableAfter.toFixed(0)} calls a second; of them the overload had ${(overload.perSecond / measured.sustainableAfter).toFixed(2)}`,
  );
  console.log(`  accepted of each kind: ${kinds.join(", ")}`);
  const failures = Object.entries(overload.failedWith).map(([kind, count]) => `${kind} ${count}`);
  if (failures.length > 0) console.log(`  failed with: ${failures.join(", ")}`);
  console.log(`  afterwards slow in the seconds: ${slowSeconds.join(", ") || "none"}`);
  if (values["by-second"]) console.table(overload.seconds);
  const bars: readonly (readonly [string, string, boolean])[] = [
    ["accepted, share of the sustainable rate", `${share.toFixed(2)} (wanted 0.90)`, share >= 0.9],
    [
      "the same by what the calls cost",
      `${(overloadWork / work).toFixed(2)} (wanted 0.90)`,
      overloadWork / work >= 0.9,
    ],
    ["accepted p99", `${overload.acceptedP99.toFixed(0)} ms (wanted 2000)`, overload.acceptedP99 <= 2_000],
    [
      "503 p99",
      `${overload.refusedP99.toFixed(0)} ms (wanted 100)`,
      overload.refused > 0 && overload.refusedP99 <= 100,
    ],
    ["answered otherwise than by 2xx and 503", `${overload.failed} (wanted 0)`, overload.failed === 0],
    ["normal again after", `${recovery} s (wanted 5)`, recovery <= 5],
    ["resident memory", `${residentBefore} to ${residentAfter} MiB (wanted + 20 %)`, growth <= 0.2],
  ];
  for (const [what, figure, reached] of bars) {
    console.log(`  ${what}: ${figure}${isJudged ? `, ${reached ? "reached" : "MISSED"}` : ""}`);
    if (isJudged && !reached) process.exitCode = 1;
  }
}
