/** Writes into the log why a process stops being ready, and when it is ready again (rules/operating 4.1). */
import type { Readiness } from "./readiness.ts";

/** Where it is written; the log of the process fits. */
interface ReadinessLog {
  readonly warn: (fields: object, message: string) => void;
  readonly info: (message: string) => void;
}

const everyMs = 1_000;

/** Looks every second; answers how to stop. Called once the process has been ready. */
export function tellReadiness(readiness: Pick<Readiness, "problems">, log: ReadinessLog): () => void {
  let before: readonly string[] = [];
  const look = (): void => {
    const problems = readiness.problems();
    if (!isOther(before, problems)) return;
    before = problems;
    if (problems.length === 0) log.info("ready again");
    else log.warn({ problems }, "not ready");
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Whether other things are wrong: the same one for some seconds longer is not news. */
function isOther(before: readonly string[], now: readonly string[]): boolean {
  const withoutNumbers = (problems: readonly string[]): string => problems.join("\n").replaceAll(/\d+/g, "");
  return withoutNumbers(before) !== withoutNumbers(now);
}
