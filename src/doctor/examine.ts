/** The doctor: looks at the machine, the configuration and every environment, and says what to do (rules/operating 9.4). */
import { countConnections } from "./count-connections.ts";
import type { DoctorSettings } from "./doctor-settings.ts";
import { examineEnvironment, type DoctorTools } from "./examine-environment.ts";
import { examineRuntime, examineSurroundings } from "./examine-machine.ts";
import {
  environmentChecks,
  machineChecks,
  right,
  skipped,
  wrong,
  type Finding,
  type Found,
  type MachineCheck,
} from "./finding.ts";

/** Looks at everything, or at what needs no configuration where that has problems. Nothing is written. */
export async function examine(
  settings: DoctorSettings | readonly string[],
  tools: DoctorTools = {},
): Promise<readonly Finding[]> {
  const runtime = examineRuntime(tools.zoneDirectory);
  if (isProblems(settings)) {
    const problems = settings.map((problem) => ofMachine("configuration", misconfigured(problem)));
    return inOrder([...runtime.map(([check, found]) => ofMachine(check, found)), ...problems]);
  }
  const [surroundings, ...examined] = await Promise.all([
    examineSurroundings(settings),
    ...settings.environments.map((environment) => examineEnvironment(environment, settings, tools)),
  ]);
  const connections = countConnections(
    settings.environments.map(({ ofServe }, place) => {
      const { facts, living = [] } = examined[place] ?? {};
      return { facts, living, ofServe };
    }),
  );
  const machine = [...runtime, ...surroundings, ["configuration", configured(settings)] as const];
  return inOrder([
    ...machine.map(([check, found]) => ofMachine(check, found)),
    ...settings.environments.flatMap(({ environment }, place) => {
      const looks = new Map(examined[place]?.looks);
      const counted = connections[place];
      if (counted !== undefined) looks.set("connections", counted);
      return [...looks].map(([check, found]) => ({ check, environment, ...found }));
    }),
  ]);
}

function isProblems(settings: DoctorSettings | readonly string[]): settings is readonly string[] {
  return Array.isArray(settings);
}

function misconfigured(problem: string): Found {
  return wrong(problem, "Correct the variable; README.md and deploy/.env.example list all of them.");
}

function configured({ environments }: DoctorSettings): Found {
  if (environments.length === 0)
    return skipped("DATABASE_URL is not set: this is a sandbox, which runs a PostgreSQL of its own");
  return right(`${environments.map(({ environment }) => environment).join(" and ")} configured`);
}

function ofMachine(check: MachineCheck, found: Found): Finding {
  return { check, environment: null, ...found };
}

/** The machine first, then each environment, each in the order of the checks. */
function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const checks: readonly string[] = [...machineChecks, ...environmentChecks];
  const environments = [null, "test", "live"];
  const rank = ({ environment, check }: Finding): number =>
    environments.indexOf(environment) * checks.length + checks.indexOf(check);
  return findings.toSorted((one, other) => rank(one) - rank(other));
}
