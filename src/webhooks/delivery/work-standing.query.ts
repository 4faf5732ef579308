/** Whether the background work of webhooks is in time: the due deliveries, and whether the weeks of the ledger are made. */
import type { Db } from "../../platform/postgres/database.ts";
import { countReadyWeeks } from "../ledger/ledger-partitions.sql.ts";
import { listQueues } from "./delivery-queues.sql.ts";

export interface WorkStanding {
  /** Of this week and the next; 2 when all is well. */
  readonly readyWeeks: number;
  readonly due: number;
  /** Kept back because their subscription is paused or disabled. */
  readonly held: number;
  /** Null when nothing is due. */
  readonly oldestDueSeconds: number | null;
}

/** Reads how far the deliveries and the ledger are. */
export async function readWorkStanding(db: Db): Promise<WorkStanding> {
  const [readyWeeks, queues] = [await countReadyWeeks(db), await listQueues(db)];
  const ages = queues.flatMap(({ oldest_due_seconds: seconds }) => (seconds === null ? [] : [seconds]));
  return {
    readyWeeks,
    due: queues.reduce((sum, { due }) => sum + due, 0),
    held: queues.reduce((sum, { held }) => sum + held, 0),
    oldestDueSeconds: ages.length === 0 ? null : Math.max(...ages),
  };
}
