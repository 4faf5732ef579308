/**
 * Asks pgBackRest on this machine, where there is one, which backups it keeps. It reads only. It gets a few variables of
 * the shell and no secret of it, has an end, and only so much of what it prints is read.
 */
import { execFile } from "node:child_process";
import { parseBackupInfo, type ProgramAnswer } from "./parse-backup-info.ts";

/** Two weeks of backups are some tens of kilobytes. */
const mostBytes = 8 * 2 ** 20;
const handedOn = /^(PATH|HOME|TZ|LC_ALL|PGBACKREST_\w+)$/;

/** The program, and the variables of the shell. */
export interface PgbackrestCall {
  readonly program?: string | undefined;
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
  readonly withinMs?: number;
}

/** Runs `pgbackrest info`; a machine without it is nothing unusual, as the server is mostly another one. */
export function askPgbackrest({
  program = "pgbackrest",
  variables = {},
  withinMs = 10_000,
}: PgbackrestCall): Promise<ProgramAnswer> {
  const env = Object.fromEntries(Object.entries(variables).filter(([name]) => handedOn.test(name)));
  const options = { env, timeout: withinMs, killSignal: "SIGKILL", maxBuffer: mostBytes } as const;
  return new Promise((resolve) => {
    execFile(program, ["info", "--output=json"], options, (error, printed, complained) => {
      if (error === null) return resolve(parseBackupInfo(printed));
      if (error.code === "ENOENT") return resolve({ kind: "absent" });
      const why = error.killed === true ? `it did not end in ${withinMs / 1_000} s` : firstLine(complained || printed);
      resolve({ kind: "failed", why: why === "" ? `it ended with ${error.code ?? error.signal}` : why });
    });
  });
}

function firstLine(text: string): string {
  return (text.trim().split("\n", 1)[0] ?? "").slice(0, 200);
}
