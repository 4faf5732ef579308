/** Plays the scenarios one after the other, and puts the report together. */
import { lackOf, passes, type Profile, type Report, type ScenarioResult } from "../../certification/report.ts";
import type { Scenario } from "../../certification/scenario.schemas.ts";
import { playScenario, type Playing } from "./play-scenario.ts";
import { endFaults, setFaults } from "./run-faults.ts";
import { serviceTime } from "./stage.ts";

export interface ManyPlaying extends Playing {
  /** Told of each scenario when it is over. */
  readonly done: (result: ScenarioResult) => void;
}

interface ToPlay {
  readonly profile: Profile;
  readonly wholeProfile: boolean;
  readonly scenarios: readonly Scenario[];
}

/** Plays them all, also after one has failed. While they are played, no other run of the app begins. */
export async function playScenarios(toPlay: ToPlay, playing: ManyPlaying): Promise<Report> {
  try {
    return await playAll(toPlay, playing);
  } finally {
    // What ends the run must not leave faults that the partner's next webhooks and calls meet.
    await endFaults(playing.stage).catch(() => undefined);
  }
}

async function playAll(toPlay: ToPlay, playing: ManyPlaying): Promise<Report> {
  const { stage, done } = playing;
  const started = await serviceTime(stage);
  const results: ScenarioResult[] = [];
  for (const scenario of toPlay.scenarios) {
    const lack = lackOf(scenario, stage);
    await setFaults(stage, []);
    const result =
      lack === undefined ? await playScenario(scenario, playing, started) : notPlayed(scenario, lack, started);
    results.push(result);
    done(result);
  }
  return {
    object: "certification_report",
    schema: 1,
    profile: toPlay.profile,
    whole_profile: toPlay.wholeProfile,
    service_version: stage.version,
    location_id: stage.locationId,
    subscription_id: stage.subscriptionId,
    started_at: new Date(started).toISOString(),
    ended_at: new Date(await serviceTime(stage)).toISOString(),
    passed: passes(results),
    scenarios: results,
  };
}

function notPlayed(scenario: Scenario, lack: string, at: number): ScenarioResult {
  const instant = new Date(at).toISOString();
  return {
    id: scenario.id,
    title: scenario.title,
    page: scenario.page,
    outcome: scenario.may_be_absent === true ? "not_applicable" : "failed",
    reason: lack,
    made: {},
    started_at: instant,
    ended_at: instant,
    expectations: [],
  };
}
