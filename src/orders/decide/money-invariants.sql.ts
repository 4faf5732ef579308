/**
 * The invariants of money: the ledger, the payments, the refunds, the orders and the bookings agree to the cent. One
 * statement each, so each reads one moment. Its rows are the violations, with `id` and `why`.
 */
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement, type Statement } from "../../platform/postgres/statement.ts";

/** How many break a rule, and the first five. */
interface Found {
  readonly count: number;
  readonly examples: readonly string[] | null;
}

interface MoneyRule {
  readonly name: string;
  readonly about: string;
  /** Selects `id` and `why` of what breaks the rule. */
  readonly text: string;
}

export interface MoneyInvariant extends MoneyRule {
  /** Counts what breaks the rule. */
  readonly statement: Statement<Found, []>;
}

const untaken = "('unpaid', 'failed', 'pending', 'void')";
const over = "('REJECTED', 'STORE_CANCELLED', 'CUSTOMER_CANCELLED')";

/** Per payment and currency: what stands on each account of the ledger. */
const balances = `SELECT payment_id, currency,
    sum(amount * ((credit IN ('orders', 'bookings'))::int - (debit IN ('orders', 'bookings'))::int))::bigint AS orders,
    sum(amount * ((debit = 'processor')::int - (credit = 'processor')::int))::bigint AS processor,
    sum(amount * ((credit = 'refunds')::int - (debit = 'refunds')::int))::bigint AS refunds,
    sum(amount) FILTER (WHERE kind = 'charge')::bigint AS charged
  FROM payments_ledger GROUP BY 1, 2`;

