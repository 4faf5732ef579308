/** Shares what the system lets a process have, open files and memory, and tells where that is little. Called by run.ts. */
import { readFileLimit, shareFileLimit, type FileShares } from "../../platform/limits/file-limit.ts";
import { neededMemory, readMemoryLimit, shareMemory, type MemoryShares } from "../../platform/limits/memory-limit.ts";
import type { Log } from "../../platform/log.ts";
import type { ProcessKind } from "../../platform/postgres/connection-budget.ts";
import type { Config } from "../config.ts";

export interface SystemShares {
  readonly files: FileShares;
  readonly memory: MemoryShares;
}

/** What a process of the command may have open and keep in memory. */
export function shareSystem(command: ProcessKind, config: Config, log: Log): SystemShares {
  return { files: shareFiles(command, config, log), memory: shareWholeMemory(command, config, log) };
}

function shareFiles(command: ProcessKind, { liveDatabaseUrl }: Config, log: Log): FileShares {
  const limit = readFileLimit();
  const databases = liveDatabaseUrl === null ? 1 : 2;
  const shares = shareFileLimit(limit, { serves: command !== "work", works: command !== "serve", databases });
  if (shares.isFew)
    log.warn(
      { openFiles: limit, ...shares },
      "few files may be open (ulimit -n, LimitNOFILE): fewer callers and deliveries at once",
    );
  return shares;
}

function shareWholeMemory(command: ProcessKind, { databaseUrl, menuCacheMegabytes }: Config, log: Log): MemoryShares {
  const mebibytes = readMemoryLimit();
  const hasDatabase = databaseUrl === null;
  const shares = shareMemory(mebibytes, { hasDatabase, menus: menuCacheMegabytes });
  const { least } = neededMemory(hasDatabase);
  // The log of npm start is a file, and whom the system kills says nothing more.
  if (command === "dev" && mebibytes < least)
    console.error(
      `maple: there are ${mebibytes} MiB of memory, and ${least} are needed: the system may kill the process`,
    );
  if (shares.isLittle)
    log.warn(
      { mebibytes, ...shares },
      "there is little memory (of the machine, or MemoryMax, or of the container): fewer menus are kept, and fewer large bodies taken at once",
    );
  return shares;
}
