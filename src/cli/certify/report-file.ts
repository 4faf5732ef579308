/** The file of `--html`: tried before a run that takes minutes, and written after it. */
import { closeSync, openSync, writeFileSync } from "node:fs";
import type { Report } from "../../certification/report.ts";
import { reportPage } from "../../certification/report-page.ts";

/** Why the report cannot be written there; undefined when it can. A file that is there keeps what it has. */
export function fileMistake(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  return mistakeOf(file, () => closeSync(openSync(file, "a")));
}

/** Writes the report; answers why it could not be written. */
export function writeReport(file: string, report: Report, docs: string): string | undefined {
  return mistakeOf(file, () => writeFileSync(file, reportPage(report, docs)));
}

function mistakeOf(file: string, act: () => void): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return `--html: ${file} cannot be written (${code}); name another file`;
  }
}
