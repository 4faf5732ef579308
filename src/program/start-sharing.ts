/** Starts the sharing of counts per address between processes. Called by run.ts, for processes that are not alone. */
import { startLoop } from "../platform/jobs/loop.ts";
import { createWakeups } from "../platform/jobs/wakeups.ts";
import { shareCounts } from "../platform/limits/share-counts.job.ts";
import { createSharedCounts, type SharedCounts } from "../platform/limits/shared-counts.ts";
import type { Log } from "../platform/log.ts";
import type { Database } from "../platform/postgres/database.ts";

const everyMs = 2_000;

/** Makes counts that are told to the other processes every two seconds; `undo` gets how that ends. */
export function startSharing(database: Database, log: Log, undo: (() => Promise<unknown>)[]): SharedCounts {
  const counts = createSharedCounts();
  const loop = startLoop({
    name: "share_counts",
    everyMs,
    wakeups: createWakeups(),
    onError: (name, error) => log.warn({ err: error, job: name }, "counts of addresses were not shared"),
    runOnce: () => shareCounts(database, counts),
  });
  undo.push(() => loop.stop());
  return counts;
}
