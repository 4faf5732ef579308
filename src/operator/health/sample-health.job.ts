/** Keeps the figures of health, minute by minute, for the operator's first page; each run is one sample. */
import type { Database } from "../../platform/postgres/database.ts";
import { deleteOldSamples, sendSample } from "./health-samples.sql.ts";
import { refusedShare } from "./judge-health.ts";
import { readHealth } from "./read-health.query.ts";

/** Writes the sample of this minute; answers that there is no more to do. */
export async function sampleHealth(database: Database): Promise<boolean> {
  const figures = await readHealth(database.read);
  const { queue, lateTimerSeconds, drainAgeSeconds, owedRefunds, unattended } = figures;
  await database.transaction(async (tx) =>
    sendSample(tx, {
      oldest_due_seconds: queue.oldestDueSeconds,
      late_timer_seconds: Math.max(0, lateTimerSeconds),
      drain_age_seconds: drainAgeSeconds,
      refused_share: refusedShare(figures).share,
      unattended_orders: unattended.reduce((sum, { orders }) => sum + orders, 0),
      owed_refunds: owedRefunds.count,
    }),
  );
  return false;
}

const keptDays = 7;

/** Forgets samples that nobody looks at any more. */
export async function forgetHealthSamples(database: Database): Promise<boolean> {
  await database.transaction((tx) => deleteOldSamples(tx, keptDays));
  return false;
}
