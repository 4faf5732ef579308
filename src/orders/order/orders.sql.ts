/** All SQL of orders: rows in, orders out. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { BreakdownRow } from "../../pricing/priced-basket.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row, rowWith } from "../../platform/postgres/sql-types.ts";
import { defineStatement, listOfAnyLength } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import { gatherReads } from "../../platform/postgres/gather-reads.ts";
import type { Order } from "./order.ts";

/** The code of an order without one of its own: made of its id, from signs that codes have. */
export function derivedCode(table: string): string {
  return `left(translate(upper(md5(${table}.id)), '01', 'GH'), 8)`;
}

/** Orders; the order of the columns is that of selections. */
export const orderTable = defineTable<Order>()({
  name: "orders",
  columns: {
    id: "text",
    location_id: "text",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    written_at: "timestamptz",
    sequence: "int4",
    event_sequence: "int4",
    status: "text",
    passed: "text[]",
    payment_status: "text",
    fulfillment_type: "text",
    display_number: "text",
    confirmation_code: "text",
    customer: "jsonb",
    language: "text",
    line_items: "jsonb",
    totals: "jsonb",
    delivery_address: "jsonb",
    scheduled_for: "timestamptz",
    notes: "text",
    external_id: "text",
    estimated_ready_at: "timestamptz",
    handed_over_at: "timestamptz",
    decision_deadline: "timestamptz",
    payment_deadline: "timestamptz",
    denial: "jsonb",
    cancellation: "jsonb",
    validation: "jsonb",
    simulated_payment: "bool",
    payment_provider: "text",
    payment_link_token: "text",
    timer_kind: "text",
    timer_at: "timestamptz",
    due_at: "timestamptz",
    item_changes: "jsonb",
    refunded: "int8",
    receiver: "text",
    updated_by: "text",
    acted_by: "jsonb",
  },
  also: {
    placed_at: "timestamptz",
    breakdown: "jsonb",
    menu_version_id: "text",
    diner_token_hash: "bytea",
    code: "text",
  },
  computed: { confirmation_code: (o) => `coalesce(${o}.code, ${derivedCode(o)})` },
});
const selected = orderTable.select("o");

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
  /** The same in real time: what a change is written with. The drain was entered for it. */
  readonly writtenAt: Instant;
}

interface LocationOfOrder {
  readonly connected_app_id: Id<"app"> | null;
  readonly lead_minutes: number | null;
  readonly payment_window_minutes: number;
  readonly is_attended: boolean;
  readonly decision_timeout: "reject" | "accept";
  readonly validation_timeout: "reject" | "continue";
  readonly clock_offset_seconds: number;
  readonly at: Instant;
}

// The connection is one value and no join, for which PostgreSQL may read all connections of the app.
const lockVisible = defineStatement({
  name: "lock-visible-order",
  takes: ["text", "text"],
  gives: orderTable.row,
  text: `SELECT ${selected} FROM orders o
    WHERE o.id = $1 AND (SELECT c.app_id FROM connections c WHERE c.location_id = o.location_id) = $2 FOR UPDATE`,
});
const lockAny = defineStatement({
  name: "lock-order",
  takes: ["text"],
  gives: orderTable.row,
  text: `SELECT ${selected} FROM orders o WHERE o.id = $1 FOR UPDATE`,
});
/** Takes the drain's lock and answers the real time to write; see the function in 0004-orders.sql. */
const enterDrain = defineStatement({
  name: "enter-order-drain",
  takes: [],
  gives: row<{ readonly at: Instant }>({ at: "timestamptz" }),
  text: "SELECT enter_order_drain() AS at",
});
/** The same for one order, with what its location says now. */
const enterDrainOfOrder = defineStatement({
  name: "enter-order-drain-of-order",
  takes: ["text"],
  gives: row<LocationOfOrder>({
    connected_app_id: "text",
    lead_minutes: "int4",
    payment_window_minutes: "int4",
    is_attended: "bool",
    decision_timeout: "text",
    validation_timeout: "text",
    clock_offset_seconds: "int8",
    at: "timestamptz",
  }),
  text: `SELECT c.app_id AS connected_app_id, l.lead_minutes, l.payment_window_minutes,
      l.status <> 'inactive' AND (c.app_id IS NOT NULL OR l.order_routing = 'manual') AS is_attended,
      l.decision_timeout, l.validation_timeout, l.clock_offset_seconds, enter_order_drain() AS at
    FROM orders o JOIN locations l ON l.id = o.location_id LEFT JOIN connections c ON c.location_id = o.location_id
    WHERE o.id = $1`,
});

/** Enters the drain of GET /orders; answers the real time that a change is written with. */
export async function enterOrderDrain(tx: Tx): Promise<Instant> {
  const { at } = await tx.one(enterDrain);
  return at;
}

/**
 * Locks an order that the app receives; without an app, any order. Location and connection are read once the lock is
 * held: an app that was disconnected while the lock was waited for receives the order no more.
 */
