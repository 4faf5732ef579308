/**
 * npm run proof:failover [-- --runs 10] [--fault WORDS] [--no-controls]: each fault of a cluster so many times, while orders
 * are placed, decided and refunded, tables booked and events delivered. Prints for each fault when writes were back; at
 * the end how many acknowledged effects were lost or doubled, with the bound of so many trials, and what `verify` says.
 * The negative controls (no synchronous standby; a build without deadlines) must be noticed. Exit code 1 on any
 * violation. Needs the programs of `npm run cluster`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findPrograms, isWhole, missingText, type Programs } from "../cluster/programs.ts";
import { runControls } from "./controls.ts";
import { faults, type Fault } from "./faults.ts";
import { boundText, judgeRun, type RunFigures } from "./figures.ts";
import { runFault } from "./run-fault.ts";
import { FailoverStage } from "./stage.ts";

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      runs: { type: "string", default: "10" },
      fault: { type: "string", default: "" },
      controls: { type: "boolean", default: true },
    },
    allowNegative: true,
  });
  const programs = findPrograms();
  if (!isWhole(programs)) {
    console.error(missingText(programs));
    return 1;
  }
  const chosen = faults.filter(({ name }) => name.includes(values.fault));
  const violations = await proveFaults(programs, chosen, Number(values.runs));
  if (values.controls) violations.push(...(await runControls(programs)));
  for (const violation of violations.slice(0, 30)) console.log(`  violation: ${violation}`);
  console.log(violations.length === 0 ? "no violation" : `${violations.length} violations`);
  return violations.length === 0 ? 0 : 1;
}

async function proveFaults(programs: Programs, chosen: readonly Fault[], runs: number): Promise<string[]> {
  const violations: string[] = [];
  if (chosen.length === 0) return violations;
  const directory = mkdtempSync(join(tmpdir(), "maple-failover-"));
  try {
    const stage = await FailoverStage.open({ directory, programs });
    try {
      console.log(row("fault", ["writes back", "longest gap", "after promotion", "slowest answer", "acknowledged"]));
      for (const fault of chosen)
        for (let run = 1; run <= runs; run++) violations.push(...(await proveOnce(stage, fault, run)));
      const { acknowledged } = stage;
      const verified = await stage.verify();
      console.log(
        `${acknowledged} acknowledged writes; lost or doubled: ${boundText(acknowledged)} where none was seen`,
      );
      console.log(`verify: ${verified.slice(0, 200)}`);
      if (!/^200 .*"sound": ?true/.test(verified)) violations.push(`verify: ${verified.slice(0, 2_000)}`);
    } finally {
      await stage.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
  return violations;
}

async function proveOnce(stage: FailoverStage, fault: Fault, run: number): Promise<readonly string[]> {
  try {
    const { figures, unsafe } = await runFault(stage, fault);
    const wrong = await stage.checkEffects();
    console.log(row(`${fault.name} (${run})`, columnsOf(figures)));
    console.log(`  lost, doubled or contradictory: ${wrong.length}; calls without an answer: ${figures.unanswered}`);
    for (const text of wrong.slice(0, 3)) console.log(`    ${text}`);
    return [...judgeRun(fault, figures), ...unsafe, ...wrong].map((text) => `${fault.name}, run ${run}: ${text}`);
  } catch (error) {
    return [`${fault.name}, run ${run}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function columnsOf({ backMs, gapMs, backAfterPromotionMs, slowestMs, acknowledged }: RunFigures): readonly string[] {
  const seconds = (ms: number | undefined): string => (ms === undefined ? "-" : `${(ms / 1_000).toFixed(1)} s`);
  return [seconds(backMs), seconds(gapMs), seconds(backAfterPromotionMs), seconds(slowestMs), String(acknowledged)];
}

function row(name: string, columns: readonly string[]): string {
  return `${name.padEnd(46)}${columns.map((column) => column.padStart(16)).join("")}`;
}
