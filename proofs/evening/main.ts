/**
 * npm run proof:evening [seed]: an evening at a restaurant of 60 tables, with 180 bookings, 40 walk-ins and 30 parties in
 * line. Two hosts act through the calls of the stand, while the clock of the location is moved. Every quarter of an hour
 * the book, the floor, the line, the stand's snapshot, the partner's calls and the claims must equal a small model of the
 * proof. At the end one claim is deleted, which the checks must notice. The exit code is 1 on any disagreement. The same
 * seed draws the same evening.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { makeRunDirectory } from "../rig/run-directory.ts";
import { startDatabaseServer } from "../../test/harness/database-server.ts";
import { runEvening } from "./evening.ts";

const seed = Number(process.argv[2] ?? process.env["EVENING_SEED"] ?? Math.floor(Math.random() * 1_000_000));
const began = performance.now();
const directory = makeRunDirectory();
const violations: string[] = [];
console.log(`seed ${seed}`);
try {
  const server = await startDatabaseServer(join(directory, "postgres"), process.env["TEST_DATABASE_URL"]);
  try {
    Object.assign(process.env, server.environment);
    violations.push(...(await runEvening(seed, console.log)));
  } finally {
    await server.stop();
  }
} finally {
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
for (const violation of violations.slice(0, 40)) console.log(`VIOLATION ${violation}`);
const seconds = ((performance.now() - began) / 1_000).toFixed(0);
console.log(`${violations.length === 0 ? "no violation" : `${violations.length} violations`}, ${seconds} s`);
process.exitCode = violations.length === 0 ? 0 : 1;