export async function lockOrder(tx: Tx, id: Id<"ord">, app: Id<"app"> | null): Promise<LockedOrder | undefined> {
  const locking = app === null ? tx.maybe(lockAny, [id]) : tx.maybe(lockVisible, [id, app]);
  const [order, location] = await Promise.all([locking, tx.maybe(enterDrainOfOrder, [id])]);
  if (order === undefined || location === undefined) return undefined;
  if (app !== null && location.connected_app_id !== app) return undefined;
  return {
    order,
    connectedApp: location.connected_app_id,
    leadMinutes: location.lead_minutes,
    paymentMinutes: location.payment_window_minutes,
    isAttended: location.is_attended,
    decisionTimeout: location.decision_timeout,
    validationTimeout: location.validation_timeout,
    now: location.at + location.clock_offset_seconds * 1000,
    writtenAt: location.at,
  };
}

const findVisible = defineStatement({
  name: "find-visible-orders",
  takes: ["text[]", "text[]"],
  gives: rowWith<Order, { readonly number: number }>(orderTable.row, { number: "int8" }),
  text: `SELECT asked.number, ${selected}
    FROM unnest(${listOfAnyLength("$1", "text[]")}, ${listOfAnyLength("$2", "text[]")})
      WITH ORDINALITY AS asked (id, app, number)
    JOIN orders o ON o.id = asked.id JOIN connections c ON c.location_id = o.location_id AND c.app_id = asked.app`,
});

interface AskedOrder {
  readonly id: Id<"ord">;
  readonly app: Id<"app">;
}

const findGathered = gatherReads<AskedOrder, Order>(async (db, asked) => {
  const found: (Order | undefined)[] = Array.from({ length: asked.length });
  const rows = await db.rows(findVisible, [asked.map(({ id }) => id), asked.map(({ app }) => app)]);
  for (const row of rows) found[row.number - 1] = row;
  return found;
});

/** An order of a location to which the app holds the connection; orders that are asked for together are read together. */
export function findVisibleOrder(db: Db, id: Id<"ord">, app: Id<"app">): Promise<Order | undefined> {
  return findGathered(db, { id, app });
}

const findOrderStatement = defineStatement({
  name: "find-order",
  takes: ["text"],
  gives: orderTable.row,
  text: `SELECT ${selected} FROM orders o WHERE o.id = $1`,
});

/** An order, whoever receives it. */
export function findOrder(db: Db, id: Id<"ord">): Promise<Order | undefined> {
  return db.maybe(findOrderStatement, [id]);
}

const ofApp = defineStatement({
  name: "list-orders-of-app",
  takes: ["text"],
  gives: row<{ id: Id<"ord"> }>({ id: "text" }),
  text: `SELECT id FROM orders WHERE location_id = $1 AND (receiver = 'app' OR receiver IS NULL)
    AND status IN ('PENDING', 'ACCEPTED', 'AUTO_ACCEPTED', 'READY', 'IN_DELIVERY') ORDER BY id`,
});

/** The orders of a location that an app received, or is just being handed, and that are not over, in one order for their locks. */
export async function listOrdersOfApp(tx: Tx, locationId: Id<"str">): Promise<readonly Id<"ord">[]> {
  return (await tx.rows(ofApp, [locationId])).map(({ id }) => id);
}

export interface NewOrderFields {
  readonly placedAt: Instant;
  readonly breakdown: readonly BreakdownRow[];
  readonly menuVersionId: string;
  readonly dinerTokenHash: Buffer;
}

const insertion = orderTable.insert();
const insertStatement = defineStatement({ name: "insert-order", takes: insertion.takes, text: insertion.text });

/** Sends a new order. */
export function sendOrder(tx: Tx, order: Order, fields: NewOrderFields): void {
  const written = {
    ...order,
    placed_at: fields.placedAt,
    breakdown: fields.breakdown,
    menu_version_id: fields.menuVersionId,
    diner_token_hash: fields.dinerTokenHash,
    code: order.confirmation_code,
  };
  tx.send(insertStatement, insertion.values(written));
}

const change = orderTable.set([
  "updated_at",
  "written_at",
  "sequence",
  "event_sequence",
  "status",
  "passed",
  "payment_status",
  "external_id",
  "estimated_ready_at",
  "handed_over_at",
  "decision_deadline",
  "denial",
  "cancellation",
  "validation",
  "timer_kind",
  "timer_at",
  "refunded",
  "payment_deadline",
  "receiver",
  "updated_by",
  "acted_by",
]);
const updateStatement = defineStatement({
  name: "update-order",
  takes: change.takes,
  text: `UPDATE orders SET ${change.text} WHERE id = $1`,
});

/** Sends the fields of a locked order that can change. */
export function sendOrderUpdate(tx: Tx, order: Order): void {
  tx.send(updateStatement, change.values(order));
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
