/**
 * npm run proof:bookings [-- operations kills minutes]: shows by running the service that its promises about tables hold.
 * It has three parts.
 *
 * First, 64 clients ask for the last table, over HTTP: one winner, the rest 409, no 5xx, and how long they waited.
 *
 * Second, eight processes mix operations on a few busy venues: a million unless said otherwise, or as many as fit into
 * the minutes. Every acknowledged claim is then loaded, with the time in which its holder saw it held, into a fresh
 * table. The exclusion constraint of that table would refuse two parties with one table at one time.
 *
 * Third, the service gets SIGKILLs during holds and changes, every third time its database too: no acknowledged booking
 * is lost, no table is left without an owner.
 *
 * Ends with negative controls: falsified rows that each check must notice. The exit code is 1 on any violation.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BenchProcesses } from "../rig/processes.ts";
import { startEmbeddedPostgres } from "../../src/embedded-postgres/embedded.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { proveLastTable } from "./last-table.ts";
import { proveKills } from "./kills.ts";
import { proveMixed } from "./mixed.ts";

const [operations = 1_000_000, kills = 200, minutes = 20] = process.argv.slice(2).map(Number);
const directory = mkdtempSync(join(tmpdir(), "maple-proof-"));
const violations: string[] = [];

try {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(directory, "postgres"),
    settings: { max_connections: "200" },
    log: () => {},
  });
  const processes = new BenchProcesses(directory, {
    connections: 16,
    seconds: 0,
    warmupSeconds: 0,
    profiles: undefined,
  });
  try {
    await postgres.createDatabase("maple_test");
    await migrate(postgres.url("maple_test"));
    violations.push(...(await proveLastTable(processes, postgres.url("maple_test"))));
    await processes.endAll();
    violations.push(...(await proveMixed(postgres.url("maple_test"), { operations, minutes })));
  } finally {
    await processes.endAll();
    await postgres.stop();
  }
  violations.push(...(await proveKills(join(directory, "killed"), { kills, minutes })));
} finally {
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
for (const violation of violations) console.log(`VIOLATION ${violation}`);
console.log(violations.length === 0 ? "no violation" : `${violations.length} violations`);
process.exitCode = violations.length > 0 ? 1 : 0;
