/** The program in its own processes, for tests of its commands: their output, and their exit codes. */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { promisify } from "node:util";
import { compiledCode } from "./compiled-code.ts";

const run = promisify(execFile);
/** The command of the package, which hands over to the program. */
const maple = new URL("../../bin/maple.js", import.meta.url).pathname;
export const program = new URL("../../src/program/main.ts", import.meta.url).pathname;
const started: ChildProcess[] = [];

/** A process of the program that a test has started. */
export interface ProgramProcess {
  readonly child: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** Resolves when the output has a match. */
  printed(pattern: RegExp): Promise<string>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** Sends the signal and resolves with the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

interface ProgramOptions {
  readonly entry?: string;
  /** Of Node. */
  readonly flags?: readonly string[];
  /** Behind the command. */
  readonly words?: readonly string[];
}

/** Starts a command of the program with this environment alone. */
export function startProgram(
  command: string,
  env: Readonly<Record<string, string>>,
  { entry = maple, flags = [], words = [] }: ProgramOptions = {},
): ProgramProcess {
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, [...flags, entry, command, ...words], {
    env: { PATH, ...compiledCode, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let text = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));
  return {
    child,
    ended,
    output: () => text,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => void (pattern.test(text) && resolve(text));
        listeners.add(look);
        void ended.then((code) => reject(new Error(`${command} ended with ${code}:\n${text}`)));
        look();
      }),
    async end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** The numbers of a process and of all that come from it. */
export async function treeOf(root: number): Promise<readonly number[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid="]);
  const lines = stdout.trim().split("\n");
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    pairs.flatMap(([pid = 0, ppid = 0]) => (ppid === parent ? [pid, ...below(pid)] : []));
  return [root, ...below(root)];
}

/** Sends a signal to a process that may have ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended before.
  }
}

/** Whether any of the processes lives; one that waits to be collected does not. */
export async function areAlive(pids: readonly number[]): Promise<boolean> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,stat="]);
  const living = stdout.split("\n").filter((line) => !/\sZ\S*$/.test(line));
  return living.some((line) => pids.includes(Number.parseInt(line, 10)));
}

/** Ends what is left of the processes that were started. */
export function killStarted(): void {
  for (const child of started) if (child.exitCode === null) child.kill("SIGKILL");
}
