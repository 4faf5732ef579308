/** The result of a certification, as data and for a person. No report has personal data (rules/certification 2.3). */
import type { Made } from "./evidence.ts";
import type { Scenario } from "./scenario.schemas.ts";

export const profiles = ["ordering", "menus", "bookings", "waitlist", "all"] as const;
export type Profile = (typeof profiles)[number];

export type Outcome = "passed" | "failed" | "not_applicable";

export interface JudgedExpectation {
  readonly expected: string;
  readonly seen: string;
  readonly met: boolean;
  readonly ids: readonly string[];
}

export interface ScenarioResult {
  readonly id: string;
  readonly title: string;
  readonly page: string;
  readonly outcome: Outcome;
  /** Why it was not played, or could not be played to its end. */
  readonly reason: string | null;
  /** By the names of the scenario. */
  readonly made: Made;
  /** Real time of the service, as ISO text. */
  readonly started_at: string;
  readonly ended_at: string;
  readonly expectations: readonly JudgedExpectation[];
}

export interface Report {
  readonly object: "certification_report";
  /** The form of this report. */
  readonly schema: 1;
  readonly profile: Profile;
  /** False when single scenarios were named: then nothing is certified. */
  readonly whole_profile: boolean;
  readonly service_version: string;
  readonly location_id: string;
  readonly subscription_id: string;
  readonly started_at: string;
  readonly ended_at: string;
  readonly passed: boolean;
  readonly scenarios: readonly ScenarioResult[];
}

/** The scenarios of a profile, in the order in which they are played. */
export function scenariosOf(profile: Profile, all: readonly Scenario[]): readonly Scenario[] {
  return profile === "all"
    ? all
    : all.filter((scenario) => scenario.profile === profile || scenario.profile === "every");
}

/** What an app lacks of what the scenario needs; undefined when it lacks nothing. */
export function lackOf(
  { needs }: Scenario,
  app: { readonly eventTypes: readonly string[]; readonly scopes: readonly string[] },
): string | undefined {
  const events = needs.events.filter((type) => !app.eventTypes.includes(type));
  const scopes = needs.scopes.filter((scope) => !app.scopes.includes(scope));
  const parts = [
    ...(events.length === 0 ? [] : [`the endpoint is not subscribed to ${events.join(", ")}`]),
    ...(scopes.length === 0 ? [] : [`the app has no scope ${scopes.join(", ")}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(", and ");
}

/** Whether the run passes: something was played, and every scenario passed or may be absent and is. */
export function passes(results: readonly Pick<ScenarioResult, "outcome">[]): boolean {
  return results.some(({ outcome }) => outcome === "passed") && results.every(({ outcome }) => outcome !== "failed");
}

const words: Readonly<Record<Outcome, string>> = {
  passed: "passed",
  failed: "FAILED",
  not_applicable: "not applicable",
};

/** The lines of one scenario. */
export function scenarioLines(result: ScenarioResult, docs: string): readonly string[] {
  const lines = [`${result.id.padEnd(18)} ${words[result.outcome]}`];
  if (result.reason !== null) lines.push(`  ${result.reason}`);
  if (result.outcome !== "failed") return lines;
  for (const { expected, seen, ids } of result.expectations.filter(({ met }) => !met)) {
    lines.push(`  expected  ${expected}`, `  seen      ${seen}`);
    if (ids.length > 0) lines.push(`  ids       ${ids.slice(0, 5).join(" ")}${ids.length > 5 ? " …" : ""}`);
  }
  lines.push(`  read      ${docs}${result.page}`);
  return lines;
}

/** The last lines: how many of each, and what they mean. */
export function summaryLines(report: Report): readonly string[] {
  const count = (outcome: Outcome): number => report.scenarios.filter((each) => each.outcome === outcome).length;
  const absent = count("not_applicable");
  const counts = [
    `${count("passed")} passed`,
    `${count("failed")} failed`,
    ...(absent === 0 ? [] : [`${absent} not applicable`]),
  ].join(", ");
  if (!report.passed) return [counts, `The profile ${report.profile} is not passed.`];
  return [
    counts,
    report.whole_profile
      ? `The profile ${report.profile} is passed.`
      : "What was named is passed; a profile is passed when all its scenarios pass in one run.",
  ];
}
