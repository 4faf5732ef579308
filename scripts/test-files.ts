/**
 * Runs the test files named as arguments, in the order in which they are named (the command line of node's runner sorts
 * them): each in its own process, or with `--together` several in one (group-files.ts). Started by test.ts; options of
 * node's runner are given to node itself. `--reporter=path` names another reporter than the readable one. The run always
 * ends: a process that writes nothing for five minutes ends it, because it may wait for something that its tests left
 * open.
 */
import { availableParallelism, tmpdir } from "node:os";
import { relative, resolve } from "node:path";
import { finished } from "node:stream/promises";
import { run } from "node:test";
import { spec, type tap } from "node:test/reporters";
import { pathToFileURL } from "node:url";
import { entryOf, groupFiles } from "./group-files.ts";

/** The longest that one test or hook may take. */
const longestMs = 240_000;
/** A process has a sign of life for every test, so it hangs when it has none for longer than a test may take. */
const silentMs = longestMs + 60_000;
const slowestShown = 12;

const given = process.argv.slice(2);
const reporterPath = given.find((argument) => argument.startsWith("--reporter="))?.slice("--reporter=".length);
const named = given.filter((argument) => !argument.startsWith("--"));
const groups = given.includes("--together") ? groupFiles(named) : named.map((file) => [file]);
const entries = groups.map((group, index) => entryOf(group, index, tmpdir()));

const aborted = new AbortController();
const tests = run({
  files: entries,
  execArgv: [
    "--import",
    new URL("../test/harness/unwatched-promises.ts", import.meta.url).href,
    // Room for what lives for one request, from the beginning: less is copied by the collection of garbage.
    "--min-semi-space-size=16",
    "--max-semi-space-size=64",
    // The processors are busy with tests: helpers that collect in parallel would cost more than they spare (4 % of all).
    "--single-threaded-gc",
  ],
  // More than there are processors: a process often waits for the database, the browser or a process of its own.
  concurrency: availableParallelism() + 3,
  timeout: longestMs,
  signal: aborted.signal,
});
const took = new Map<string, number>();
tests.on("test:fail", () => {
  process.exitCode = 1;
});
tests.on("test:complete", ({ name, file, nesting, details }) => {
  if (nesting > 0 || file === undefined || isEntry(name)) return;
  // In a process that is shared, a file is a suite of its name.
  const own = named.includes(name) ? resolve(name) : file;
  took.set(own, (took.get(own) ?? 0) + details.duration_ms);
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => aborted.abort());
endSilentProcesses();
const told = tests.compose(reporterPath === undefined ? new spec() : await readReporter(reporterPath));
told.pipe(process.stdout);
await finished(told);
if (named.length > slowestShown) showSlowest();

/** Whether a name that the runner tells is of a process and not of a test. */
function isEntry(name: string): boolean {
  return entries.includes(resolve(name));
}

function endSilentProcesses(): void {
  const seen = new Map<string, number>();
  const entryByFile = new Map(
    groups.flatMap((group, index) => group.map((file) => [resolve(file), entries[index] ?? ""] as const)),
  );
  const live = (file: string): void => {
    const entry = entryByFile.get(file) ?? file;
    if (seen.has(entry)) seen.set(entry, performance.now());
  };
  tests.on("test:dequeue", ({ name, file = "" }) => {
    if (isEntry(name)) seen.set(resolve(name), performance.now());
    else live(file);
  });
  tests.on("test:complete", ({ name, file = "" }) => {
    if (isEntry(name)) seen.delete(resolve(name));
    else live(file);
  });
  const look = (): void => {
    for (const [file, at] of seen) {
      if (performance.now() - at < silentMs) continue;
      console.error(`${nameOf(file)} has said nothing for ${silentMs / 1000} s: what it opened may still be open`);
      process.exitCode = 1;
      aborted.abort();
    }
  };
  setInterval(look, 1_000).unref();
}

async function readReporter(path: string): Promise<typeof tap> {
  const module = (await import(pathToFileURL(path).href)) as { readonly default: typeof tap };
  return module.default;
}

function showSlowest(): void {
  console.log("the slowest files:");
  for (const [file, duration] of [...took].toSorted(([, a], [, b]) => b - a).slice(0, slowestShown)) {
    console.log(`${(duration / 1000).toFixed(1).padStart(7)} s  ${nameOf(file)}`);
  }
}

function nameOf(file: string): string {
  return relative(process.cwd(), file);
}
