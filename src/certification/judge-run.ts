/** Judges a played scenario by its complete evidence (rules/certification 2.1). Pure. */
import { idInstant } from "../kernel/id.ts";
import type { Instant } from "../kernel/clock.ts";
import type { Evidence, Made } from "./evidence.ts";
import { judge } from "./judge.ts";
import type { JudgedExpectation, Outcome } from "./report.ts";
import type { Scenario } from "./scenario.schemas.ts";

/** What the player says that it did. */
export interface PlayedScenario {
  readonly id: string;
  readonly made: Made;
  readonly startedAt: Instant;
  readonly endedAt: Instant;
}

export interface JudgedScenario {
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly expectations: readonly JudgedExpectation[];
}

/** Judges every expectation; what was placed must have been placed while the scenario was played. */
export function judgeRun(scenario: Scenario, played: PlayedScenario, evidence: Evidence): JudgedScenario {
  const lost = scenario.steps.flatMap((step) =>
    "place" in step && !wasPlaced(played, step.place, step.count ?? 1) ? [step.place] : [],
  );
  if (lost.length > 0) {
    return {
      outcome: "failed",
      reason: `${lost.join(", ")} was not placed in the time of the scenario`,
      expectations: [],
    };
  }
  const made: Record<string, readonly string[]> = { ...played.made };
  const expectations = scenario.steps.flatMap((step): readonly JudgedExpectation[] => {
    if (!("expect" in step)) return [];
    const { state, expected, seen, ids, found } = judge(step.expect, made, evidence);
    const name = "as" in step.expect ? step.expect.as : undefined;
    if (name !== undefined) made[name] = found ?? [];
    return [{ expected, seen, met: state === "met", ids }];
  });
  return { outcome: expectations.every(({ met }) => met) ? "passed" : "failed", reason: null, expectations };
}

function wasPlaced({ made, startedAt, endedAt }: PlayedScenario, name: string, count: number): boolean {
  const ids = new Set(made[name]);
  return (
    ids.size === count &&
    [...ids].every((id) => {
      const at = idInstant(id);
      return at !== undefined && at >= startedAt && at <= endedAt;
    })
  );
}

/** The types of events whose deliveries the scenario looks at. */
export function deliveredTypes(scenario: Scenario): ReadonlySet<string> {
  const types = new Set<string>();
  for (const step of scenario.steps) {
    if (!("expect" in step)) continue;
    const check = step.expect;
    if (check.check === "delivered") types.add(check.event);
    const moment = check.check === "calls" ? check.not_before : check.check === "no_calls" ? check.after : undefined;
    if (moment !== undefined && "delivered" in moment) types.add(moment.delivered);
  }
  return types;
}
