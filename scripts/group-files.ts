/**
 * Chooses the test files that share a process. Starting a process and loading the service takes most of the time of a
 * short file. Files of one kind therefore follow one another in one process, each with its own hooks and its own
 * database. A file has its own process when it takes long, waits while it is loaded, or may disturb the tests of others.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";

/** How many files of a kind share a process: enough that loading weighs little, few enough to share the work out. */
const kinds: readonly { readonly kind: RegExp; readonly together: number }[] = [
  { kind: /^[^.]+\.(api|db)\.test\.ts$/, together: 28 },
  { kind: /^[^.]+\.test\.ts$/, together: 72 },
  { kind: /^[^.]+\.browser\.test\.ts$/, together: 8 },
  { kind: /^[^.]+\.property\.test\.ts$/, together: 12 },
  { kind: /^[^.]+\.(model|property|races)\.db\.test\.ts$/, together: 4 },
];

const long = /^(large-menus|watchdog)\./;
/** Replaced clocks, changed environment variables, measured memory and growth; and waiting while the file is loaded. */
const disturbing =
  /\bmock\.|process\.env\[[^\]]+\] ?=|(memory|cpu)Usage|assertGrowsWithLength|^((export )?(const|let) .*= \(?)?await /m;

/** Files that wait for other processes more than they compute. */
const waiting = /\.(browser|process)\.test\.ts$/;

/**
 * The files in the order in which they are given, those that share a process as one list; lists that wait and lists that
 * compute take turns.
 */
export function groupFiles(files: readonly string[]): readonly (readonly string[])[] {
  const waits = ([first = ""]: readonly string[]): boolean => waiting.test(first);
  const groups = groupsOf(files);
  return takeTurns(
    groups.filter((group) => !waits(group)),
    groups.filter(waits),
  );
}

/** One of each list in turn, as long as both last. */
function takeTurns<Item>(ones: readonly Item[], others: readonly Item[]): readonly Item[] {
  const length = Math.max(ones.length, others.length);
  return Array.from({ length }, (_, at) => [...ones.slice(at, at + 1), ...others.slice(at, at + 1)]).flat();
}

function groupsOf(files: readonly string[]): readonly (readonly string[])[] {
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

/**
 * The file that a process runs for a group: the test file itself, or one in `directory` with a suite for each file. A
 * suite loads its file at once, so that what the file registers, hooks included, belongs to the suite.
 */
export function entryOf(group: readonly string[], number: number, directory: string): string {
  const [first = "", ...others] = group;
  if (others.length === 0) return resolve(first);
  const entry = join(directory, `${number}-from-${basename(first, ".ts")}.mjs`);
  const suites = group.map((file) => {
    const path = JSON.stringify(resolve(file));
    return `describe(${JSON.stringify(file)}, () => void require(${path}));`;
  });
  const head = ['import { createRequire } from "node:module";', 'import { describe } from "node:test";'];
  const loader = "const require = createRequire(import.meta.url);";
  writeFileSync(entry, [...head, loader, ...suites, ""].join("\n"));
  return entry;
}
