/**
 * `maple certify`: plays the diner and the clock, and says whether an integration holds, judged only by what the service
 * saw. The exit code is 0 when all that was played passed, 1 when not, 2 when the run could not begin.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { exitCodes } from "../call-operator.ts";
import type { PartnerCommand, PartnerInput, Terminal } from "../partner-command.ts";
import { nearestName } from "../shell/nearest-command.ts";
import {
  scenariosOf,
  profiles,
  scenarioLines,
  summaryLines,
  type Profile,
  type Report,
} from "../../certification/report.ts";
import { readScenarios } from "../../certification/scenario-files.ts";
import type { Scenario } from "../../certification/scenario.schemas.ts";
import { startDriver, type Ask, type Driver } from "./driver.ts";
import { keepReport } from "./keep-report.ts";
import { playScenarios } from "./play-scenarios.ts";
import { fileMistake, writeReport } from "./report-file.ts";
import { CallFailed, serviceAt } from "./service.ts";
import { findStage, type Stage, type StageProblem } from "./stage.ts";

export const certifyCommand: PartnerCommand = {
  word: "certify",
  synopsis: "--url WEBHOOK",
  about: "Play the diner and the clock, and say whether your integration holds, judged by what the service saw.",
  mayHaveArgument: false,
  by: "partner",
  addressOption: "service",
  endsByItself: true,
  options: {
    url: { value: "WEBHOOK", about: "the notification_url of the subscription that is judged (required)" },
    profile: { value: profiles.join("|"), about: "which scenarios; ordering without it" },
    scenario: { value: "ID,ID", about: "only these scenarios, with commas between" },
    driver: { value: "COMMAND", about: "a program that begins what only you can begin, told by lines of JSON" },
    location: { value: "LOCATION", about: "where, str_…; else the app's first location" },
    "no-keep": { about: "do not keep the verdict for the operator" },
    html: { value: "FILE", about: "write the report as one HTML file" },
    service: { value: "ADDRESS", about: "where the service is; else MAPLE_URL, else the sandbox in MAPLE_DATA_DIR" },
  },
  examples: [
    "certify --url http://127.0.0.1:4100/maple/webhooks --profile ordering",
    'certify --url http://127.0.0.1:4100/maple/webhooks --driver "node examples/partner-app/main.ts --driver"',
  ],
  run: (given, terminal) => certify(given, terminal, { lookMs: 300 }),
};

/** How often it looks; tests look more often. */
export interface CertifyPace {
  readonly lookMs: number;
}

/** Runs the command; answers the exit code. */
export async function certify(given: PartnerInput, terminal: Terminal, pace: CertifyPace): Promise<number> {
  const chosen = choose(given);
  if ("problem" in chosen) return refuse(chosen, terminal);
  let driver: Driver | undefined;
  try {
    driver = await driverOf(given, chosen.webhook, terminal.interrupted);
    const service = serviceAt(given.access, (ms) => sleep(ms, undefined, { signal: terminal.interrupted }));
    const stage = await findStage(given.access, service, { webhook: chosen.webhook, location: given.text("location") });
    if ("problem" in stage) return refuse(stage, terminal);
    const mistake = fileMistake(given.text("html"));
    if (mistake !== undefined) return refuse({ problem: mistake }, terminal);
    const docs = given.access.url;
    const report = await playScenarios(chosen, {
      stage,
      interrupted: terminal.interrupted,
      lookMs: pace.lookMs,
      tell: (ask, say) => {
        if (driver === undefined) terminal.err(`  ${ask.scenario}: ${say}${aboutWhat(ask, stage)}`);
        else driver.tell(ask);
      },
      done: (result) => {
        if (!given.has("json")) for (const line of scenarioLines(result, docs)) terminal.out(line);
      },
    });
    const isShown = show(report, given, terminal);
    const isKept = chosen.wholeProfile && !given.has("no-keep");
    const isAgreed = !isKept || (await keepReport(report, service, terminal));
    return report.passed && isAgreed && isShown ? exitCodes.done : exitCodes.refused;
  } catch (error) {
    if (terminal.interrupted.aborted) return refuse({ problem: "interrupted: nothing is certified" }, terminal);
    if (error instanceof CallFailed) {
      terminal.err(`maple: ${error.message}`);
      return error.exitCode;
    }
    return refuse({ problem: error instanceof Error ? error.message : String(error) }, terminal);
  } finally {
    await driver?.end();
  }
}

/** What a person has to know besides the sentence: the ids, and the location when it is another. */
function aboutWhat({ ids, location_id: at }: Ask, { locationId }: Stage): string {
  const about = [...ids, ...(at === locationId ? [] : [`at ${at}`])];
  return about.length === 0 ? "" : ` (${about.join(" ")})`;
}

/** Answers whether the report is everywhere where it was wanted; a full disk costs the file and not the verdict. */
function show(report: Report, given: PartnerInput, terminal: Terminal): boolean {
  if (given.has("json")) terminal.out(JSON.stringify(report));
  else for (const line of summaryLines(report)) terminal.out(line);
  const file = given.text("html");
  if (file === undefined) return true;
  const mistake = writeReport(file, report, given.access.url);
  terminal.err(mistake === undefined ? `The report is in ${file}.` : `maple: ${mistake}`);
  return mistake === undefined;
}

function refuse({ problem }: StageProblem, terminal: Terminal): number {
  terminal.err(`maple: ${problem}`);
  return exitCodes.usage;
}

export interface Chosen {
  readonly webhook: string;
  readonly profile: Profile;
  readonly wholeProfile: boolean;
  readonly scenarios: readonly Scenario[];
}

function choose(given: PartnerInput): Chosen | StageProblem {
  const webhook = given.text("url");
  if (webhook === undefined || !/^https?:$/.test(URL.parse(webhook)?.protocol ?? "")) {
    return {
      problem: "--url is the notification_url of your subscription, for example http://127.0.0.1:4100/maple/webhooks",
    };
  }
  const named = given.text("profile");
  const profile = profiles.find((each) => each === (named ?? "ordering"));
  if (profile === undefined) return { problem: `there is no profile ${named}: it is one of ${profiles.join(", ")}` };
  const all = readScenarios();
  const ids = given
    .text("scenario")
    ?.split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");
  if (ids === undefined) return { webhook, profile, wholeProfile: true, scenarios: scenariosOf(profile, all) };
  const known = all.map(({ id }) => id);
  if (ids.length === 0) return { problem: `--scenario names none; the scenarios are ${known.join(", ")}` };
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) {
    const meant = nearestName(unknown, known);
    const more = meant === undefined ? `the scenarios are ${known.join(", ")}` : `did you mean ${meant}?`;
    return { problem: `there is no scenario ${unknown}; ${more}` };
  }
  return { webhook, profile, wholeProfile: false, scenarios: all.filter(({ id }) => ids.includes(id)) };
}

async function driverOf(given: PartnerInput, webhook: string, interrupted: AbortSignal): Promise<Driver | undefined> {
  const command = given.text("driver");
  if (command === undefined) return undefined;
  const { url, token } = given.access;
  return startDriver({
    command,
    variables: { MAPLE_URL: url, MAPLE_API_KEY: token, MAPLE_WEBHOOK: webhook },
    interrupted,
  });
}
