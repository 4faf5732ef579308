/**
 * npm run proof:silence [runs]: the network to PostgreSQL falls silent for 8 to 40 s, with no FIN and no RST, while
 * orders are placed and decided, tables booked and events delivered. Checks after each run that every caller had an
 * answer within 11 s, and that an order succeeds and an event is delivered within 5 s of the network's return. Checks at
 * the end that nothing acknowledged is lost or doubled, and that SIGTERM in a silence ends `serve`, `work` and the single
 * process within 25 s. The negative control runs a build without deadlines, which must fail. The exit code is 1 on any
 * violation.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectProofDatabase } from "../rig/proof-database.ts";
import { proveSilence, type Found } from "./prove.ts";
import { withoutDeadlines } from "./without-deadlines.ts";

const runs = Number(process.argv[2] ?? 5);
const lengths = [8, 40, 16, 24, 32];
const here = new URL("../../", import.meta.url).pathname;

const own = await inDirectory((directory) =>
  proveSilence({
    directory,
    root: here,
    silences: Array.from({ length: runs }, (_, run) => (lengths[run % lengths.length] ?? 8) * 1_000),
    connectDatabase: connectProofDatabase,
  }),
);
report("the service", own);

const broken = withoutDeadlines();
try {
  const control = await inDirectory((directory) =>
    proveSilence({
      directory,
      root: broken.root,
      silences: [12_000],
      stopsAtViolation: true,
      connectDatabase: connectProofDatabase,
    }),
  );
  report("negative control, a build without deadlines", control);
  if (control.violations.length === 0) console.error("VIOLATION: the proof does not notice a build without deadlines");
  process.exitCode = own.violations.length > 0 || control.violations.length === 0 ? 1 : 0;
} finally {
  broken.remove();
}

async function inDirectory(work: (directory: string) => Promise<Found>): Promise<Found> {
  const directory = mkdtempSync(join(tmpdir(), "maple-silence-"));
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

function report(name: string, { lines, violations }: Found): void {
  console.log(`== ${name}\n${lines.join("\n")}`);
  for (const violation of violations.slice(0, 20)) console.log(`  violation: ${violation}`);
  console.log(violations.length === 0 ? "no violation" : `${violations.length} violations`);
}
