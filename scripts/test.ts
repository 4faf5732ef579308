/**
 * npm test: one PostgreSQL and at most one Chromium for the run, node's test runner over the suite or over the files and
 * folders named as arguments, and nothing left behind. The run has a directory of its own for the server and for every
 * temporary file, and fails when a process still refers to it at the end. TEST_DATABASE_URL names a server to use
 * instead. Tests run in the zone of St. John's and in Turkish, unless TZ and LC_ALL say otherwise.
 *
 * `--fast` leaves out the slow files of suite-files.ts; `--screens` runs the files that need Chromium instead of the suite,
 * `--programs` those that start processes of the program, `--series` the series, `--whole` all, `--no-browser` all that is chosen but what needs Chromium. `--pooler` runs the files that have a database through PgBouncer in
 * transaction mode (npm run test:pooler). Other options go to node's test runner.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startBrowserServer } from "../test/harness/browser-server.ts";
import { ignoreServerVariables } from "../src/embedded-postgres/ignore-variables.ts";
import { startDatabaseServer } from "../test/harness/database-server.ts";
import { startPooler } from "../test/harness/pooler.ts";
import { setUpLocationGuard } from "../test/harness/location-guard.ts";
import { setUpStateGuard } from "../test/harness/state-guard.ts";
import { processesOf } from "../proofs/rig/run-processes.ts";
import { makeRunDirectory } from "../proofs/rig/run-directory.ts";
import { namedFiles, needsBrowser, suiteFiles, type ChosenFiles } from "./suite-files.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const given = process.argv.slice(2);
const parts = ["fast", "screens", "programs", "series", "whole"] as const;
const ours = new Set([...parts.map((part) => `--${part}`), "--no-browser", "--pooler"]);
const options = given.filter((argument) => argument.startsWith("-") && !ours.has(argument));
const named = given.filter((argument) => !argument.startsWith("-"));
const hasPooler = given.includes("--pooler");
const part = parts.find((one) => given.includes(`--${one}`)) ?? "suite";
const chosen: ChosenFiles = { part, browser: !given.includes("--no-browser") };
const all = named.length > 0 ? namedFiles(root, named, chosen) : suiteFiles(root, chosen);
const files = hasPooler && named.length === 0 ? all.filter((file) => /\.(api|db|series)\.test\.ts$/.test(file)) : all;

ignoreServerVariables(process.env);
const directory = makeRunDirectory();
/** The tests have many processes: that is cheap only while what they all import is compiled once. */
const compiledCode = { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compiled-tests") };
let runner: ChildProcess | undefined;
let interrupts = 0;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    interrupts += 1;
    if (interrupts > 1) runner?.kill("SIGKILL");
    // At a terminal Ctrl-C has reached the runner already.
    else if (signal === "SIGTERM" || !process.stdin.isTTY) runner?.kill(signal);
  });
}

try {
  process.exitCode = await run();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function run(): Promise<number> {
  const temporary = join(directory, "tmp");
  mkdirSync(temporary);
  process.env["TMPDIR"] = temporary;
  // The machine is set as a stranger's may be: no text and no day may depend on its zone or its language.
  process.env["TZ"] ??= "America/St_Johns";
  process.env["LC_ALL"] ??= "tr_TR.UTF-8";
  const servers: { readonly environment: Readonly<Record<string, string>>; stop(): Promise<void> }[] = [];
  let code: number;
  try {
    const databases = await startDatabaseServer(join(directory, "postgres"), process.env["TEST_DATABASE_URL"]);
    servers.push(databases);
    await setUpStateGuard(databases.templateUrl);
    await setUpLocationGuard(databases.templateUrl);
    if (hasPooler) servers.push(await startPooler(directory, databases.adminUrl));
    if (needsBrowser(files)) servers.push(await startBrowserServer());
    const added = Object.assign({}, ...servers.map(({ environment }) => environment)) as Record<string, string>;
    code = interrupts > 0 ? 130 : await runTests({ ...process.env, ...compiledCode, ...added });
  } finally {
    for (const server of servers.toReversed()) await server.stop();
  }
  const left = await processesOf(directory);
  for (const { pid, command } of left) {
    console.error(`left behind by the tests, now killed: process ${pid}: ${command}`);
    process.kill(pid, "SIGKILL");
  }
  return left.length > 0 ? code || 1 : code;
}

async function runTests(environment: NodeJS.ProcessEnv): Promise<number> {
  const program = fileURLToPath(new URL("test-files.ts", import.meta.url));
  const forProgram = options.filter((option) => option.startsWith("--reporter="));
  const together = named.length > 0 ? [] : ["--together"];
  const forNode = options.filter((option) => !forProgram.includes(option));
  runner = spawn(process.execPath, [...forNode, program, ...forProgram, ...together, ...files], {
    env: environment,
    stdio: "inherit",
  });
  const [code] = (await once(runner, "exit")) as [number | null];
  return interrupts > 0 ? 130 : (code ?? 1);
}
