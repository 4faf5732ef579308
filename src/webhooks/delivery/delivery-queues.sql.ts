/** The SQL that reads the delivery queue as a whole. Reads unfinished deliveries, by the partial indexes. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { isNext } from "./deliveries.sql.ts";

export interface SubscriptionQueue {
  readonly subscription_id: Id<"dws">;
  readonly due: number;
  readonly waiting: number;
  readonly leased: number;
  readonly held: number;
  /** Null when nothing is due. */
  readonly oldest_due_seconds: number | null;
}

const queues = defineStatement({
  name: "delivery-queues",
  takes: [],
  gives: row<SubscriptionQueue>({
    subscription_id: "text",
    due: "int4",
    waiting: "int4",
    leased: "int4",
    held: "int4",
    oldest_due_seconds: "float8",
  }),
  text: `SELECT subscription_id, sum(due)::int AS due, sum(waiting)::int AS waiting, sum(leased)::int AS leased,
      sum(held)::int AS held, max(oldest_due_seconds) AS oldest_due_seconds
    FROM (
      SELECT subscription_id, count(*) FILTER (WHERE next_at <= now()) AS due, count(*) FILTER (WHERE next_at > now()) AS waiting,
        0 AS leased, 0 AS held, extract(epoch FROM now() - min(next_at) FILTER (WHERE next_at <= now()))::float8 AS oldest_due_seconds
      FROM deliveries WHERE state = 'pending' AND leased_by IS NULL GROUP BY subscription_id
      UNION ALL
      SELECT subscription_id, 0, 0, count(*), 0, NULL FROM deliveries WHERE leased_by IS NOT NULL GROUP BY subscription_id
      UNION ALL
      SELECT subscription_id, 0, 0, 0, count(*), NULL FROM deliveries WHERE state = 'held' GROUP BY subscription_id
    ) AS part GROUP BY subscription_id`,
});

/** What each subscription has waiting; those with nothing are left out. */
export function listQueues(db: Db): Promise<SubscriptionQueue[]> {
  return db.rows(queues);
}

/** What a walk would lease, without its limits in flight: those are open when nothing is leased. */
const anyUnfinished = defineStatement({
  name: "any-unfinished-delivery",
  takes: [],
  gives: row<{ unfinished: boolean }>({ unfinished: "bool" }),
  text: `SELECT EXISTS (SELECT FROM deliveries WHERE leased_by IS NOT NULL) OR EXISTS (
      SELECT FROM deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id
      WHERE d.state = 'pending' AND d.next_at <= statement_timestamp() AND s.status = 'enabled' AND s.deleted_at IS NULL
        AND ${isNext("d")}) AS unfinished`,
});

/** Whether any delivery is leased, or due and free to be leased. */
export async function isAnyUnfinished(db: Db): Promise<boolean> {
  return (await db.one(anyUnfinished)).unfinished;
}

// By the order of the index: without it a queue that was just emptied would be read whole.
const findPending = defineStatement({
  name: "find-pending-delivery",
  takes: [],
  gives: row<{ readonly subscription_id: string }>({ subscription_id: "text" }),
  text: `SELECT subscription_id FROM deliveries WHERE state = 'pending' AND leased_by IS NULL
    ORDER BY subscription_id, next_at LIMIT 1`,
});

/** Whether a delivery waits that nobody has leased, be it due or not. */
export async function isAnyPending(db: Db): Promise<boolean> {
  return (await db.maybe(findPending)) !== undefined;
}
