/** The directory of one test or bench run: in memory where that is large enough, and removed soon after the run. */
import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "maple-run-";
const enoughBytes = 3 * 1024 ** 3;

/** Makes the directory, and removes those of runs that were killed. */
export function makeRunDirectory(): string {
  const base = inMemory() ?? tmpdir();
  for (const name of readdirSync(base)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split("-")[0]) : NaN;
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(base, name), { recursive: true, force: true });
  }
  return mkdtempSync(join(base, `${prefix}${process.pid}-`));
}

function inMemory(): string | undefined {
  try {
    accessSync("/dev/shm", constants.W_OK);
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize >= enoughBytes ? "/dev/shm" : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
