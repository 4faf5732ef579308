/**
 * Runs the test files named as arguments, each in a process of its own and in the order in which they are named (the
 * command line of node's runner sorts them). Started by test.ts; options of node's runner are given to node itself.
 * `--reporter=path` names another reporter than the readable one. Ends always: a file that says nothing for five minutes
 * ends the run, as its process may wait for something that its tests left open.
 */
import { availableParallelism } from "node:os";
import { relative, resolve } from "node:path";
import { finished } from "node:stream/promises";
import { run } from "node:test";
import { spec, type tap } from "node:test/reporters";
import { pathToFileURL } from "node:url";

/** The longest that one test or hook may take. */
const longestMs = 240_000;
/** A file has a sign of life for every test, so it hangs when it has none for longer than a test may take. */
const silentMs = longestMs + 60_000;
const slowestShown = 12;

const given = process.argv.slice(2);
const reporterPath = given.find((argument) => argument.startsWith("--reporter="))?.slice("--reporter=".length);
const files = given.filter((argument) => !argument.startsWith("--")).map((file) => resolve(file));

const aborted = new AbortController();
const tests = run({
  files,
  concurrency: Math.max(2, availableParallelism()),
  timeout: longestMs,
  signal: aborted.signal,
});
const took = new Map<string, number>();
tests.on("test:fail", () => {
  process.exitCode = 1;
});
tests.on("test:summary", ({ file, duration_ms: duration }) => {
  if (file !== undefined) took.set(file, duration);
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => aborted.abort());
endSilentFiles();
const told = tests.compose(reporterPath === undefined ? new spec() : await readReporter(reporterPath));
told.pipe(process.stdout);
await finished(told);
if (files.length > slowestShown) showSlowest();

function endSilentFiles(): void {
  const seen = new Map<string, number>();
  const isFile = (name: string): boolean => files.includes(resolve(name));
  tests.on("test:dequeue", ({ name, file = "" }) => {
    if (isFile(name)) seen.set(resolve(name), performance.now());
    else if (seen.has(file)) seen.set(file, performance.now());
  });
  tests.on("test:complete", ({ name, file = "" }) => {
    if (isFile(name)) seen.delete(resolve(name));
    else if (seen.has(file)) seen.set(file, performance.now());
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
