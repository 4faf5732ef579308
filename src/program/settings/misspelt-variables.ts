/** Finds variables that the program does not read and that look as if they were meant for it. Pure. */
import { variableNames } from "./variable-names.ts";

const known: ReadonlySet<string> = new Set(variableNames);
/** A short name is near to too many others. */
const leastLength = 8;
const mostSlips = 2;
const livePrefix = "LIVE_";

/** A sentence for each name that is nearly one of the program's, in the order of the alphabet. */
export function misspeltVariables(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => !known.has(name))
    .toSorted()
    .flatMap((name) => sentenceOf(name) ?? []);
}

function sentenceOf(name: string): string | undefined {
  if (name.startsWith(livePrefix) && known.has(name.slice(livePrefix.length)))
    return `${name} is set, and Maple does not read it: ${name.slice(livePrefix.length)} is for both environments`;
  if (name.length < leastLength) return undefined;
  const meant = variableNames.find((one) => slipsBetween(singular(one), singular(name)) <= mostSlips);
  return meant === undefined ? undefined : `${name} is set, and Maple does not read it: is ${meant} meant?`;
}

function singular(name: string): string {
  return name.replace(/IES$/, "Y").replaceAll(/S(?=_|$)/g, "");
}

/** How many letters have to be added, left out or replaced to make one word the other. */
function slipsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > mostSlips) return Infinity;
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of one.split("").entries()) {
    const line = [row + 1];
    for (const [column, against] of other.split("").entries()) {
      const replaced = (above[column] ?? 0) + (letter === against ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above[other.length] ?? 0;
}
