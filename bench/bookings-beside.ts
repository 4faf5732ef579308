/**
 * npm run bench:bookings:beside -- DIRECTORY: hold and book and the plan of tables beside the checkout of another commit, in
 * one run. Each checkout runs its own bench/bookings-http.ts on a database of its own, in turns; the middle of the rounds
 * counts, and GET /readyz of each turn shows how much the machine changed meanwhile. To reach: 0.97 of the other checkout. BENCH_ROUNDS (5) and BENCH_SECONDS (4) change the run. The searches of both are measured by npm run bench:bookings.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { endWithThis } from "../proofs/rig/end-with-this.ts";
import { makeRunDirectory } from "../proofs/rig/run-directory.ts";
import { middle } from "./compare.ts";

const wanted = 0.97;
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const seconds = process.env["BENCH_SECONDS"] ?? "4";
const floor = "GET /readyz";
const names = ["GET booking_floor", "hold and book, 10 venues", "hold and book, 1 venue"] as const;
const [, , given] = process.argv;
if (given === undefined) throw new Error("name the directory of the other checkout");
const [other, own] = [resolve(given), resolve(".")];

/** A second for each name, of one turn. */
type Rates = ReadonlyMap<string, number>;
const turns: { readonly other: Rates; readonly own: Rates }[] = [];
for (let round = 0; round < rounds; round++) turns.push({ other: await measure(other), own: await measure(own) });
for (const name of names) {
  const ratios = turns.map((turn) => (turn.own.get(name) ?? NaN) / (turn.other.get(name) ?? NaN));
  const isReached = middle(ratios) >= wanted;
  console.log(
    `${isReached ? "ok  " : "MISS"} ${name}: ${middle(ratios).toFixed(3)} of the other, at least ${wanted}; rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(" ")}`,
  );
  if (!isReached) process.exitCode = 1;
}

/** Runs the bench of a checkout until it has printed all figures that are compared; the searches that follow are not waited for. */
async function measure(checkout: string): Promise<Rates> {
  const directory = makeRunDirectory();
  const child = endWithThis(
    spawn(process.execPath, [join("bench", "bookings-http.ts"), seconds], {
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
    const name = [floor, ...names].find((one) => line.startsWith(one));
    const [, perSecond] = /\s(\d+)\/s/.exec(line) ?? [];
    if (name !== undefined && perSecond !== undefined) rates.set(name, Number(perSecond));
    if (rates.size === names.length + 1) break;
  }
  endGroup(child, "SIGTERM");
  await ended;
  endGroup(child, "SIGKILL");
  rmSync(directory, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  if (rates.size <= names.length) throw new Error(`${checkout} printed ${rates.size} of ${names.length + 1} figures`);
  const figures = [...rates].map(([name, rate]) => `${name} ${rate}`);
  console.log(`  ${checkout === own ? "own  " : "other"} a second: ${figures.join(", ")}`);
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
