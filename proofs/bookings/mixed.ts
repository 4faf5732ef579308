/** Second part of npm run proof:bookings: mixed operations by eight processes, and the check of all acknowledged claims. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import { createApp } from "../../test/harness/factories.ts";
import { createBookableLocation } from "../../test/harness/booking-setup.ts";
import { tablesOfFour } from "../../test/harness/booking-partner.ts";
import { connectProofDatabase } from "../rig/proof-database.ts";
import { endWithThis } from "../rig/end-with-this.ts";

const processCount = 8;
const venues = 4;

export interface MixedOptions {
  readonly operations: number;
  readonly minutes: number;
}

/** Runs the operations, then loads every acknowledged claim into a fresh table; answers what went wrong. */
export async function proveMixed(databaseUrl: string, options: MixedOptions): Promise<readonly string[]> {
  const database = connectProofDatabase(databaseUrl);
  try {
    const began = performance.now();
    const done = await runProcesses(database, databaseUrl, options);
    const seconds = (performance.now() - began) / 1000;
    const { loaded, violations } = await checkClaims(database);
    console.log(
      `2. ${done.operations} mixed operations by ${processCount} processes in ${seconds.toFixed(0)} s: ${loaded} acknowledged claims, ${violations.length} violations; refused ${done.refused}, faults ${done.faults}`,
    );
    const control = await noticesOverlap(database);
    return [
      ...violations,
      ...(done.faults > 0 ? [`mixed: ${done.faults} operations ended in a fault`] : []),
      ...(control ? [] : ["mixed: the check did not notice a claim that was made up"]),
    ];
  } finally {
    await database.close();
  }
}

interface Done {
  readonly operations: number;
  readonly refused: number;
  readonly faults: number;
}

async function runProcesses(database: TextDatabase, databaseUrl: string, options: MixedOptions): Promise<Done> {
  await database.transaction((tx) =>
    tx.rows(`CREATE TABLE proof_claims (location_id text, unit_id text, during tstzrange, held tstzrange)`),
  );
  const app = await createApp(database);
  const locations: string[] = [];
  for (let venue = 0; venue < venues; venue++) {
    const base = { ...tablesOfFour(10), repair: false };
    const [area] = base.areas;
    if (area === undefined) throw new Error("no area");
    const combinations = [0, 2, 4].map((at) => ({ unitIds: [`t${at + 1}`, `t${at + 2}`], minSeats: 5, maxSeats: 8 }));
    const locationId = await createBookableLocation(database, { ...base, areas: [{ ...area, combinations }] });
    await database.transaction((tx) =>
      tx.rows("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)", [app.id, locationId]),
    );
    locations.push(locationId);
  }
  const task = {
    databaseUrl,
    appId: app.id,
    locations,
    operations: Math.ceil(options.operations / processCount),
    seconds: options.minutes * 60,
  };
  const results = await Promise.all(Array.from({ length: processCount }, () => runWorker(task)));
  const sum = (of: (done: Done) => number): number => results.reduce((total, done) => total + of(done), 0);
  return { operations: sum((d) => d.operations), refused: sum((d) => d.refused), faults: sum((d) => d.faults) };
}

async function runWorker(task: object): Promise<Done> {
  const child = spawn(process.execPath, ["proofs/bookings/worker.ts", JSON.stringify(task)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  endWithThis(child);
  let said = "";
  child.stdout.on("data", (text: Buffer) => void (said += text.toString()));
  // "exit" may be heard before the last line was read.
  await once(child, "close");
  return JSON.parse(said.trim().split("\n").at(-1) ?? "") as Done;
}

const checkedTable = `(location_id text, unit_id text, during tstzrange, held tstzrange,
  EXCLUDE USING gist (location_id WITH =, unit_id WITH =, during WITH &&, held WITH &&))`;

/** Everything that was acknowledged goes into a table that cannot hold two parties at one table at one time. */
async function checkClaims(
  database: TextDatabase,
): Promise<{ readonly loaded: number; readonly violations: string[] }> {
  await database.transaction((tx) => tx.rows(`CREATE TABLE proof_checked ${checkedTable}`));
  const violations: string[] = [];
  let loaded = 0;
  const { count } = await database.read.one<{ count: number }>("SELECT count(*)::int AS count FROM proof_claims");
  const batch = 5_000;
  for (let from = 0; from < count; from += batch) {
    const kept = await database.transaction((tx) =>
      tx.rows(
        `INSERT INTO proof_checked SELECT location_id, unit_id, during, held FROM proof_claims
         WHERE ctid = ANY (ARRAY(SELECT ctid FROM proof_claims ORDER BY ctid OFFSET $1 LIMIT $2))
         ON CONFLICT DO NOTHING RETURNING 1`,
        [from, batch],
      ),
    );
    loaded += kept.length;
    const missing = Math.min(batch, count - from) - kept.length;
    if (missing > 0) violations.push(`mixed: ${missing} acknowledged claims overlap another`);
  }
  return { loaded, violations };
}

/** Negative control: a copy of a claim under another's name must be turned away. */
async function noticesOverlap(database: TextDatabase): Promise<boolean> {
  const kept = await database.transaction((tx) =>
    tx.rows(`INSERT INTO proof_checked SELECT * FROM proof_checked LIMIT 1 ON CONFLICT DO NOTHING RETURNING 1`),
  );
  return kept.length === 0;
}
