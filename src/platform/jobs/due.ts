/**
 * Asks which sweeps have due work. Each sweep has a condition of SQL that is true while it may have something to do. One
 * statement asks all conditions, and only the sweeps whose condition is true are run. Idle sweeps cost nothing.
 */
import type { Statement } from "../postgres/statement.ts";

/** The condition that a statement whose only value is its limit lists something. */
export function whenListed({ text, name }: Statement<unknown, readonly ["int8"]>): string {
  if (text.includes("$2") || !text.includes("$1")) throw new Error(`${name} takes more than a limit`);
  return `EXISTS (SELECT FROM (${text.replaceAll("$1", "1")}) AS listed)`;
}

/** The expression that is the array of the names whose condition holds. */
export function namesOfDue(conditions: Readonly<Record<string, string>>): string {
  const cases = Object.entries(conditions).map(([name, condition]) => `CASE WHEN ${condition} THEN '${name}' END`);
  return `array_remove(ARRAY[${cases.join(",\n    ")}], NULL)`;
}
