/** The doctor: examines the machine, the configuration and every service, and says what to do (rules/operating 9.4). */
import { countConnections } from "./count-connections.ts";
import type { DoctorSettings } from "./doctor-settings.ts";
import { examineService, type DoctorTools } from "./examine-service.ts";
import { examineRuntime, examineSurroundings } from "./examine-machine.ts";
import {
  findingAt,
  machineChecks,
  serviceOf,
  right,
  serviceChecks,
  skipped,
  warning,
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
  const runtime = await examineRuntime(tools.zoneDirectory);
  if (isProblems(settings)) {
    const problems = settings.map((problem) => ofMachine("configuration", misconfigured(problem)));
    return inOrder([...runtime.map(([check, found]) => ofMachine(check, found)), ...problems]);
  }
  const [surroundings, ...examined] = await Promise.all([
    examineSurroundings(settings),
    ...settings.services.map((service) => examineService(service, settings, tools)),
  ]);
  const connections = countConnections(
    settings.services.map(({ ofServe }, index) => {
      const { facts, living = [] } = examined[index] ?? {};
      return { facts, living, ofServe };
    }),
  );
  const doubts = settings.doubts.map((doubt) => ["configuration", doubted(doubt)] as const);
  const machine = [...runtime, ...surroundings, ["configuration", configured(settings)] as const, ...doubts];
  return inOrder([
    ...machine.map(([check, found]) => ofMachine(check, found)),
    ...settings.services.flatMap(({ name }, index) => {
      const looks = new Map(examined[index]?.looks);
      const counted = connections[index];
      if (counted !== undefined) looks.set("connections", counted);
      return [...looks].map(([check, found]) => findingAt(name, check, found));
    }),
  ]);
}

function isProblems(settings: DoctorSettings | readonly string[]): settings is readonly string[] {
  return Array.isArray(settings);
}

function misconfigured(problem: string): Found {
  return wrong(problem, "Correct the variable; README.md and deploy/.env.example list all of them.");
}

function doubted(doubt: string): Found {
  return warning(doubt, "Correct it where it is not meant so; README.md and deploy/.env.example list all variables.");
}

function configured({ services }: DoctorSettings): Found {
  if (services.length === 0)
    return skipped("DATABASE_URL is not set: this is a sandbox, which runs a PostgreSQL of its own");
  return right(`${services.map(({ name }) => name).join(" and ")} configured`);
}

function ofMachine(check: MachineCheck, found: Found): Finding {
  return findingAt(null, check, found);
}

/** The machine first, then each service, each in the order of the checks. */
function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const checks: readonly string[] = [...machineChecks, ...serviceChecks];
  const services = [null, "test", "live"];
  const rank = (finding: Finding): number =>
    services.indexOf(serviceOf(finding)) * checks.length + checks.indexOf(finding.check);
  return findings.toSorted((one, other) => rank(one) - rank(other));
}
