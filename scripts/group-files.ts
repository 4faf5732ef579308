/**
 * Which test files share a process. Starting a process and loading the service takes most of the time of a short file, so
 * files of one kind are loaded together: what they set up is set up first, then their tests follow one another, each file
 * with a database of its own. A file that takes long, or whose tests may disturb those of others, has its own process.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** How many files of a kind share a process; services of tests hold some connections each until the last test has ended. */
const kinds: readonly { readonly kind: RegExp; readonly together: number }[] = [
  { kind: /^[^.]+\.(api|db)\.test\.ts$/, together: 5 },
  { kind: /^[^.]+\.test\.ts$/, together: 12 },
];

const long = /^(bad-[a-z]+|route-coverage|large-menus|must-not-compile|openapi|regular-expressions)\./;
/** Hooks around every test of the process, replaced clocks, changed environment variables, measured time or memory. */
const disturbing =
  /^(beforeEach|afterEach)\(|\bmock\.|process\.env\[[^\]]+\] ?=|performance\.now|(memory|cpu)Usage|assertGrowsWithLength/m;

/** The files in the order in which they are given; those that share a process are one list. */
export function groupFiles(files: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  const open = new Map<RegExp, string[]>();
  for (const file of files) {
    const found = kindOf(file);
    const group = found === undefined ? undefined : open.get(found.kind);
    if (group !== undefined && found !== undefined && group.length < found.together) {
      group.push(file);
      continue;
    }
    const begun = [file];
    groups.push(begun);
    if (found !== undefined) open.set(found.kind, begun);
  }
  return groups;
}

function kindOf(file: string): (typeof kinds)[number] | undefined {
  const name = basename(file);
  const found = kinds.find(({ kind }) => kind.test(name));
  return found === undefined || long.test(name) || disturbing.test(readFileSync(file, "utf8")) ? undefined : found;
}

/** The file that a process runs for a group: the test file itself, or one in `directory` that loads all of them. */
export function entryOf(group: readonly string[], number: number, directory: string): string {
  const [first = "", ...others] = group;
  if (others.length === 0) return resolve(first);
  const entry = join(directory, `${number}-from-${basename(first, ".ts")}.mjs`);
  const lines = group.map((file) => `await import(${JSON.stringify(pathToFileURL(resolve(file)).href)});\n`);
  writeFileSync(entry, lines.join(""));
  return entry;
}
