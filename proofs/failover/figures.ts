/** What one run of a fault did to the callers, and whether that is within the fault's bars. Pure. */
import type { MeasuredCall } from "../silence/clients.ts";
import { isAcknowledged } from "./callers.ts";
import type { Fault } from "./faults.ts";

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
  /** From the fault, or its end, to the write that ended the longest gap. */
  readonly backMs: number;
  /** The same from the promotion. */
  readonly backAfterPromotionMs: number | undefined;
  readonly slowestMs: number;
  readonly acknowledged: number;
  readonly unanswered: number;
}

/** A caller is answered within this time, whatever fails (rules/operating 1.11). */
const answerWithinMs = 11_000;
const backAfterPromotionMs = 15_000;

export function measureRun(calls: readonly MeasuredCall[], moments: Moments, from: "fault" | "end"): RunFigures {
  const { struckAt, mendedAt, endedAt, promotedAt } = moments;
  const since = from === "fault" ? struckAt : mendedAt;
  const times = calls.filter(isAcknowledged).map((call) => call.endedAt);
  const points = [...times, endedAt].toSorted((a, b) => a - b);
  let gap = { ms: 0, endsAt: since };
  for (const [index, at] of points.entries()) {
    const before = points[index - 1] ?? struckAt;
    if (at > since && at - before > gap.ms) gap = { ms: at - before, endsAt: at };
  }
  return {
    gapMs: gap.ms,
    backMs: gap.endsAt - since,
    backAfterPromotionMs: promotedAt === undefined ? undefined : Math.max(0, gap.endsAt - promotedAt),
    slowestMs: Math.max(0, ...calls.map((call) => call.endedAt - call.begunAt)),
    acknowledged: times.length,
    unanswered: calls.filter(({ status }) => status === 0).length,
  };
}

/** What of the run is outside of the bars, in words. */
export function judgeRun(fault: Fault, figures: RunFigures): readonly string[] {
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
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
export const boundText = (count: number): string =>
  count === 0 ? "no bound" : `below ${((3 / count) * 100).toPrecision(2)} % with 95 % confidence (3/${count})`;
