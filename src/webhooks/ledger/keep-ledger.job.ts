/**
 * Keeps the ledger in weeks. `makeLedgerWeeks` makes the partitions of this week and the next, and moves events without a
 * partition into theirs. `forgetOldLedger` drops the weeks whose last event was recorded 30 days ago, events of that age
 * without a week, what was replayed a day ago, and the listeners of processes that were killed. Both take the time from
 * the database. Idempotent; after a crash the next run continues. Runs at the start of a worker and every hour.
 */
import { labelsOf } from "../../kernel/service-labels.ts";
import type { Metrics } from "../../platform/metrics/create-metrics.ts";
import type { Database } from "../../platform/postgres/database.ts";
import {
  countReadyWeeks,
  dropLedgerPartitions,
  forgetUnsorted,
  ledgerTables,
  listWeeksToMake,
  makeLedgerPartition,
  sendForgetReplays,
} from "./ledger-partitions.sql.ts";
import { sendForgetListeners } from "./listeners.sql.ts";

/** Makes the weeks that are missing; may be run whatever the clocks say, because nothing is lost by a week too many. */
export async function makeLedgerWeeks(database: Database): Promise<void> {
  for (const monday of await listWeeksToMake(database.read)) {
    for (const table of ledgerTables) await makeLedgerPartition(database, table, monday);
  }
}

/** Sets how many weeks are ready, of this one and the next. */
export async function measureLedgerWeeks(database: Database, metrics: Metrics): Promise<void> {
  metrics.ledgerWeeks.set(labelsOf(database), await countReadyWeeks(database.read));
}

/** Drops what is past keeping; answers the names of the partitions dropped. */
export async function forgetOldLedger(database: Database): Promise<readonly string[]> {
  for (const table of ledgerTables.toReversed()) await forgetUnsorted(database, table);
  const dropped: string[] = [];
  for (const table of ledgerTables.toReversed()) dropped.push(...(await dropLedgerPartitions(database, table)));
  await database.transaction(async (tx) => {
    sendForgetReplays(tx);
    sendForgetListeners(tx);
  });
  return dropped;
}
