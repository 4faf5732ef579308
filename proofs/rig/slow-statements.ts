/** Plans of slow statements: BENCH_SLOW_LOG names the file, BENCH_SLOW_MS (60) the bound. */
import { appendFileSync } from "node:fs";

/** The log and the settings of a PostgreSQL of a bench or proof. */
export function slowStatements(): {
  readonly log: (line: string) => void;
  readonly settings: Readonly<Record<string, string>>;
} {
  const file = process.env["BENCH_SLOW_LOG"];
  if (file === undefined) return { log: () => {}, settings: {} };
  return {
    log: (line) => appendFileSync(file, `${line}\n`),
    settings: {
      shared_preload_libraries: "auto_explain",
      "auto_explain.log_min_duration": process.env["BENCH_SLOW_MS"] ?? "60",
      "auto_explain.log_analyze": process.env["BENCH_SLOW_ANALYZE"] ?? "off",
      "auto_explain.log_buffers": "on",
      log_lock_waits: "on",
      deadlock_timeout: "200ms",
      log_autovacuum_min_duration: "0",
      log_line_prefix: "%m [%p] %a ",
    },
  };
}
