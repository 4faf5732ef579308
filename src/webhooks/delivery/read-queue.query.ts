/** The delivery queue and the weeks of the ledger as the operator reads them. */
import type { Db } from "../../platform/postgres/database.ts";
import { countReadyWeeks } from "../ledger/ledger-partitions.sql.ts";
import { listQueues } from "./delivery-queues.sql.ts";

export interface QueueSeen {
  readonly due: number;
  readonly waiting: number;
  readonly held: number;
  /** How long the delivery that is due for longest has been due; 0 when none is. */
  readonly oldestDueSeconds: number;
  /** Of this week and the next, those that have their partitions. */
  readonly ledgerWeeks: number;
}

/** What all subscriptions have waiting. */
export async function readQueue(db: Db): Promise<QueueSeen> {
  const queues = await listQueues(db);
  return {
    due: queues.reduce((sum, queue) => sum + queue.due, 0),
    waiting: queues.reduce((sum, queue) => sum + queue.waiting, 0),
    held: queues.reduce((sum, queue) => sum + queue.held, 0),
    oldestDueSeconds: Math.max(0, ...queues.map(({ oldest_due_seconds: seconds }) => seconds ?? 0)),
    ledgerWeeks: await countReadyWeeks(db),
  };
}
