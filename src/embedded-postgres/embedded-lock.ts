/**
 * Lets one Maple at a time use a data directory. The lock belongs to the operating system (an exclusive SQLite
 * transaction on an empty file), so it ends with the process. When two start at once, one gets the lock.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { EmbeddedPostgresError } from "./embedded-error.ts";

export interface DirectoryLock {
  release(): void;
}

/** Takes the directory for this process; throws, naming the owner, when a living process has it. */
export function lockDirectory(directory: string): DirectoryLock {
  const ownerFile = join(directory, "owner.pid");
  const file = new DatabaseSync(join(directory, "owner.lock"));
  try {
    file.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    file.close();
    if (!(cause instanceof Error && cause.message.includes("locked"))) throw cause;
    throw new EmbeddedPostgresError(
      `The data directory ${directory} is in use by another Maple (process ${readOwner(ownerFile)}): ` +
        "stop that one, or give this one its own MAPLE_DATA_DIR.",
      { cause },
    );
  }
  writeFileSync(ownerFile, `${process.pid}\n`);
  return { release: () => file.close() };
}

function readOwner(ownerFile: string): string {
  try {
    return readFileSync(ownerFile, "utf8").trim() || "unknown";
  } catch {
    return "unknown";
  }
}
