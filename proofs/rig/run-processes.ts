/** Finds processes that a test run left: those whose command line or environment names the directory of the run. */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

export interface FoundProcess {
  readonly pid: number;
  readonly command: string;
}

/** The processes of the run that still live after a moment of grace; none where the system has no /proc. */
export async function processesOf(directory: string, graceMs = 2_000): Promise<readonly FoundProcess[]> {
  for (const end = Date.now() + graceMs; ; await delay(50)) {
    const found = scan(directory);
    if (found.length === 0 || Date.now() >= end) return found;
  }
}

function scan(directory: string): FoundProcess[] {
  if (process.platform !== "linux") return [];
  const found: FoundProcess[] = [];
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const command = read(`/proc/${name}/cmdline`).replaceAll("\0", " ").trim();
    // A zombie has no command line any more.
    if (command === "") continue;
    if (command.includes(directory) || read(`/proc/${name}/environ`).includes(directory)) found.push({ pid, command });
  }
  return found;
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
