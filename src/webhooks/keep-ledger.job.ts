/**
 * Keeps the ledger in weeks: makes the partitions of this week and the next, sorts what came without one, forgets what came
 * too late for a week, and drops the weeks whose last event is older than 30 days. Idempotent; a crash leaves what was done, and the next run goes on. Runs
 * at the start of a worker and every hour.
 */
import type { Instant } from "../kernel/clock.ts";
import type { Database } from "../platform/postgres/database.ts";
import {
  dropLedgerPartitions,
  findUnsortedWeek,
  forgetUnsorted,
  ledgerTables,
  makeLedgerPartition,
  sendForgetReplays,
} from "./ledger-partitions.sql.ts";
import { mondayOf, weekMs } from "./ledger-weeks.ts";

const day = 86_400_000;
/** An event stays readable for this long, and until its week is over. */
export const ledgerDays = 30;

/** Brings the partitions in line with the time; answers the names of those dropped. */
export async function keepLedger(database: Database, now: Instant): Promise<readonly string[]> {
  for (const monday of [mondayOf(now), mondayOf(now + weekMs)]) await makeWeek(database, monday);
  const kept = Date.parse(mondayOf(now - ledgerDays * day));
  for (const table of ledgerTables.toReversed()) await forgetUnsorted(database, table, kept);
  // What a process recorded while no worker ran; ids of the far future come from a wrong clock and stay where they are.
  const until = Date.parse(mondayOf(now + 2 * weekMs));
  for (let weeks = 0; weeks < 60; weeks++) {
    const monday = await findUnsortedWeek(database.read, until);
    if (monday === undefined) break;
    await makeWeek(database, monday);
  }
  const dropped: string[] = [];
  for (const table of ledgerTables.toReversed()) {
    dropped.push(...(await dropLedgerPartitions(database, table, now - ledgerDays * day)));
  }
  await database.transaction(async (tx) => sendForgetReplays(tx, now - day));
  return dropped;
}

async function makeWeek(database: Database, monday: string): Promise<void> {
  for (const table of ledgerTables) await makeLedgerPartition(database, table, monday);
}
