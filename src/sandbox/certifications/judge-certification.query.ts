/** Judges a played profile by the records of the service. The player's own opinion does not count. */
import type { Evidence, Made, SeenAttempt } from "../../certification/evidence.ts";
import { deliveredTypes, judgeRun, type PlayedScenario } from "../../certification/judge-run.ts";
import { lackOf, scenariosOf, type Profile } from "../../certification/report.ts";
import { readScenarios } from "../../certification/scenario-files.ts";
import type { Scenario } from "../../certification/scenario.schemas.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { CertifiedScenario } from "./certifications.sql.ts";
import { readAttempts, readCalls, readEvents, readResources, type Played } from "./read-evidence.query.ts";

export interface PlayedProfile extends Played {
  readonly profile: Profile;
  readonly eventTypes: readonly string[];
  readonly played: readonly PlayedScenario[];
}

/** What was recorded in the time of the whole run; the attempts of an event are read when a scenario asks for them. */
interface Recorded extends Pick<Evidence, "calls" | "events"> {
  readonly attempts: Map<string, readonly SeenAttempt[]>;
}

/** The verdict on each scenario of the profile; read it within a snapshot. */
export async function judgeCertification(db: Db, run: PlayedProfile): Promise<readonly CertifiedScenario[]> {
  const all = { calls: await readCalls(db, run), events: await readEvents(db, run), attempts: new Map() };
  const judged: CertifiedScenario[] = [];
  for (const scenario of scenariosOf(run.profile, readScenarios())) {
    const played = run.played.find(({ id }) => id === scenario.id);
    judged.push({ id: scenario.id, ...(await judgeOne(db, scenario, played, run, all)) });
  }
  return judged;
}

async function judgeOne(
  db: Db,
  scenario: Scenario,
  played: PlayedScenario | undefined,
  run: PlayedProfile,
  all: Recorded,
): Promise<Omit<CertifiedScenario, "id">> {
  const lack = lackOf(scenario, { eventTypes: run.eventTypes, scopes: run.app.scopes });
  if (lack !== undefined) {
    const outcome = scenario.may_be_absent === true ? "not_applicable" : "failed";
    return { outcome, reason: lack, expectations: [] };
  }
  if (played === undefined) return { outcome: "failed", reason: "it was not played", expectations: [] };
  const from = scenario.whole_run === true ? run.since : played.startedAt;
  const events = all.events.filter(({ at }) => at >= from && at <= played.endedAt);
  const calls = all.calls.filter(({ startedAt }) => startedAt >= from && startedAt <= played.endedAt);
  const made: Made = { ...played.made, subscription: [run.subscriptionId] };
  return judgeRun(
    scenario,
    { ...played, made },
    {
      events,
      calls,
      attempts: await readAttempts(db, run, events, { types: deliveredTypes(scenario), known: all.attempts }),
      resources: await readResources(db, run.app, Object.values(made).flat()),
    },
  );
}
