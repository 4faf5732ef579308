/** Tells the other processes the counts of this one, each count once, and forgets counts that have ended. */
import type { Database } from "../postgres/database.ts";
import { addCounts, forgetCounts } from "./address-counts.sql.ts";
import type { SharedCounts } from "./shared-counts.ts";

const batch = 1_000;

/** Tells what was counted since the last time, and takes in what all counted; answers that there is no more to do. */
export async function shareCounts(database: Database, counts: SharedCounts): Promise<boolean> {
  const pending = counts.takePending();
  for (let from = 0; from < pending.length; from += batch)
    counts.hear(await addCounts(database, pending.slice(from, from + batch)));
  return false;
}

/** Deletes one batch of counts whose minute is over; answers true when there may be more. */
export async function forgetAddressCounts(database: Database): Promise<boolean> {
  return (await database.transaction((tx) => forgetCounts(tx, batch))) === batch;
}
