/** Runs the service and its bare floor in turns and prints the median of the rounds; single rounds mean little. */
import type { ChildProcess } from "node:child_process";
import type { LoadResult } from "../proofs/rig/load.ts";
import { cpuOf } from "../proofs/rig/processes.ts";

export interface Measured extends LoadResult {
  /** Processor time of the measured process per request, in microseconds; it moves less with other work on the machine. */
  readonly cpuMicros: number;
}

/** Measures a load together with the processor time that it cost a process. */
export async function withCpu(
  child: ChildProcess,
  load: () => Promise<LoadResult>,
  warmupShare: number,
): Promise<Measured> {
  const before = cpuOf(child);
  const result = await load();
  return { ...result, cpuMicros: ((cpuOf(child) - before) * 1000) / (result.count * (1 + warmupShare)) };
}

export interface Comparison {
  readonly name: string;
  /** The share of the floor's rate that is to be reached. */
  readonly wanted: number;
  readonly rounds: number;
  readonly service: () => Promise<Measured>;
  readonly floor: () => Promise<Measured>;
}

/** Prints rates, times and processor time of both, and whether the wanted share is reached; answers the share. */
export async function compare({ name, wanted, rounds, service, floor }: Comparison): Promise<number> {
  const results: { readonly service: Measured; readonly floor: Measured }[] = [];
  for (let round = 0; round < rounds; round++) results.push({ service: await service(), floor: await floor() });
  const ratios = results.map((each) => each.service.perSecond / each.floor.perSecond);
  const ratio = middle(ratios);
  const each = ratios.map((value) => value.toFixed(2)).join(", ");
  // A refusal costs less than an answer: a run with some measures something else.
  const failed = results.some((result) => result.service.errors > 0 || result.floor.errors > 0);
  const reached = ratio >= wanted && !failed;
  console.log(
    `${name}: ${reached ? "reached" : "MISSED"}, ${ratio.toFixed(2)} of the floor (wanted ${wanted}; rounds ${each})`,
  );
  for (const who of ["service", "floor"] as const)
    print(
      who,
      results.map((result) => result[who]),
    );
  return ratio;
}

function print(who: string, results: readonly Measured[]): void {
  const of = (field: "perSecond" | "p50" | "p99" | "cpuMicros"): number =>
    middle(results.map((result) => result[field]));
  const errors = results.reduce((sum, result) => sum + result.errors, 0);
  const times = `p50 ${of("p50").toFixed(1)} ms, p99 ${of("p99").toFixed(1)} ms`;
  const cpu = Number.isNaN(of("cpuMicros")) ? "" : `, ${Math.round(of("cpuMicros"))} µs of processor each`;
  console.log(
    `  ${who.padEnd(8)} ${Math.round(of("perSecond"))} a second, ${times}${cpu}${errors > 0 ? `, ${errors} ERRORS` : ""}`,
  );
}

export function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
