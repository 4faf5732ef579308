/**
 * npm test: one PostgreSQL for the run, node's test runner over the suite or over the files named as arguments, and
 * nothing left behind: the run has a directory of its own for the server and for every temporary file, and a process
 * that still refers to it at the end fails the run. TEST_DATABASE_URL names a server to use instead.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { startDatabaseServer } from "../test/harness/database-server.ts";
import { processesOf } from "../proofs/rig/run-processes.ts";
import { makeRunDirectory } from "../proofs/rig/run-directory.ts";

const suite = ["src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"];

const directory = makeRunDirectory();
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
  const server = await startDatabaseServer(join(directory, "postgres"), process.env["TEST_DATABASE_URL"]);
  let code: number;
  try {
    code = interrupts > 0 ? 130 : await runTests({ ...process.env, ...server.environment, TMPDIR: temporary });
  } finally {
    await server.stop();
  }
  const left = await processesOf(directory);
  for (const { pid, command } of left) {
    console.error(`left behind by the tests, now killed: process ${pid}: ${command}`);
    process.kill(pid, "SIGKILL");
  }
  return left.length > 0 ? code || 1 : code;
}

async function runTests(environment: NodeJS.ProcessEnv): Promise<number> {
  const given = process.argv.slice(2);
  const files = given.filter((argument) => !argument.startsWith("-"));
  const concurrency = Math.max(2, availableParallelism());
  const options = ["--test", `--test-concurrency=${concurrency}`, "--test-timeout=240000"];
  const named = given.filter((argument) => argument.startsWith("-"));
  runner = spawn(process.execPath, [...options, ...named, ...(files.length > 0 ? files : presentFiles())], {
    env: environment,
    stdio: "inherit",
  });
  const [code] = (await once(runner, "exit")) as [number | null];
  return interrupts > 0 ? 130 : (code ?? 1);
}

/** A pattern without a match fails node's runner; a folder that does not exist yet is no failure. */
function presentFiles(): string[] {
  const top = new Set(readdirSync("."));
  return suite.filter((pattern) => top.has(pattern.slice(0, pattern.indexOf("/"))));
}