const rules: readonly MoneyRule[] = [
  {
    name: "order_and_ledger",
    about: "What the ledger keeps of an order is its total while it is paid and goes on, and nothing otherwise.",
    text: `SELECT o.id, format('%s %s of %s: the ledger keeps %s', o.status, o.payment_status, o.totals->>'total', b.kept) AS why
      FROM orders o JOIN payments p ON p.order_id = o.id
      LEFT JOIN (SELECT payment_id, sum(orders)::bigint AS kept, max(currency) FILTER (WHERE orders <> 0) AS currency,
        count(*) FILTER (WHERE orders <> 0) AS currencies FROM (${balances}) x GROUP BY 1) b ON b.payment_id = p.id
      WHERE coalesce(b.kept, 0) <> CASE WHEN p.status = 'paid' THEN (o.totals->>'total')::bigint ELSE 0 END
        OR b.currencies > 1 OR b.currency <> o.totals->>'currency'`,
  },
  {
    name: "order_and_sales",
    about: "The sales of an order add up to its total while it is accepted, and to nothing otherwise.",
    text: `SELECT o.id, format('%s of %s: sales of %s', o.status, o.totals->>'total', s.total) AS why
      FROM orders o
      LEFT JOIN (SELECT location_id, order_id, sum(total)::bigint AS total FROM sales_ledger GROUP BY 1, 2) s
        ON s.location_id = o.location_id AND s.order_id = o.id
      WHERE coalesce(s.total, 0) <> CASE WHEN is_sold(o.status) THEN (o.totals->>'total')::bigint ELSE 0 END`,
  },
  {
    name: "payment_and_ledger",
    about:
      "The ledger has the charge and the refunds of every payment, and each account stands where the payment says.",
    text: `SELECT coalesce(p.order_id, p.booking_id) AS id, format('captured %s, to go back %s, gone %s; ledger %s', p.captured, p.refund_requested,
          p.refunded, row_to_json(b)) AS why
      FROM payments p
      LEFT JOIN (SELECT payment_id, sum(orders)::bigint AS orders, sum(processor)::bigint AS processor,
        sum(refunds)::bigint AS refunds FROM (${balances}) x GROUP BY 1) b ON b.payment_id = p.id
      CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS owed,
          coalesce(sum(amount) FILTER (WHERE status = 'succeeded' AND purpose = 'surplus'), 0) AS surplus_gone,
          coalesce(sum(amount) FILTER (WHERE purpose = 'surplus'), 0) AS surplus,
          coalesce(sum(amount) FILTER (WHERE status = 'pending'), 0) AS pending,
          coalesce(sum(amount) FILTER (WHERE purpose <> 'surplus'), 0) AS own,
          coalesce(sum(amount) FILTER (WHERE status = 'succeeded' AND purpose <> 'surplus'), 0) AS own_gone
        FROM refunds WHERE payment_id = p.id) r
      WHERE r.own <> p.refund_requested OR r.own_gone <> p.refunded
        OR coalesce(b.orders, 0) <> p.captured - p.refund_requested
        OR coalesce(b.processor, 0) <> p.captured - p.refunded + r.surplus - r.surplus_gone
        OR coalesce(b.refunds, 0) <> r.pending
        OR (p.charge_ref IS NOT NULL AND NOT EXISTS (SELECT FROM payments_ledger m WHERE m.payment_id = p.id
          AND m.kind = 'charge' AND m.reference = p.charge_ref AND m.amount = p.captured AND m.currency = p.currency))`,
  },
  {
    name: "payment_and_order",
    about: "An order and its payment have the same state; money is kept only for orders that are made, and once.",
    text: `SELECT o.id, format('%s %s: payment %s of %s, captured %s, to go back %s, gone %s', o.status, o.payment_status,
          coalesce(p.status, 'none'), p.amount, p.captured, p.refund_requested, p.refunded) AS why
      FROM orders o LEFT JOIN payments p ON p.order_id = o.id
      WHERE NOT coalesce(CASE
        WHEN p.id IS NULL THEN o.payment_status = 'pay_in_store'
        WHEN o.payment_status <> (CASE p.status WHEN 'void' THEN 'unpaid' ELSE p.status END) THEN false
        WHEN o.refunded <> p.refunded OR p.currency <> o.totals->>'currency' THEN false
        WHEN o.status IN ${over} AND p.status IN ('paid', 'unpaid', 'failed') THEN false
        WHEN p.status = 'paid' THEN p.captured = p.amount
          AND p.captured - p.refund_requested = (o.totals->>'total')::bigint
        WHEN p.status = 'refund_pending' THEN p.refund_requested = p.captured AND p.refunded < p.captured
        WHEN p.status = 'refunded' THEN p.captured = p.amount AND p.refunded = p.captured
        ELSE p.captured = 0 END, false)`,
  },
  {
    name: "payment_and_booking",
    about:
      "A booking and its payment say the same; money is kept only for guests who are expected, came or gave up late.",
    text: `SELECT b.id, format('%s, payment %s of %s, to go back %s, gone %s; the booking says %s', b.status, p.status, p.amount,
          p.refund_requested, p.refunded, b.payment) AS why
      FROM bookings b LEFT JOIN payments p ON p.booking_id = b.id
      WHERE (b.payment IS NOT NULL OR p.id IS NOT NULL) AND NOT coalesce(CASE
        WHEN p.id <> b.payment ->> 'id' THEN p.status IN ('void', 'pending', 'refund_pending', 'refunded')
        WHEN (b.payment ->> 'amount')::bigint <> p.amount OR (b.payment ->> 'refunded')::bigint <> p.refunded
          OR (b.payment ->> 'refund_requested')::bigint <> p.refund_requested THEN false
        WHEN p.status IN ${untaken} THEN b.payment ->> 'state' IN ${untaken} AND CASE
          WHEN b.status = 'pending' THEN p.status <> 'void'
          WHEN b.status IN ('confirmed', 'in_service') THEN true
          ELSE p.status IN ('void', 'pending') END
        WHEN b.payment ->> 'state' <> p.status THEN false
        WHEN p.status = 'paid' THEN b.status IN ('confirmed', 'in_service', 'completed', 'no_show', 'cancelled_by_guest')
        ELSE b.status IN ('declined', 'cancelled_by_guest', 'cancelled_by_venue') END, false)`,
  },
  {
    name: "handed_over_unpaid",
    about: "No order reached a kitchen before it was paid, unless the diner pays in the store.",
    text: `SELECT o.id, format('handed over while %s', c.payment_status) AS why
      FROM orders o JOIN order_changes c ON c.order_id = o.id AND c.what = 'handed_over'
      WHERE c.payment_status NOT IN ('paid', 'pay_in_store')`,
  },
  {
    name: "refunds_booked",
    about: "Every refund is booked when it is asked for and when it is paid, for the amount it is of.",
    text: `SELECT r.id, format('%s %s of %s: asked for %s, paid %s', r.purpose, r.status, r.amount, m.asked, m.paid) AS why
      FROM refunds r CROSS JOIN LATERAL (SELECT
          coalesce(sum(amount) FILTER (WHERE kind IN ('refund_requested', 'adjustment')), 0) AS asked,
          coalesce(sum(amount * (CASE kind WHEN 'refund_settled' THEN 1 WHEN 'refund_failed' THEN -1 ELSE 0 END)), 0) AS paid
        FROM payments_ledger WHERE refund_id = r.id) m
      WHERE m.asked <> r.amount OR m.paid <> CASE r.status WHEN 'succeeded' THEN r.amount ELSE 0 END`,
  },
  {
    name: "test_processor_books",
    about: "The test processor's own books have the same charges and refunds as the ledger.",
    text: `SELECT coalesce(p.order_id, p.booking_id) AS id, format('ledger %s charged %s back, processor %s charged %s back', coalesce(m.charged, 0),
          coalesce(m.back, 0), coalesce(c.charged, 0), coalesce(c.back, 0)) AS why
      FROM payments p
      LEFT JOIN (SELECT payment_id, sum(amount) FILTER (WHERE kind = 'charge') AS charged,
          sum(amount * (CASE kind WHEN 'refund_settled' THEN 1 WHEN 'refund_failed' THEN -1 ELSE 0 END)) AS back
        FROM payments_ledger GROUP BY 1) m ON m.payment_id = p.id
      LEFT JOIN (SELECT c.payment_id, sum(c.amount) AS charged, sum(f.back) AS back FROM test_processor_charges c
        LEFT JOIN (SELECT charge_id, sum(amount) AS back FROM test_processor_refunds GROUP BY 1) f ON f.charge_id = c.id
        WHERE c.status = 'succeeded' GROUP BY 1) c ON c.payment_id = p.id
      WHERE p.processor = 'test' AND (coalesce(m.charged, 0) <> coalesce(c.charged, 0)
        OR coalesce(m.back, 0) > coalesce(c.back, 0)
        OR (coalesce(m.back, 0) < coalesce(c.back, 0) AND NOT EXISTS (
          SELECT FROM refunds r WHERE r.payment_id = p.id AND r.status = 'pending')))`,
  },
  {
    name: "one_live_link",
    about: "No payment that is made or no longer needed has a link that can still be paid, but for one being closed.",
    text: `SELECT coalesce(p.order_id, p.booking_id) AS id, format('payment %s, link %s', p.status, k.state) AS why
      FROM payment_links k JOIN payments p ON p.id = k.payment_id
      WHERE k.state IN ('creating', 'open') AND p.status NOT IN ('unpaid', 'failed')`,
  },
];

export const moneyInvariants: readonly MoneyInvariant[] = rules.map((rule) => ({
  ...rule,
  statement: defineStatement({
    name: `money-invariant-${rule.name.replaceAll("_", "-")}`,
    prepare: false,
    takes: [],
    gives: row<Found>({ count: "int8", examples: "text[]" }),
    text: `WITH found AS MATERIALIZED (${rule.text})
      SELECT (SELECT count(*) FROM found) AS count,
        (SELECT array_agg(id || ': ' || why) FROM (SELECT id, why FROM found LIMIT 5) f) AS examples`,
  }),
}));

export interface MoneyViolations {
  readonly count: number;
  /** The first five. */
  readonly examples: readonly string[];
}

/** What breaks one invariant. */
export async function findMoneyViolations(db: Db, { statement }: MoneyInvariant): Promise<MoneyViolations> {
  const row = await db.one(statement);
  return { count: row.count, examples: row.examples ?? [] };
}
