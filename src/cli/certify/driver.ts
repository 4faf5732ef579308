/**
 * The partner's own program, for the steps that only the partner can begin. It gets lines of JSON on its standard input,
 * says on its standard output when it is ready, and ends when its input ends.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { parse } from "../call-operator.ts";
import { isObject } from "../print-answer.ts";

/** What the driver is told. */
export interface Ask {
  readonly ask: string;
  readonly scenario: string;
  readonly location_id: string;
  /** What it is about, when it is about something. */
  readonly ids: readonly string[];
}

export interface Driver {
  tell(ask: Ask): void;
  end(): Promise<void>;
}

export interface DriverOptions {
  readonly command: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Ends the wait for a driver that is not ready yet. */
  readonly interrupted: AbortSignal;
  readonly readyMs?: number;
  readonly endMs?: number;
}

/**
 * Starts the driver; resolves when it has written `{"ready":true}`. Throws when it ends before, takes more than a minute,
 * or the run is interrupted.
 */
export async function startDriver(options: DriverOptions): Promise<Driver> {
  const child = spawn(options.command, {
    shell: true,
    // A group of its own, so that what the shell started ends with it.
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...options.variables },
  });
  // A driver that has ended is told in vain; what it did not do is seen by the expectations.
  child.stdin.on("error", () => {});
  try {
    await isReady(child, options.readyMs ?? 60_000, options.interrupted);
  } catch (error) {
    await endDriver(child, options.endMs ?? 5_000);
    throw error;
  }
  return {
    tell: (ask) => void child.stdin.write(`${JSON.stringify(ask)}\n`),
    end: () => endDriver(child, options.endMs ?? 5_000),
  };
}

function isReady(child: ChildProcess, readyMs: number, interrupted: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const interrupt = (): void => finish(() => reject(new Error("interrupted before the driver was ready")));
    const timer = setTimeout(
      () => reject(new Error('the driver did not write {"ready":true} within a minute')),
      readyMs,
    );
    const finish = (act: () => void): void => {
      clearTimeout(timer);
      interrupted.removeEventListener("abort", interrupt);
      act();
    };
    if (interrupted.aborted) return interrupt();
    interrupted.addEventListener("abort", interrupt);
    if (child.stdout !== null) {
      createInterface({ input: child.stdout }).on("line", (line) => {
        const said = parse(line);
        if (isObject(said) && said["ready"] === true) finish(resolve);
      });
    }
    child.once("error", (error) => finish(() => reject(error)));
    child.once("exit", (code) =>
      finish(() => reject(new Error(`the driver ended before it was ready (exit code ${code})`))),
    );
  });
}

async function endDriver(child: ChildProcess, endMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, "exit");
  child.stdin?.end();
  const timer = setTimeout(() => killGroup(child.pid, "SIGKILL"), endMs);
  await ended;
  clearTimeout(timer);
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}
