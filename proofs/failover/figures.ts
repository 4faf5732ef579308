/** The effect of one run of a fault on the callers, and whether the effect is within the fault's bars. Pure. */
import type { MeasuredCall } from "../silence/clients.ts";
import { isAcknowledged } from "./callers.ts";
import type { Fault } from "./fault.ts";

/** The moments of one run, in milliseconds of `performance.now`. */
export interface Moments {
  readonly struckAt: number;
  readonly mendedAt: number;
  readonly endedAt: number;
  /** When another member had the lock of the leader; undefined when none took it. */
  readonly promotedAt: number | undefined;
}

export interface RunFigures {
  /** The longest time between two acknowledged writes that ended after the fault. */
  readonly gapMs: number;
  /** From the fault, or its end, to the write that ended the longest gap; 0 when no gap was longer than a second. */
  readonly backMs: number;
  /** The same from the promotion. */
  readonly backAfterPromotionMs: number | undefined;
  readonly slowestMs: number;
  readonly acknowledged: number;
  readonly unanswered: number;
}

/** Shorter gaps between acknowledged writes are no outage. */
const outageMs = 1_000;
/** A caller is answered within this time, whatever fails (rules/operating 1.11). */
const answerWithinMs = 11_000;
const backAfterPromotionMs = 15_000;

export function measureRun(calls: readonly MeasuredCall[], moments: Moments, from: "fault" | "end"): RunFigures {
  const { struckAt, mendedAt, endedAt, promotedAt } = moments;
  const since = from === "fault" ? struckAt : mendedAt;
  const times = calls.filter(isAcknowledged).map((call) => call.endedAt);
  const points = [...times, endedAt].toSorted((a, b) => a - b);
  let gapMs = 0;
  let backAt = since;
  for (const [index, at] of points.entries()) {
    if (at <= since) continue;
    const ms = at - (points[index - 1] ?? struckAt);
    if (ms > gapMs && ms > outageMs) backAt = at;
    gapMs = Math.max(gapMs, ms);
  }
  return {
    gapMs,
    backMs: backAt - since,
    // Without an outage since then writes were back before.
    backAfterPromotionMs:
      promotedAt === undefined ? undefined : Math.max(0, backAt === since ? 0 : backAt - promotedAt),
    slowestMs: Math.max(0, ...calls.map((call) => call.endedAt - call.begunAt)),
    acknowledged: times.length,
    unanswered: calls.filter(({ status }) => status === 0).length,
  };
}

/** What of the run is outside of the bars, in words. */
export function judgeRun(fault: Fault, figures: RunFigures): readonly string[] {
  const { gapMs, backMs, backAfterPromotionMs: promoted, slowestMs, acknowledged } = figures;
  return [
    ...(fault.gapMs !== undefined && gapMs > fault.gapMs ? [`a gap of ${seconds(gapMs)}`] : []),
    ...(fault.backMs !== undefined && backMs > fault.backMs ? [`writes back only after ${seconds(backMs)}`] : []),
    ...(promoted !== undefined && promoted > backAfterPromotionMs
      ? [`writes back only ${seconds(promoted)} after the promotion`]
      : []),
    ...(slowestMs > answerWithinMs ? [`a caller was answered after ${seconds(slowestMs)}`] : []),
    ...(acknowledged === 0 ? ["nothing was acknowledged"] : []),
  ];
}

/** With nothing seen in N trials, the share is below 3/N with 95 % confidence. */
const boundText = (count: number): string =>
  count === 0 ? "no bound" : `below ${((3 / count) * 100).toPrecision(2)} % with 95 % confidence (3/${count})`;

/** What all runs of one fault came to. */
export interface FaultSum {
  readonly runs: number;
  readonly acknowledged: number;
  /** Effects that were lost, doubled or contradictory. */
  readonly wrong: number;
  readonly backMs: readonly number[];
  readonly gapMs: readonly number[];
  /** Of the runs in which another member became the primary. */
  readonly promotedMs: readonly number[];
}

export const nothingSummed: FaultSum = { runs: 0, acknowledged: 0, wrong: 0, backMs: [], gapMs: [], promotedMs: [] };

export function addRun(sum: FaultSum, figures: RunFigures, wrong: number): FaultSum {
  const { backMs, gapMs, acknowledged, backAfterPromotionMs: promoted } = figures;
  return {
    runs: sum.runs + 1,
    acknowledged: sum.acknowledged + acknowledged,
    wrong: sum.wrong + wrong,
    backMs: [...sum.backMs, backMs],
    gapMs: [...sum.gapMs, gapMs],
    promotedMs: promoted === undefined ? sum.promotedMs : [...sum.promotedMs, promoted],
  };
}

/** A line for each fault and one for all: runs, acknowledged writes, what is wrong, when writes were back. */
export function sumLines(sums: ReadonlyMap<string, FaultSum>): readonly string[] {
  const all = [...sums.values()];
  const total = (of: (sum: FaultSum) => number): number => all.reduce((sum, each) => sum + of(each), 0);
  const acknowledged = total((each) => each.acknowledged);
  const promotions = all.flatMap(({ promotedMs }) => promotedMs);
  return [
    row("fault", ["runs", "acknowledged", "lost or doubled", "back, worst", "worst gap", "promoted, worst"]),
    ...[...sums].map(([word, each]) =>
      row(word, [
        String(each.runs),
        String(each.acknowledged),
        String(each.wrong),
        seconds(Math.max(0, ...each.backMs)),
        seconds(Math.max(0, ...each.gapMs)),
        each.promotedMs.length === 0 ? "-" : seconds(Math.max(...each.promotedMs)),
      ]),
    ),
    `writes back after a promotion: ${seconds(percentile95(promotions))} (95th percentile of ${promotions.length})`,
    `${total((each) => each.runs)} runs, ${acknowledged} acknowledged writes, ${total((each) => each.wrong)} lost or doubled; with 0 of N the share is ${boundText(acknowledged)}`,
  ];
}

/** A line of a table: a name, and columns that end at the same place. */
export const row = (name: string, columns: readonly string[]): string =>
  `${name.padEnd(46)}${columns.map((column) => column.padStart(16)).join("")}`;

export const seconds = (ms: number | undefined): string => (ms === undefined ? "-" : `${(ms / 1_000).toFixed(1)} s`);

function percentile95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? 0;
}
