/** A clock that libfaketime shifts for the processes that share it, while they run: each reads the shift from a file. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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
