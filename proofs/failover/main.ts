/**
 * npm run proof:failover [-- --times 10] [--faults kill,cut] [--pause 0] [--no-controls]: applies each fault to a cluster
 * that many times, while orders are placed, decided and refunded, tables booked and events delivered. Prints for each run
 * when writes worked again, after each round the result of all runs with the bound of so many trials, and at the end the
 * result of `verify`. `--pause` is the milliseconds before each call of a caller. A fault whose programs are missing is
 * named and left out. The checks must notice the negative controls (no synchronous standby; a build without deadlines).
 * The exit code is 1 on any violation, or when a fault that was asked for is left out. Needs the programs of `npm run
 * cluster`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whyNoDisks } from "../cluster/limited-disk.ts";
import { whyNoClocks } from "../cluster/own-clock.ts";
import { findPrograms, isWhole, missingText, type Programs } from "../cluster/programs.ts";
import { runControls } from "./controls.ts";
import type { Fault } from "./fault.ts";
import { faults } from "./faults.ts";
import { addRun, judgeRun, nothingSummed, row, seconds, sumLines, type FaultSum, type RunFigures } from "./figures.ts";
import { runFault } from "./run-fault.ts";
import { FailoverStage } from "./stage.ts";
import { numberOf, readOptions } from "../rig/read-options.ts";

interface Plan {
  readonly programs: Programs;
  readonly times: number;
  readonly pauseMs: number;
}

const sums = new Map<string, FaultSum>();
const violations: string[] = [];
process.exitCode = await main();

async function main(): Promise<number> {
  const values = readOptions({
    times: { type: "string", default: "10" },
    faults: { type: "string", default: faults.map(({ word }) => word).join(",") },
    pause: { type: "string", default: "0" },
    controls: { type: "boolean", default: true },
  });
  const programs = findPrograms();
  if (!isWhole(programs)) {
    console.error(missingText(programs));
    return 1;
  }
  const words = values.faults.split(",").filter((word) => word !== "");
  const unknown = words.filter((word) => !faults.some((fault) => fault.word === word));
  if (unknown.length > 0) {
    console.error(`--faults takes of ${faults.map(({ word }) => word).join(",")}, not ${unknown.join(", ")}`);
    return 2;
  }
  const chosen = faults.filter(({ word }) => words.includes(word)).filter(canStrike);
  const plan = { programs, times: numberOf("times", values.times), pauseMs: numberOf("pause", values.pause) };
  for (const group of groupsOf(chosen)) await proveGroup(plan, group);
  if (values.controls) violations.push(...(await runControls(programs)));
  for (const violation of violations.slice(0, 30)) console.log(`  violation: ${violation}`);
  console.log(violations.length === 0 ? "no violation" : `${violations.length} violations`);
  return violations.length === 0 ? 0 : 1;
}

function canStrike({ name, extras }: Fault): boolean {
  const why =
    (extras?.disks === true ? whyNoDisks() : undefined) ?? (extras?.clocks === true ? whyNoClocks() : undefined);
  if (why !== undefined) violations.push(`${name}: left out; ${why}`);
  return why === undefined;
}

/** The faults that one cluster can have: all that need nothing more than any other, and each that does by itself. */
function groupsOf(chosen: readonly Fault[]): readonly (readonly Fault[])[] {
  const ordinary = chosen.filter(({ extras }) => extras === undefined);
  const others = chosen.filter(({ extras }) => extras !== undefined).map((fault) => [fault]);
  return [ordinary, ...others].filter((group) => group.length > 0);
}

async function proveGroup({ programs, times, pauseMs }: Plan, group: readonly Fault[]): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "maple-failover-"));
  const extras = group[0]?.extras ?? {};
  try {
    const stage = await FailoverStage.open({ directory, programs, extras, pauseMs });
    try {
      console.log(row("fault", ["writes back", "longest gap", "after promotion", "slowest answer", "acknowledged"]));
      for (let run = 1; run <= times; run++) {
        for (const fault of group) violations.push(...(await proveOnce(stage, fault, run)));
        console.log(sumLines(sums).join("\n"));
      }
      const verified = await stage.verify();
      console.log(`verify: ${verified.slice(0, 200)}`);
      if (!/^200 .*"sound": ?true/.test(verified)) violations.push(`verify: ${verified.slice(0, 2_000)}`);
    } finally {
      await stage.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

async function proveOnce(stage: FailoverStage, fault: Fault, run: number): Promise<readonly string[]> {
  try {
    const { figures, unsafe } = await runFault(stage, fault);
    const wrong = await stage.checkEffects();
    sums.set(fault.word, addRun(sums.get(fault.word) ?? nothingSummed, figures, wrong.length));
    console.log(row(`${fault.name} (${run})`, columnsOf(figures)));
    console.log(`  lost, doubled or contradictory: ${wrong.length}; calls without an answer: ${figures.unanswered}`);
    for (const text of wrong.slice(0, 3)) console.log(`    ${text}`);
    return [...judgeRun(fault, figures), ...unsafe, ...wrong].map((text) => `${fault.name}, run ${run}: ${text}`);
  } catch (error) {
    const text = `${fault.name}, run ${run}: ${error instanceof Error ? error.message : String(error)}`;
    console.log(text);
    return [text];
  }
}

function columnsOf({ backMs, gapMs, backAfterPromotionMs, slowestMs, acknowledged }: RunFigures): readonly string[] {
  return [seconds(backMs), seconds(gapMs), seconds(backAfterPromotionMs), seconds(slowestMs), String(acknowledged)];
}
