/** All SQL of orders: rows in, orders out. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { BreakdownRow } from "../../pricing/priced-basket.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { gatherReads } from "../../platform/postgres/gather-reads.ts";
import type { Order } from "./order.ts";
import type { Actor } from "./order-status.ts";

export const orderColumns = `o.id, o.location_id, o.created_at, o.updated_at, o.sequence, o.event_sequence, o.status, o.passed,
  o.payment_status, o.fulfillment_type, o.display_number, o.customer, o.line_items, o.totals, o.delivery_address,
  o.scheduled_for, o.notes, o.external_id, o.estimated_ready_at, o.handed_over_at, o.decision_deadline, o.payment_deadline, o.denial,
  o.cancellation, o.validation, o.simulated_payment, o.payment_provider, o.payment_link_token, o.timer_kind, o.timer_at,
  o.due_at, o.item_changes, o.refunded, o.receiver, o.updated_by, o.acted_by`;

/** An order locked for a change, with what its location says about it. */
export interface LockedOrder {
  readonly order: Order;
  /** The app that receives the location's orders now. */
  readonly connectedApp: Id<"app"> | null;
  readonly leadMinutes: number | null;
  readonly paymentMinutes: number;
  /** Whether anybody could decide its orders: it is not inactive, and an app receives them or they are decided by hand. */
  readonly isAttended: boolean;
  readonly decisionTimeout: "reject" | "accept";
  readonly validationTimeout: "reject" | "continue";
  /** The location's clock, read after the lock was taken. */
  readonly now: Instant;
}

interface LocationOfOrder {
  readonly connected_app_id: Id<"app"> | null;
  readonly lead_minutes: number | null;
  readonly payment_window_minutes: number;
  readonly is_attended: boolean;
  readonly decision_timeout: "reject" | "accept";
  readonly validation_timeout: "reject" | "continue";
  readonly clock_offset_seconds: number;
}

const lockText = `SELECT ${orderColumns}, c.app_id AS connected_app_id, l.lead_minutes, l.decision_timeout, l.validation_timeout,
    l.payment_window_minutes, l.clock_offset_seconds,
    l.status <> 'inactive' AND (c.app_id IS NOT NULL OR l.order_routing = 'manual') AS is_attended
  FROM orders o JOIN locations l ON l.id = o.location_id LEFT JOIN connections c ON c.location_id = o.location_id
  WHERE o.id = $1`;
const lockVisible = defineStatement({
  name: "lock-visible-order",
  text: `${lockText} AND c.app_id = $2 FOR UPDATE OF o`,
});
const lockAny = defineStatement({ name: "lock-order", text: `${lockText} FOR UPDATE OF o` });
const readClock = defineStatement({
  name: "read-clock",
  takes: [],
  gives: row<{ now: Instant }>({ now: "timestamptz" }),
  text: "SELECT clock_timestamp() AS now",
});

/** Locks an order that the app receives; without an app, any order. */
export async function lockOrder(tx: Tx, id: Id<"ord">, app: Id<"app"> | null): Promise<LockedOrder | undefined> {
  const locking =
    app === null
      ? tx.maybe<Order & LocationOfOrder>(lockAny, [id])
      : tx.maybe<Order & LocationOfOrder>(lockVisible, [id, app]);
  // Sent after the lock, so it is read once the lock is held.
  const [row, clock] = await Promise.all([locking, tx.one(readClock)]);
  if (row === undefined) return undefined;
  const { connected_app_id, lead_minutes, payment_window_minutes, is_attended, ...timed } = row;
  const { decision_timeout, validation_timeout, clock_offset_seconds, ...order } = timed;
  return {
    order,
    connectedApp: connected_app_id,
    leadMinutes: lead_minutes,
    paymentMinutes: payment_window_minutes,
    isAttended: is_attended,
    decisionTimeout: decision_timeout,
    validationTimeout: validation_timeout,
    now: clock.now + clock_offset_seconds * 1000,
  };
}

