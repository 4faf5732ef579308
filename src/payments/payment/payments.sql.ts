/** All SQL of payments. */
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { PaymentState } from "./payment-machine.ts";
import type { ProcessorName } from "./processor-name.ts";

export interface Payment {
  readonly id: Id<"pay">;
  readonly order_id: Id<"ord"> | null;
  readonly booking_id: Id<"bkg"> | null;
  readonly location_id: Id<"str">;
  readonly processor: ProcessorName;
  /** What the link asks for, in minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly status: PaymentState;
  readonly captured: number;
  /** What has to go back of `captured`, whether it has gone or not. */
  readonly refund_requested: number;
  readonly refunded: number;
  /** The charge that pays it, as the processor names it. */
  readonly charge_ref: string | null;
  readonly link_token: string;
}

const paymentTable = defineTable<Payment>()({
  name: "payments",
  columns: {
    id: "text",
    order_id: "text",
    booking_id: "text",
    location_id: "text",
    processor: "text",
    amount: "int8",
    currency: "text",
    status: "text",
    captured: "int8",
    refund_requested: "int8",
    refunded: "int8",
    charge_ref: "text",
    link_token: "text",
  },
});
const columns = paymentTable.select("payments");

const insertion = paymentTable.insert();
const insertStatement = defineStatement({ name: "insert-payment", takes: insertion.takes, text: insertion.text });

export function sendPayment(tx: Tx, payment: Payment): void {
  tx.send(insertStatement, insertion.values(payment));
}

const findPaymentByTokenStatement = defineStatement({
  name: "find-payment-by-token",
  prepare: false,
  takes: ["text"],
  gives: paymentTable.row,
  // The payment of an order stays when the order is archived; its link leads nowhere then.
  text: `SELECT ${columns} FROM payments WHERE link_token = $1
    AND (order_id IS NULL OR EXISTS (SELECT FROM orders o WHERE o.id = payments.order_id))`,
});

export function findPaymentByToken(db: Db, token: string): Promise<Payment | undefined> {
  return db.maybe(findPaymentByTokenStatement, [token]);
}

const findPaymentOfOrderStatement = defineStatement({
  name: "find-payment-of-order",
  prepare: false,
  takes: ["text"],
  gives: paymentTable.row,
  text: `SELECT ${columns} FROM payments WHERE order_id = $1`,
});

export function findPaymentOfOrder(db: Db, orderId: Id<"ord">): Promise<Payment | undefined> {
  return db.maybe(findPaymentOfOrderStatement, [orderId]);
}

const lockPaymentStatement = defineStatement({
  name: "lock-payment",
  takes: ["text"],
  gives: paymentTable.row,
  text: `SELECT ${columns} FROM payments WHERE order_id = $1 FOR UPDATE`,
});

/** Locks the payment of an order; where the order is locked too, it is locked before. */
export function lockPaymentOfOrder(tx: Tx, orderId: Id<"ord">): Promise<Payment | undefined> {
  return tx.maybe(lockPaymentStatement, [orderId]);
}

const lockPaymentByIdStatement = paymentTable.lockById("lock-payment-by-id");

/** Which payment: that of an order, or one that its booking knows by id. */
export type WhichPayment = { readonly orderId: Id<"ord"> } | { readonly paymentId: Id<"pay"> };

/** Locks a payment; the order or the booking that it is for is locked before. */
export function lockPayment(tx: Tx, which: WhichPayment): Promise<Payment | undefined> {
  return "orderId" in which
    ? lockPaymentOfOrder(tx, which.orderId)
    : tx.maybe(lockPaymentByIdStatement, [which.paymentId]);
}

const findPaymentStatement = paymentTable.findById("find-payment");

export function findPayment(db: Db, id: Id<"pay">): Promise<Payment | undefined> {
  return db.maybe(findPaymentStatement, [id]);
}

const change = paymentTable.set(["status", "captured", "refund_requested", "refunded", "charge_ref"]);
const updatePaymentStatement = defineStatement({
  name: "update-payment",
  takes: change.takes,
  text: `UPDATE payments SET ${change.text}, updated_at = now() WHERE id = $1`,
});

export function sendPaymentState(tx: Tx, payment: Payment): void {
  tx.send(updatePaymentStatement, change.values(payment));
}

const takeProcessorEventStatement = defineStatement({
  name: "take-processor-event",
  prepare: false,
  takes: ["text", "text"],
  gives: row<{ readonly event_id: string }>({ event_id: "text" }),
  text: `INSERT INTO processor_events (processor, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING event_id`,
});

/** Whether the processor's event is new; a repeated one is not. */
export async function takeProcessorEvent(tx: Tx, processor: ProcessorName, eventId: string): Promise<boolean> {
  const row = await tx.maybe(takeProcessorEventStatement, [processor, eventId]);
  return row !== undefined;
}

const deleteOldProcessorEventsStatement = defineStatement({
  name: "delete-old-processor-events",
  prepare: false,
  takes: ["int4", "int8"],
  gives: row<{ readonly event_id: string }>({ event_id: "text" }),
  text: `DELETE FROM processor_events WHERE (processor, event_id) IN (
      SELECT processor, event_id FROM processor_events WHERE taken_at < statement_timestamp() - make_interval(days => $1) LIMIT $2)
    RETURNING event_id`,
});

/** Deletes events taken longer ago; answers how many. */
export async function deleteOldProcessorEvents(tx: Tx, days: number, limit: number): Promise<number> {
  const rows = await tx.rows(deleteOldProcessorEventsStatement, [days, limit]);
  return rows.length;
}
