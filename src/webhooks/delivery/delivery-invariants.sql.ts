/**
 * The invariants of events and deliveries, I5, I6 and I12 of `verify`: one SQL check each. A check selects the rows
 * that break the rule, and must select none while workers run. Called by `npx maple verify`, by tests and by proofs.
 */
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement, type Statement } from "../../platform/postgres/statement.ts";

/** How many break a rule, and the first five. */
interface Found {
  readonly count: number;
  readonly examples: readonly string[] | null;
}

interface Rule {
  readonly invariant: "I5" | "I6" | "I12";
  readonly name: string;
  /** What holds when nothing is found. */
  readonly about: string;
  /** Selects one text column `subject`: what breaks the rule. */
  readonly sql: string;
}

export interface InvariantCheck extends Rule {
  /** Counts what breaks the rule. */
  readonly statement: Statement<Found, []>;
}

/** The grace for what sweeps and workers put right by themselves. */
const grace = "interval '60 seconds'";
/** A worker was there for the grace after an instant: without one nobody could do what was due, as after a restore. */
const isOverdue = (due: string): string => `was_worked_after(${due}, ${grace})`;
const lastAttempt = 10;

const rules: readonly Rule[] = [
  {
    invariant: "I5",
    name: "delivery_without_event",
    about: "Every delivery has its event.",
    sql: `SELECT d.id AS subject FROM deliveries d WHERE NOT EXISTS (SELECT FROM events e WHERE e.id = d.event_id)`,
  },
  {
    invariant: "I5",
    name: "delivery_without_subscription",
    about: "Every delivery has its subscription, of the event's app.",
    sql: `SELECT d.id AS subject FROM deliveries d JOIN events e ON e.id = d.event_id
      WHERE NOT EXISTS (SELECT FROM webhook_subscriptions s WHERE s.id = d.subscription_id AND s.app_id = e.app_id)`,
  },
  {
    invariant: "I5",
    name: "stalled_delivery",
    about: "Nothing is due for more than 60 s, while a worker runs and nothing of its subscription is under way.",
    sql: `SELECT d.id AS subject FROM deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id
      WHERE d.state = 'pending' AND d.leased_by IS NULL AND ${isOverdue("d.next_at")}
        AND s.status = 'enabled' AND s.deleted_at IS NULL
        AND NOT EXISTS (SELECT FROM deliveries l WHERE l.subscription_id = d.subscription_id AND l.leased_by IS NOT NULL)
        AND NOT EXISTS (SELECT FROM deliveries earlier
          WHERE earlier.subscription_id = d.subscription_id AND earlier.resource_id = d.resource_id
            AND earlier.state = 'pending' AND earlier.sequence < d.sequence AND earlier.ordered_until > now() - ${grace})`,
  },
  {
    invariant: "I5",
    name: "state_against_subscription",
    about: "Nothing is pending for a disabled or deleted subscription, nothing is held for an enabled one.",
    sql: `SELECT d.id AS subject FROM deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id
      WHERE d.leased_by IS NULL AND greatest(s.updated_at, d.created_at) < now() - ${grace} AND CASE
        WHEN s.deleted_at IS NOT NULL THEN d.state IN ('pending', 'held')
        WHEN s.status = 'disabled' THEN d.state = 'pending' AND ${isOverdue("d.next_at")}
        ELSE d.state = 'held' AND ${isOverdue("d.held_at")} END`,
  },
  {
    invariant: "I5",
    name: "attempt_not_on_record",
    about: "Every attempt that ended is on record, numbered without a gap.",
    sql: `SELECT d.id AS subject FROM deliveries d
      LEFT JOIN (SELECT event_id, delivery_id, count(*) AS made, max(attempt) AS last
        FROM delivery_attempts GROUP BY event_id, delivery_id) a ON a.event_id = d.event_id AND a.delivery_id = d.id
      WHERE coalesce(a.made, 0) <> coalesce(a.last, 0)
        OR d.attempts - (d.leased_by IS NOT NULL)::int <> coalesce(a.made, 0)`,
  },
  {
    invariant: "I5",
    name: "given_up_too_early",
    about: "A delivery fails for good only after its whole retry schedule; test calls have none.",
    sql: `SELECT d.id AS subject FROM deliveries d
      WHERE d.state = 'failed' AND d.attempts - d.attempts_before < ${lastAttempt}
        AND d.resource_type <> 'webhook_subscription'`,
  },
  {
    invariant: "I6",
    name: "delivered_without_answer",
    about: "Every delivered row has an attempt on record that was answered with 2xx.",
    sql: `SELECT d.id AS subject FROM deliveries d
      WHERE d.state = 'delivered' AND NOT EXISTS (SELECT FROM delivery_attempts a
        WHERE a.event_id = d.event_id AND a.delivery_id = d.id AND a.response_status BETWEEN 200 AND 299)`,
  },
  {
    invariant: "I6",
    name: "answered_but_not_delivered",
    about: "An attempt answered with 2xx ends its delivery, until a replay asks for more.",
    sql: `SELECT d.id AS subject FROM deliveries d JOIN delivery_attempts a
        ON a.event_id = d.event_id AND a.delivery_id = d.id AND a.response_status BETWEEN 200 AND 299
      WHERE d.state <> 'delivered' AND a.attempt > d.attempts_before`,
  },
  {
    invariant: "I12",
    name: "expired_lease",
    about: "A lease that has run out is taken back within 60 s, while a worker runs.",
    sql: `SELECT id AS subject FROM deliveries WHERE leased_by IS NOT NULL AND ${isOverdue("leased_until")}`,
  },
  {
    invariant: "I12",
    name: "stuck_lock",
    about: "Nothing waits for a lock for more than 60 s.",
    sql: `SELECT 'process ' || l.pid AS subject FROM pg_locks l
      WHERE NOT l.granted AND l.waitstart < now() - ${grace}
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  },
  {
    invariant: "I12",
    name: "leaked_transaction",
    about: "No connection holds a transaction open for more than 60 s.",
    sql: `SELECT 'process ' || pid || ' ' || application_name AS subject FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
        AND xact_start < now() - ${grace}`,
  },
];

export const deliveryInvariants: readonly InvariantCheck[] = rules.map((rule) => ({
  ...rule,
  statement: defineStatement({
    name: `delivery-invariant-${rule.name.replaceAll("_", "-")}`,
    prepare: false,
    takes: [],
    gives: row<Found>({ count: "int8", examples: "text[]" }),
    text: `SELECT count(*) AS count, (array_agg(subject::text ORDER BY subject))[1:5] AS examples FROM (${rule.sql}) AS found`,
  }),
}));

export interface Violations {
  readonly count: number;
  readonly examples: readonly string[];
}

/** What a check finds now. */
export async function findViolations(db: Db, check: InvariantCheck): Promise<Violations> {
  const row = await db.one(check.statement);
  return { count: row.count, examples: row.examples ?? [] };
}
