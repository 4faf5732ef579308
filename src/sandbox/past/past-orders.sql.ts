/** SQL of the orders and the money of the demonstration's past: one statement a table. For the sandbox only. */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

/** A row as its columns; instants are texts that PostgreSQL reads. */
export type PastRow = Readonly<Record<string, unknown>>;

/** Inserts the columns that are named, of rows given as a list; those that are not named have their defaults. */
function insertion(table: string, columns: string): string {
  return `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`;
}

const orders = defineStatement({
  name: "insert-past-orders",
  prepare: false,
  takes: ["jsonb"],
  text: insertion(
    "orders",
    `id, location_id, placed_at, created_at, updated_at, written_at, sequence, event_sequence, status, passed, payment_status,
    fulfillment_type, display_number, customer, line_items, totals, breakdown, menu_version_id, delivery_address, external_id,
    estimated_ready_at, handed_over_at, decision_deadline, payment_deadline, denial, cancellation, simulated_payment,
    diner_token_hash, payment_provider, payment_link_token, item_changes, refunded, receiver, updated_by, acted_by, code, printed,
    timer_kind, timer_at`,
  ),
});
const changes = defineStatement({
  name: "insert-past-order-changes",
  prepare: false,
  takes: ["jsonb"],
  text: insertion("order_changes", "order_id, sequence, at, what, actor, status, payment_status, acted_by"),
});
const payments = defineStatement({
  name: "insert-past-payments",
  prepare: false,
  takes: ["jsonb"],
  text: insertion(
    "payments",
    `id, order_id, location_id, processor, amount, currency, status, captured, refunded, refund_requested, link_token, created_at,
    updated_at, charge_ref`,
  ),
});
const refunds = defineStatement({
  name: "insert-past-refunds",
  prepare: false,
  takes: ["jsonb"],
  text: insertion(
    "refunds",
    `id, payment_id, location_id, amount, status, due_at, attempts, created_at, purpose, charge_ref, currency, tries,
    processor_ref, failed_refs`,
  ),
});
const movements = defineStatement({
  name: "insert-past-payments-ledger",
  prepare: false,
  takes: ["jsonb"],
  text: insertion(
    "payments_ledger",
    "id, payment_id, refund_id, kind, debit, credit, amount, currency, reference, reason, at",
  ),
});
const charges = defineStatement({
  name: "insert-past-test-processor-charges",
  prepare: false,
  takes: ["jsonb"],
  text: insertion(
    "test_processor_charges",
    "id, payment_id, location_id, amount, card_last_four, status, refunds_to_fail, created_at, settles_as",
  ),
});
const paidBack = defineStatement({
  name: "insert-past-test-processor-refunds",
  prepare: false,
  takes: ["jsonb"],
  text: insertion("test_processor_refunds", "key, charge_id, amount, created_at"),
});

/** The rows of each table, in the state in which they begin. */
export interface PastOrderRows {
  readonly orders: readonly (PastRow & { readonly id: string })[];
  readonly changes: readonly PastRow[];
  readonly payments: readonly PastRow[];
  readonly refunds: readonly (PastRow & { readonly id: string })[];
  readonly movements: readonly PastRow[];
  readonly charges: readonly PastRow[];
  readonly paidBack: readonly PastRow[];
  /** The payments that were never made, and those that went back. */
  readonly unpaid: readonly string[];
  readonly returned: readonly string[];
}

const moveOrders = defineStatement({
  name: "move-past-orders",
  prepare: false,
  takes: ["text[]", "int4"],
  text: `UPDATE orders SET status = passed[$2], timer_kind = NULL, timer_at = NULL
    WHERE id = ANY($1) AND cardinality(passed) >= $2`,
});
const movePayments = defineStatement({
  name: "move-past-payments",
  prepare: false,
  takes: ["text[]", "text"],
  text: "UPDATE payments SET status = $2 WHERE id = ANY($1)",
});
const settleRefunds = defineStatement({
  name: "settle-past-refunds",
  prepare: false,
  takes: ["text[]"],
  text: "UPDATE refunds SET status = 'succeeded', due_at = NULL WHERE id = ANY($1)",
});

/** An order passes at most so many statuses. */
const mostStatuses = 5;

/** Stores orders that are over with their money, and moves them along the statuses that they passed; nobody is told of them. */
export function sendPastOrders(tx: Tx, rows: PastOrderRows): void {
  tx.send(orders, [JSON.stringify(rows.orders)]);
  tx.send(changes, [JSON.stringify(rows.changes)]);
  tx.send(payments, [JSON.stringify(rows.payments)]);
  tx.send(refunds, [JSON.stringify(rows.refunds)]);
  tx.send(movements, [JSON.stringify(rows.movements)]);
  tx.send(charges, [JSON.stringify(rows.charges)]);
  tx.send(paidBack, [JSON.stringify(rows.paidBack)]);
  const ids = rows.orders.map(({ id }) => id);
  for (let index = 2; index <= mostStatuses; index++) tx.send(moveOrders, [ids, index]);
  tx.send(movePayments, [rows.unpaid, "void"]);
  for (const status of ["refund_pending", "refunded"]) tx.send(movePayments, [rows.returned, status]);
  tx.send(settleRefunds, [rows.refunds.map(({ id }) => id)]);
}

const numberStatement = defineStatement({
  name: "set-past-order-number",
  prepare: false,
  takes: ["text", "date", "int4"],
  text: "INSERT INTO order_numbers (location_id, day, last) VALUES ($1, $2, $3)",
});

/** Lets the next order of the location's day have the number after this one. */
export function sendLastNumber(tx: Tx, locationId: Id<"str">, day: string, last: number): void {
  tx.send(numberStatement, [locationId, day, last]);
}
