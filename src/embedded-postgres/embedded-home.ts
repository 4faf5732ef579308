/**
 * Finds the directory of the cluster. Usually that is the data directory. Where PostgreSQL runs as another user who
 * cannot enter the data directory, the cluster is in a directory of the machine, and `dataDir/moved-to` names it.
 */
import { createHash } from "node:crypto";
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { probe, type Account } from "./embedded-account.ts";
import { EmbeddedPostgresError } from "./embedded-error.ts";

/** The directory that holds, or will hold, `cluster`; throws when the account can enter none. */
export function clusterHome(dataDir: string, account: Account): string {
  const memory = join(dataDir, "moved-to");
  if (existsSync(memory)) return movedHome(memory);
  if (account.kind !== "user") {
    if (process.platform !== "win32") chmodSync(dataDir, 0o700);
    return dataDir;
  }
  // Others may pass through to the cluster, whose own mode is 0700, but not list the directory.
  chmodSync(dataDir, 0o711);
  if (canEnter(account, dataDir)) return dataDir;
  if (existsSync(join(dataDir, "cluster"))) throw cannotEnter(account, dataDir);
  const name = `maple-data-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`;
  for (const base of ["/var/lib", tmpdir()]) {
    if (!canEnter(account, base)) continue;
    const moved = join(base, name);
    mkdirSync(moved, { recursive: true, mode: 0o711 });
    if (lstatSync(moved).uid !== 0) continue;
    writeFileSync(memory, `${moved}\n`);
    return moved;
  }
  throw cannotEnter(account, dataDir);
}

function movedHome(memory: string): string {
  const moved = readFileSync(memory, "utf8").trim();
  if (existsSync(moved)) return moved;
  throw new EmbeddedPostgresError(
    `${memory} says that the cluster is in ${moved}, which is gone: bring it back, or remove ${memory} to begin anew.`,
  );
}

function canEnter(account: Account, directory: string): boolean {
  return probe(account.command("/bin/sh", ["-c", 'cd "$1"', "sh", directory])) === undefined;
}

function cannotEnter(account: Account, dataDir: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL runs ${account.description}, who cannot enter ${dataDir}: ` +
      "set MAPLE_DATA_DIR to a directory outside root's own, or set DATABASE_URL.",
  );
}
