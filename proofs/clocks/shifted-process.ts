/** Processes of the proof whose clock libfaketime shifts while they run. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { endWithThis } from "../rig/end-with-this.ts";

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
