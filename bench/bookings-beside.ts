/**
 * npm run bench:bookings:beside -- OTHER [OWN]: hold and book, the plan of tables and searches of one checkout (this one
 * when none is named) beside the checkout of another commit, in one run. Each checkout runs its own bench/bookings-http.ts
 * on its own database, then answers the searches of searches-beside.ts, in turns. The median of the rounds counts, and GET
 * /readyz of each turn shows how much the machine changed meanwhile. To reach: 0.97 of the other checkout. BENCH_ROUNDS (5)
 * and BENCH_SECONDS (4) change the run.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { endWithThis } from "../proofs/rig/end-with-this.ts";
import { makeRunDirectory } from "../proofs/rig/run-directory.ts";
import { middle } from "./compare.ts";
import { measureSearches } from "./searches-beside.ts";

const wanted = 0.97;
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 4);
const floor = "GET /readyz";
/** What the bench of a checkout prints. */
const printed = ["GET booking_floor", "hold and book, 10 venues", "hold and book, 1 venue"] as const;
const searches = "searches, 10 venues";
const names = [...printed, searches];
const [, , given, mine = "."] = process.argv;
if (given === undefined) throw new Error("name the directory of the other checkout");
const [other, own] = [resolve(given), resolve(mine)];

/** A second for each name, of one turn. */
type Rates = ReadonlyMap<string, number>;
const turns: { readonly other: Rates; readonly own: Rates }[] = [];
for (let round = 0; round < rounds; round++) turns.push({ other: await measure(other), own: await measure(own) });
for (const name of [floor, ...names]) {
  const ratios = turns.map((turn) => (turn.own.get(name) ?? NaN) / (turn.other.get(name) ?? NaN));
  const isReached = name === floor || middle(ratios) >= wanted;
  const verdict = name === floor ? "floor" : isReached ? "ok  " : "MISS";
  console.log(
    `${verdict} ${name}: ${middle(ratios).toFixed(3)} of the other, at least ${wanted}; rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(" ")}`,
  );
  if (!isReached) process.exitCode = 1;
}

/** All figures of one checkout. */
async function measure(checkout: string): Promise<Rates> {
  const rates = new Map(await readRates(checkout));
  const directory = makeRunDirectory();
  rates.set(searches, Math.round(await measureSearches(checkout, directory, seconds)));
  rmSync(directory, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  const figures = [...rates].map(([name, rate]) => `${name} ${rate}`);
  console.log(`  ${checkout === own ? "own  " : "other"} a second: ${figures.join(", ")}`);
  return rates;
}

/** Runs the bench of a checkout until it has printed all figures that are compared; what follows is not waited for. */
async function readRates(checkout: string): Promise<Rates> {
  const directory = makeRunDirectory();
  const child = endWithThis(
    spawn(process.execPath, [join("bench", "bookings-http.ts"), String(seconds)], {
      cwd: checkout,
      env: { ...process.env, TMPDIR: directory },
      stdio: ["ignore", "pipe", "inherit"],
      // A group of its own: an old checkout leaves its service behind when it is ended.
      detached: true,
    }),
  );
  const ended = once(child, "exit");
  const rates = new Map<string, number>();
  for await (const line of createInterface(child.stdout)) {
    const name = [floor, ...printed].find((one) => line.startsWith(one));
    const [, perSecond] = /\s(\d+)\/s/.exec(line) ?? [];
    if (name !== undefined && perSecond !== undefined) rates.set(name, Number(perSecond));
    if (rates.size === printed.length + 1) break;
  }
  endGroup(child, "SIGTERM");
  await ended;
  endGroup(child, "SIGKILL");
  rmSync(directory, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  if (rates.size <= printed.length)
    throw new Error(`${checkout} printed ${rates.size} of ${printed.length + 1} figures`);
  return rates;
}

/** Sends a signal to the bench and to all that it started; a group that is gone needs none. */
function endGroup({ pid }: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
