/** A disk of limited size for a node: a file with a file system, mounted into the folder of the cluster. Linux, as root. */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, openSync, rmSync, statfsSync, truncateSync, writeSync, closeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const diskBytes = 1_024 * 1_024 * 1_024;
const programs = ["/usr/sbin/mkfs.ext4", "/usr/bin/mount", "/usr/bin/umount", "/usr/bin/fallocate"];

/** Why no such disk can be made here; undefined when one can. */
export function whyNoDisks(): string | undefined {
  if (process.getuid?.() !== 0) return "a disk of limited size is mounted, which needs root";
  const missing = programs.filter((file) => !existsSync(file));
  return missing.length === 0 ? undefined : `not installed: ${missing.join(", ")}`;
}

export class LimitedDisk {
  readonly #folder: string;
  readonly #image: string;
  readonly #ballast: string;

  /** Makes the disk and mounts it at the folder, which must be empty. */
  constructor(folder: string) {
    [this.#folder, this.#image, this.#ballast] = [folder, `${folder}.disk`, join(folder, "ballast")];
    mkdirSync(folder, { recursive: true });
    closeSync(openSync(this.#image, "w"));
    truncateSync(this.#image, diskBytes);
    execFileSync("mkfs.ext4", ["-q", "-m", "0", this.#image]);
    execFileSync("mount", ["-o", "loop", this.#image, folder]);
  }

  /** Leaves not a byte free. */
  async fill(): Promise<void> {
    const { bavail, bsize } = statfsSync(this.#folder);
    // The file system needs some blocks of its own for a file of this size.
    await run("fallocate", ["-l", String(Math.max(bsize, bavail * bsize - 1_048_576)), this.#ballast]);
    const rest = openSync(this.#ballast, "a");
    try {
      for (const block = Buffer.alloc(4_096); ;) writeSync(rest, block);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    } finally {
      closeSync(rest);
    }
  }

  free(): void {
    rmSync(this.#ballast, { force: true });
  }

  unmount(): void {
    execFileSync("umount", ["-l", this.#folder]);
  }
}
