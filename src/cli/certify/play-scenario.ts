/** Plays one scenario: does the acts of diners and the clock, asks the partner for theirs, and judges the evidence. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Made } from "../../certification/evidence.ts";
import type { Finding } from "../../certification/finding.ts";
import { judge } from "../../certification/judge.ts";
import type { JudgedExpectation, ScenarioResult } from "../../certification/report.ts";
import type { Check } from "../../certification/check.schemas.ts";
import type { FaultStep, Scenario, Step } from "../../certification/scenario.schemas.ts";
import type { Ask } from "./driver.ts";
import { advance, createProviderLocation, placeOrders, trigger } from "./play-steps.ts";
import { setFaults } from "./run-faults.ts";
import { CallFailed } from "./service.ts";
import { serviceTime, type Stage } from "./stage.ts";
import { lookUp } from "./watch.ts";

export interface Playing {
  readonly stage: Stage;
  /** Tells the driver, or the person. */
  readonly tell: (ask: Ask, say: string) => void;
  readonly interrupted: AbortSignal;
  /** Milliseconds between two looks. */
  readonly lookMs: number;
}

/** Plays the scenario to its end, or to the first expectation that is not met; then only what is left to ask is asked. */
export async function playScenario(scenario: Scenario, playing: Playing, runStarted: number): Promise<ScenarioResult> {
  const began = await serviceTime(playing.stage);
  const made: Record<string, readonly string[]> = { subscription: [playing.stage.subscriptionId] };
  const { locationId } = playing.stage;
  const scene: Scene = { locationId, made, since: scenario.whole_run === true ? runStarted : began, faults: [] };
  const expectations: JudgedExpectation[] = [];
  let reason: string | null = null;
  let failed = false;
  for (const step of scenario.steps) {
    if (failed && !("ask" in step)) continue;
    try {
      const finding = await playStep(step, scenario, playing, scene);
      if (finding === undefined) continue;
      const met = finding.state === "met";
      expectations.push({ expected: finding.expected, seen: finding.seen, met, ids: finding.ids });
      failed ||= !met;
    } catch (error) {
      if (!(error instanceof CallFailed) || error.isFinal) throw error;
      reason ??= `it could not be played: ${error.message}`;
      failed = true;
    }
  }
  if (scene.faults.length > 0) await setFaults(playing.stage, []);
  const ended = await serviceTime(playing.stage);
  return {
    id: scenario.id,
    title: scenario.title,
    page: scenario.page,
    outcome: failed ? "failed" : "passed",
    reason,
    made,
    started_at: new Date(began).toISOString(),
    ended_at: new Date(ended).toISOString(),
    expectations,
  };
}

interface Scene {
  /** Where what is asked happens. */
  locationId: string;
  readonly made: Record<string, readonly string[]>;
  readonly since: number;
  readonly faults: FaultStep["fault"][];
}

async function playStep(step: Step, scenario: Scenario, playing: Playing, scene: Scene): Promise<Finding | undefined> {
  const { stage } = playing;
  const { made, since, faults } = scene;
  if ("place" in step) made[step.place] = await placeOrders(stage, step);
  else if ("trigger" in step) await trigger(stage, step, made);
  else if ("fault" in step) {
    faults.push(step.fault);
    await setFaults(stage, faults);
  } else if ("advance" in step) await advance(stage, step, made);
  else if ("at" in step) scene.locationId = await createProviderLocation(stage);
  else if ("ask" in step) {
    const ids = step.of === undefined ? [] : (made[step.of] ?? []);
    playing.tell({ ask: step.ask, scenario: scenario.id, location_id: scene.locationId, ids }, step.say);
  } else {
    const finding = await waitFor(step.expect, made, since, playing);
    const name = "as" in step.expect ? step.expect.as : undefined;
    if (name !== undefined && finding.found !== undefined) made[name] = finding.found;
    return finding;
  }
  return undefined;
}

/** Looks until the check is met or broken, or its time is up; what must not happen is watched for its whole time. */
async function waitFor(check: Check, made: Made, since: number, playing: Playing): Promise<Finding> {
  const isWatched = "for_seconds" in check;
  const end = performance.now() + (isWatched ? check.for_seconds : check.within_seconds) * 1000;
  for (;;) {
    const finding = judge(check, made, await lookUp(playing.stage, check, made, since));
    const isOver = finding.state === "broken" || (finding.state === "met" && !isWatched);
    if (isOver || performance.now() >= end) return finding;
    await sleep(playing.lookMs, undefined, { signal: playing.interrupted });
  }
}
