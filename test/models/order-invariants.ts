/**
 * The invariants of every order in a database: one query each, whose rows are the violations. Used by the model test and
 * by the crash proof.
 */
import { moneyInvariants } from "../../src/orders/decide/money-invariants.sql.ts";
import { transitions } from "../../src/orders/order/order-status.ts";
import type { TextDb } from "../../src/platform/postgres/database.ts";

export interface Invariant {
  readonly name: string;
  /** Each row is a violation, with `id` and `why`. */
  readonly text: string;
}

const table = transitions
  .flatMap(({ from, to, by, deliveryOnly }) =>
    by.map((actor) => `('${from}', '${to}', '${actor}', ${deliveryOnly === true})`),
  )
  .join(", ");

export const orderInvariants: readonly Invariant[] = [
  {
    name: "I3 the history is a path of the transition table",
    text: `WITH step AS (
        SELECT c.*, o.fulfillment_type, lag(c.status) OVER (PARTITION BY c.order_id ORDER BY c.sequence) AS before
        FROM order_changes c JOIN orders o ON o.id = c.order_id)
      SELECT order_id AS id, coalesce(before, 'nothing') || ' to ' || status || ' by ' || actor AS why FROM step
      WHERE CASE WHEN before IS NULL THEN (status, sequence, what) <> ('PENDING', 1, 'placed')
        ELSE before <> status AND NOT EXISTS (
          SELECT FROM (VALUES ${table}) AS t (from_status, to_status, actor, delivery_only)
          WHERE t.from_status = before AND t.to_status = step.status AND t.actor = step.actor
            AND (NOT t.delivery_only OR fulfillment_type = 'delivery')) END`,
  },
  {
    name: "I3 the sequence has no gap, and the order stands where its history ends",
    text: `SELECT o.id, format('%s changes, sequence %s, last %s %s', h.changes, o.sequence, h.status, h.payment_status) AS why
      FROM orders o CROSS JOIN LATERAL (
        SELECT count(*) AS changes, max(c.sequence) AS last, (array_agg(c.status ORDER BY c.sequence DESC))[1] AS status,
          (array_agg(c.payment_status ORDER BY c.sequence DESC))[1] AS payment_status
        FROM order_changes c WHERE c.order_id = o.id) h
      WHERE (h.changes, h.last) IS DISTINCT FROM (o.sequence::bigint, o.sequence) OR h.status IS DISTINCT FROM o.status
        OR h.payment_status IS DISTINCT FROM o.payment_status OR o.passed[cardinality(o.passed)] <> o.status`,
  },
  {
    name: "I4 totals add up",
    text: `SELECT id, totals::text AS why FROM orders
      WHERE (totals->>'total')::bigint <> (totals->>'subtotal')::bigint - (totals->>'discount')::bigint
        + (totals->>'tax')::bigint + (totals->>'surcharge')::bigint + (totals->>'tip')::bigint
        + (totals->>'delivery_fee')::bigint + (totals->>'delivery_tip')::bigint`,
  },
  ...moneyInvariants.map(({ name, text }) => ({ name: `I4 money: ${name}`, text })),
  {
    name: "I5 the events of an order are those of its changes; further notifications are resends",
    text: `WITH expected AS (
        SELECT o.id, t.type FROM orders o JOIN connections k ON k.location_id = o.location_id
        JOIN order_changes c ON c.order_id = o.id CROSS JOIN LATERAL (SELECT CASE
          WHEN c.what = 'placed' THEN 'order.created'
          WHEN c.what = 'payment_succeeded' THEN 'order.paid'
          WHEN c.what = 'handed_over' THEN 'order.notification'
          WHEN c.what IN ('cancel', 'status_store_cancelled', 'customer_cancelled') THEN 'order.cancelled'
          WHEN c.what = 'validated' OR (c.what = 'validation_lapsed' AND c.status = 'PENDING') THEN NULL
          ELSE 'order.updated' END) AS t (type) WHERE t.type IS NOT NULL
        UNION ALL SELECT id, 'order.validation_requested' FROM orders WHERE validation IS NOT NULL
      ), wanted AS (SELECT id, type, count(*) AS n FROM expected GROUP BY 1, 2
      ), written AS (SELECT resource_id AS id, event_type AS type, count(*) AS n FROM events
        WHERE resource_type = 'order' GROUP BY 1, 2)
      SELECT coalesce(w.id, e.id) AS id, format('%s: %s changes, %s events', coalesce(w.type, e.type), w.n, e.n) AS why
      FROM wanted w FULL JOIN written e ON e.id = w.id AND e.type = w.type
      WHERE w.n IS DISTINCT FROM e.n AND NOT (coalesce(w.type, '') = 'order.notification' AND e.n > w.n)`,
  },
  {
    name: "I5 the events of an order are numbered without a gap",
    text: `SELECT o.id, format('event_sequence %s, %s events up to %s', o.event_sequence, e.n, e.last) AS why
      FROM orders o LEFT JOIN (
        SELECT resource_id, count(DISTINCT sequence) AS n, max(sequence) AS last FROM events GROUP BY 1) e
        ON e.resource_id = o.id
      WHERE (coalesce(e.n, 0), coalesce(e.last, 0)) <> (o.event_sequence, o.event_sequence)`,
  },
  {
    name: "I5 one delivery per event and subscription that wants it",
    text: `SELECT e.id, format('%s deliveries, %s subscriptions', coalesce(d.n, 0), s.n) AS why FROM events e
      LEFT JOIN (SELECT event_id, count(*) AS n FROM deliveries GROUP BY 1) d ON d.event_id = e.id
      CROSS JOIN LATERAL (SELECT count(*) AS n FROM webhook_subscriptions
        WHERE app_id = e.app_id AND deleted_at IS NULL AND e.event_type = ANY (event_types)) s
      WHERE e.event_type <> 'webhook.test' AND coalesce(d.n, 0) <> s.n`,
  },
  {
    name: "I7 each key that placed an order stands for one order of its own",
    text: `SELECT k.key AS id, format('%s: %s rows, %s keys', k.order_id, count(o.id), k.keys) AS why FROM (
        SELECT key, a.body::json->>'id' AS order_id, count(*) OVER (PARTITION BY a.body::json->>'id') AS keys
        FROM idempotency_keys JOIN idempotency_answers a
          ON a.id = answer_id AND a.day = (created_at AT TIME ZONE 'UTC')::date
        WHERE path = '/v1/sandbox/orders' AND status = 201) k
      LEFT JOIN orders o ON o.id = k.order_id GROUP BY k.key, k.order_id, k.keys HAVING count(o.id) <> 1 OR k.keys <> 1`,
  },
  {
    name: "I7 each key of a decision that was taken has its change in the history",
    text: `SELECT k.key AS id, k.path AS why FROM idempotency_keys k
      CROSS JOIN LATERAL (SELECT split_part(k.path, '/', 4) AS order_id, split_part(k.path, '/', 5) AS what) d
      WHERE k.status = 200 AND k.path LIKE '/v1/orders/%' AND d.what IN ('accept', 'deny', 'ready', 'complete', 'cancel')
        AND NOT EXISTS (SELECT FROM orders o WHERE o.id = d.order_id AND CASE d.what
          WHEN 'accept' THEN o.passed && ARRAY['ACCEPTED', 'AUTO_ACCEPTED'] WHEN 'deny' THEN 'REJECTED' = ANY (o.passed)
          WHEN 'ready' THEN 'READY' = ANY (o.passed) WHEN 'complete' THEN 'FULFILLED' = ANY (o.passed)
          ELSE 'STORE_CANCELLED' = ANY (o.passed) END)`,
  },
  {
    name: "a decision stands at most once in a history, and a number at most once in a location's day",
    text: `SELECT order_id AS id, what AS why FROM order_changes
        WHERE what NOT IN ('payment_declined', 'payment_settling', 'payment_mismatched', 'partly_refunded', 'refund_failed',
          'refunded', 'items_unavailable', 'items_removed') GROUP BY 1, 2 HAVING count(*) > 1
      UNION ALL
      SELECT min(o.id), format('number %s', o.display_number) FROM orders o JOIN locations l ON l.id = o.location_id
        GROUP BY o.location_id, (o.created_at AT TIME ZONE l.timezone)::date, o.display_number HAVING count(*) > 1`,
  },
];

export interface Violation {
  readonly invariant: string;
  readonly id: string;
  readonly why: string;
}

/** Every violation of the invariants, the first ten of each; what has one of the ids `besides` is not looked at. */
export async function checkOrderInvariants(
  db: TextDb,
  besides: ReadonlySet<string> = new Set(),
): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  for (const { name, text } of orderInvariants) {
    const rows = await db.rows<Omit<Violation, "invariant">>(
      `SELECT * FROM (${text}) violation WHERE id <> ALL ($1::text[]) LIMIT 10`,
      [[...besides]],
    );
    violations.push(...rows.map((row) => ({ invariant: name, ...row })));
  }
  return violations;
}
