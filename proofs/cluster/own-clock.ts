/** A clock of its own for the PostgreSQL of a node, which libfaketime shifts while it runs. */
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFaketime, ShiftedClock } from "../rig/shifted-clock.ts";

/** Why no clock can be shifted here; undefined when one can. */
export function whyNoClocks(): string | undefined {
  return findFaketime() === undefined ? "not installed: libfaketime (apt-get install faketime)" : undefined;
}

export interface OwnClock {
  readonly clock: ShiftedClock;
  /** A folder with PostgreSQL's programs, whose server runs by the clock. */
  readonly programs: string;
}

/** Makes a clock in the folder, and the programs of PostgreSQL that are started by it. */
export function makeOwnClock(folder: string, postgres: string): OwnClock {
  const library = findFaketime();
  if (library === undefined) throw new Error("libfaketime is not installed");
  const programs = join(folder, "programs");
  mkdirSync(programs, { recursive: true });
  const clock = new ShiftedClock(join(folder, "clock"), library);
  const installed = join(postgres, "..");
  for (const name of readdirSync(installed))
    if (name !== "postgres") symlinkSync(join(installed, name), join(programs, name));
  // A server reads its clock too often for a look into the file at each time: once a second is enough.
  const settings = { ...clock.environment, FAKETIME_NO_CACHE: "0", FAKETIME_CACHE_DURATION: "1" };
  const words = Object.entries(settings).map(([name, value]) => `${name}='${value}'`);
  writeFileSync(join(programs, "postgres"), `#!/bin/sh\nexec env ${words.join(" ")} '${postgres}' "$@"\n`);
  chmodSync(join(programs, "postgres"), 0o755);
  return { clock, programs };
}