const findVisible = defineStatement({
  name: "find-visible-orders",

  text: `SELECT asked.number, ${orderColumns}
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (id, app, number)
    JOIN orders o ON o.id = asked.id JOIN connections c ON c.location_id = o.location_id AND c.app_id = asked.app`,
});

interface AskedOrder {
  readonly id: Id<"ord">;
  readonly app: Id<"app">;
}

const findGathered = gatherReads<AskedOrder, Order>(async (db, asked) => {
  const values = [asked.map(({ id }) => id), asked.map(({ app }) => app)];
  const found: (Order | undefined)[] = Array.from({ length: asked.length });
  const rows = await db.rows<Order & { readonly number: number }>(findVisible, values);
  for (const row of rows) found[row.number - 1] = row;
  return found;
});

/** An order of a location to which the app holds the connection; orders that are asked for together are read together. */
export function findVisibleOrder(db: Db, id: Id<"ord">, app: Id<"app">): Promise<Order | undefined> {
  return findGathered(db, { id, app });
}

const findOrderStatement = defineStatement({
  name: "find-order",
  text: `SELECT ${orderColumns} FROM orders o WHERE o.id = $1`,
});

/** An order, whoever receives it. */
export function findOrder(db: Db, id: Id<"ord">): Promise<Order | undefined> {
  return db.maybe(findOrderStatement, [id]);
}

const ofApp = defineStatement({
  name: "list-orders-of-app",
  takes: ["text"],
  gives: row<{ id: Id<"ord"> }>({ id: "text" }),
  text: `SELECT id FROM orders WHERE location_id = $1 AND receiver = 'app'
    AND status IN ('PENDING', 'ACCEPTED', 'AUTO_ACCEPTED', 'READY', 'IN_DELIVERY') ORDER BY id`,
});

/** The orders of a location that an app received and that are not over, in one order for their locks. */
export async function listOrdersOfApp(tx: Tx, locationId: Id<"str">): Promise<readonly Id<"ord">[]> {
  return (await tx.rows(ofApp, [locationId])).map(({ id }) => id);
}

/** Takes the drain's lock and answers the time to write as `placed_at`; see the function in 0004-orders.sql. */
const enterDrain = defineStatement({
  name: "enter-order-drain",
  takes: [],
  gives: row<{ readonly placed_at: Instant }>({ placed_at: "timestamptz" }),
  text: "SELECT enter_order_drain() AS placed_at",
});
export function enterOrderDrain(tx: Tx): Promise<{ readonly placed_at: Instant }> {
  return tx.one(enterDrain);
}

export interface NewOrderFields {
  readonly placedAt: Instant;
  readonly breakdown: readonly BreakdownRow[];
  readonly menuVersionId: string;
  readonly dinerTokenHash: Buffer;
}

const insertText = `INSERT INTO orders (id, location_id, created_at, updated_at, sequence, event_sequence, status, passed,
    payment_status, fulfillment_type, display_number, customer, line_items, totals, delivery_address, scheduled_for,
    notes, external_id, estimated_ready_at, handed_over_at, decision_deadline, denial, cancellation, validation,
    simulated_payment, payment_provider, payment_link_token, timer_kind, timer_at, placed_at, breakdown,
    menu_version_id, diner_token_hash, due_at, payment_deadline, receiver, updated_by)
  VALUES ($1, $2, to_timestamp($3::float8 / 1000), to_timestamp($4::float8 / 1000), $5, $6, $7, $8, $9, $10, $11, $12, $13,
    $14, $15, to_timestamp($16::float8 / 1000), $17, $18, to_timestamp($19::float8 / 1000),
    to_timestamp($20::float8 / 1000), to_timestamp($21::float8 / 1000), $22, $23, $24, $25, $26, $27, $28,
    to_timestamp($29::float8 / 1000), to_timestamp($30::float8 / 1000), $31, $32, $33,
    to_timestamp($34::float8 / 1000), to_timestamp($35::float8 / 1000), $36, $37)`;
const insertStatement = defineStatement({ name: "insert-order", text: insertText });

