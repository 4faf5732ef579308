/** Processes of the proof whose clock is shifted by libfaketime while they run: each reads its shift from a file. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { endWithThis } from "../rig/end-with-this.ts";

/** The library that shifts clocks, where the packages of the usual systems put it; undefined when it is not installed. */
export function findFaketime(): string | undefined {
  const roots = ["/usr/lib", "/usr/lib64", "/usr/local/lib"].filter((path) => existsSync(path));
  return roots
    .flatMap((root) => [root, ...readdirSync(root).map((name) => join(root, name))])
    .flatMap((directory) => [directory, join(directory, "faketime")])
    .map((directory) => join(directory, "libfaketime.so.1"))
    .find((file) => existsSync(file));
}

/** A clock that processes share, and that is set while they run. */
export class ShiftedClock {
  readonly #file: string;
  readonly environment: Readonly<Record<string, string>>;

  constructor(file: string, library: string) {
    this.#file = file;
    this.environment = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      FAKETIME_DONT_RESET: "1",
    };
    this.set(0);
  }

  set(seconds: number): void {
    writeFileSync(this.#file, `${seconds < 0 ? "-" : "+"}${Math.abs(seconds)}\n`, { mode: 0o644 });
  }
}

/** One process of Maple, started as an operator starts it. */
export class ShiftedProcess {
  readonly #child: ChildProcess;
  said = "";

  constructor(command: "serve" | "work", environment: Readonly<Record<string, string>>) {
    const main = new URL("../../src/program/main.ts", import.meta.url).pathname;
    const env = { PATH: process.env["PATH"], LOG_LEVEL: "info", ...environment };
    this.#child = endWithThis(spawn(process.execPath, [main, command], { env, stdio: ["ignore", "pipe", "pipe"] }));
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on("data", (text: Buffer) => void (this.said += text.toString()));
  }

  /** Waits until it has said so; throws when it ended before, or after half a minute. */
  async untilSaid(words: string): Promise<void> {
    for (const end = performance.now() + 30_000; !this.said.includes(words); await delay(20)) {
      if (this.#child.exitCode !== null || performance.now() > end)
        throw new Error(`the process did not say ${words}:\n${this.said.slice(-2_000)}`);
    }
  }

  /** Waits until it ends by itself; answers its exit code. */
  async ended(): Promise<number | null> {
    if (this.#child.exitCode === null) await once(this.#child, "exit");
    return this.#child.exitCode;
  }

  async stop(): Promise<number | null> {
    if (this.#child.exitCode === null) this.#child.kill("SIGTERM");
    return this.ended();
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}
