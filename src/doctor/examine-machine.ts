/** Examines this machine: its Node, its zone data, its disk, and whether it reaches the services of others. */
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import path from "node:path";
import { neededMemory, readMemoryLimit } from "../platform/limits/memory-limit.ts";
import { compareSystemZones, systemZoneDirectory } from "../time-zones/system-zones.ts";
import type { DoctorSettings, OutgoingService } from "./doctor-settings.ts";
import { right, skipped, warning, wrong, type Found, type MachineCheck } from "./finding.ts";
import { codeOf, whyNotReached } from "./judge-failure.ts";
import { reachOther } from "./reach-address.client.ts";

type Looked = readonly (readonly [MachineCheck, Found])[];

const lowestNode = 26;

/** Looks at what needs no configuration. */
export async function examineRuntime(zoneDirectory: string = systemZoneDirectory): Promise<Looked> {
  const { node } = process.versions;
  const isNew = Number.parseInt(node, 10) >= lowestNode;
  return [
    ["node", isNew ? right(`Node ${node}`) : wrong(`this is Node ${node}`, "Run npm ci: Node 26 comes with it.")],
    ["zones", await examineZones(zoneDirectory)],
  ];
}

/** Looks at what the configuration names. */
export async function examineSurroundings({ dataDir, outgoing, services }: DoctorSettings): Promise<Looked> {
  const [disk, reached] = await Promise.all([examineDisk(dataDir), examineOutgoing(outgoing)]);
  return [
    ["memory", examineMemory(services.length === 0)],
    ["disk", disk],
    ["outgoing", reached],
  ];
}

async function examineZones(directory: string): Promise<Found> {
  const { runtimeVersion, systemVersion, differing } = await compareSystemZones({ now: Date.now(), directory });
  if (differing.length === 0) return right(`zone data ${runtimeVersion}; the system has ${systemVersion ?? "none"}`);
  return warning(
    `zone data ${runtimeVersion} and the system's ${systemVersion ?? ""} differ for ${differing.slice(0, 5).join(", ")}`,
    "Maple uses its own. Take the newest release of Maple when these zones are yours.",
  );
}

/** Judges what the system lets a process have. */
export function examineMemory(isSandbox: boolean, mebibytes: number = readMemoryLimit()): Found {
  const { least, largest, several } = neededMemory(isSandbox);
  const says = `a process may have ${mebibytes} MiB of memory`;
  if (mebibytes >= largest) return right(says);
  const remedy = `Give a process ${largest} MiB, and ${several} where several large menus are published at once: MemoryMax, or the container's limit.`;
  return mebibytes < least
    ? wrong(`${says} and needs ${least}: the system kills it under load`, remedy)
    : warning(`${says}: the largest menus are refused, and fewer menus kept`, remedy);
}

const leastFree = { warned: 0.2, wrong: 0.1 };

async function examineDisk(dataDir: string): Promise<Found> {
  const folder = nearestFolder(dataDir);
  const { blocks, bavail, bsize } = await statfs(folder);
  const share = blocks === 0 ? 1 : bavail / blocks;
  const says = `${Math.floor(share * 100)} % (${Math.floor((bavail * bsize) / 2 ** 30)} GiB) of the disk of ${folder} are free`;
  const remedy = "Make room, or move MAPLE_DATA_DIR. The disk of a database server elsewhere is watched there.";
  if (share < leastFree.wrong) return wrong(says, remedy);
  return share < leastFree.warned ? warning(says, remedy) : right(says);
}

/** The folder itself, or the first above it that exists. */
function nearestFolder(folder: string): string {
  const above = path.dirname(folder);
  return existsSync(folder) || above === folder ? folder : nearestFolder(above);
}

async function examineOutgoing(services: readonly OutgoingService[]): Promise<Found> {
  if (services.length === 0) return skipped("the configuration names no service of others");
  const errors = await Promise.all(services.map(({ url }) => reachOther(url)));
  const failed = services.flatMap((service, index) => {
    const error = errors[index];
    return error === undefined ? [] : [{ ...service, code: codeOf(error) }];
  });
  const [first] = failed;
  if (first === undefined) return right(`reached: ${services.map(({ name }) => name).join(", ")}`);
  const why = whyNotReached(first.code);
  const names = failed.map(({ name, url, code }) => `${name} (${new URL(url).host}: ${code})`).join(", ");
  return wrong(
    `not reached from this machine: ${names}`,
    `${why?.[1] ?? "Look at the address, and at what is between."} Webhooks leave this machine the same way.`,
  );
}