/** Sends a new order. */
export function sendOrder(tx: Tx, order: Order, fields: NewOrderFields): void {
  tx.send(insertStatement, [
    order.id,
    order.location_id,
    order.created_at,
    order.updated_at,
    order.sequence,
    order.event_sequence,
    order.status,
    order.passed,
    order.payment_status,
    order.fulfillment_type,
    order.display_number,
    JSON.stringify(order.customer),
    JSON.stringify(order.line_items),
    JSON.stringify(order.totals),
    json(order.delivery_address),
    order.scheduled_for,
    order.notes,
    order.external_id,
    order.estimated_ready_at,
    order.handed_over_at,
    order.decision_deadline,
    json(order.denial),
    json(order.cancellation),
    json(order.validation),
    order.simulated_payment,
    order.payment_provider,
    order.payment_link_token,
    order.timer_kind,
    order.timer_at,
    fields.placedAt,
    JSON.stringify(fields.breakdown),
    fields.menuVersionId,
    fields.dinerTokenHash,
    order.due_at,
    order.payment_deadline,
    order.receiver,
    order.updated_by,
  ]);
}

const updateStatement = defineStatement({
  name: "update-order",
  text: `UPDATE orders SET updated_at = to_timestamp($2::float8 / 1000), sequence = $3, event_sequence = $4, status = $5,
      passed = $6, payment_status = $7, external_id = $8, estimated_ready_at = to_timestamp($9::float8 / 1000),
      handed_over_at = to_timestamp($10::float8 / 1000), decision_deadline = to_timestamp($11::float8 / 1000),
      denial = $12, cancellation = $13, validation = $14, timer_kind = $15, timer_at = to_timestamp($16::float8 / 1000), refunded = $17,
      payment_deadline = to_timestamp($18::float8 / 1000), receiver = $19, updated_by = $20, acted_by = $21
    WHERE id = $1`,
});

/** Sends the fields of a locked order that can change. */
export function sendOrderUpdate(tx: Tx, order: Order): void {
  tx.send(updateStatement, [
    order.id,
    order.updated_at,
    order.sequence,
    order.event_sequence,
    order.status,
    order.passed,
    order.payment_status,
    order.external_id,
    order.estimated_ready_at,
    order.handed_over_at,
    order.decision_deadline,
    json(order.denial),
    json(order.cancellation),
    json(order.validation),
    order.timer_kind,
    order.timer_at,
    order.refunded,
    order.payment_deadline,
    order.receiver,
    order.updated_by,
    json(order.acted_by),
  ]);
}

const sendEventSequenceStatement = defineStatement({
  name: "update-order-event-sequence",
  prepare: false,
  takes: ["text", "int4"],
  text: "UPDATE orders SET event_sequence = $2 WHERE id = $1",
});

/** Sends only that the order has told of itself once more. */
export function sendEventSequence(tx: Tx, order: Pick<Order, "id" | "event_sequence">): void {
  tx.send(sendEventSequenceStatement, [order.id, order.event_sequence]);
}

export interface OrderChange {
  readonly sequence: number;
  readonly at: Instant;
  readonly what: string;
  readonly actor: Actor;
  readonly acted_by?: Order["acted_by"];
  readonly status: Order["status"];
  readonly payment_status: Order["payment_status"];
}

const changesStatement = defineStatement({
  name: "insert-order-changes",
  takes: ["text", "jsonb"],
  text: `INSERT INTO order_changes (order_id, sequence, at, what, actor, status, payment_status, acted_by)
    SELECT $1, c.sequence, to_timestamp(c.at / 1000), c.what, c.actor, c.status, c.payment_status, c.acted_by
    FROM jsonb_to_recordset($2) AS c(sequence int, at float8, what text, actor text, status text, payment_status text, acted_by jsonb)`,
});

/** Sends the history rows of the changes made to an order. */
export function sendOrderChanges(tx: Tx, id: Id<"ord">, changes: readonly OrderChange[]): void {
  tx.send(changesStatement, [id, JSON.stringify(changes)]);
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
