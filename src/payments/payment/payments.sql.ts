/** All SQL of payments. */
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { PaymentState } from "./payment-machine.ts";
import type { ProcessorName } from "./processor-name.ts";

export interface Payment {
  readonly id: Id<"pay">;
  readonly order_id: Id<"ord">;
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
  /** The charge that pays the order, as the processor names it. */
  readonly charge_ref: string | null;
  readonly link_token: string;
}

const columns =
  "id, order_id, location_id, processor, amount, currency, status, captured, refund_requested, refunded, charge_ref, link_token";

const insertStatement = defineStatement({
  name: "insert-payment",
  takes: ["text", "text", "text", "text", "int8", "text", "text", "int8", "text", "text"],
  text: `INSERT INTO payments (id, order_id, location_id, processor, amount, currency, status, captured, charge_ref, link_token)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
});

export function sendPayment(tx: Tx, payment: Payment): void {
  tx.send(insertStatement, [
    payment.id,
    payment.order_id,
    payment.location_id,
    payment.processor,
    payment.amount,
    payment.currency,
    payment.status,
    payment.captured,
    payment.charge_ref,
    payment.link_token,
  ]);
}

const paymentRow = row<Payment>({
  id: "text",
  order_id: "text",
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
});

const findPaymentByTokenStatement = defineStatement({
  name: "find-payment-by-token",
  prepare: false,
  takes: ["text"],
  gives: paymentRow,
  text: `SELECT ${columns} FROM payments WHERE link_token = $1`,
});

export function findPaymentByToken(db: Db, token: string): Promise<Payment | undefined> {
  return db.maybe(findPaymentByTokenStatement, [token]);
}

const findPaymentOfOrderStatement = defineStatement({
  name: "find-payment-of-order",
  prepare: false,
  takes: ["text"],
  gives: paymentRow,
  text: `SELECT ${columns} FROM payments WHERE order_id = $1`,
});

export function findPaymentOfOrder(db: Db, orderId: Id<"ord">): Promise<Payment | undefined> {
  return db.maybe(findPaymentOfOrderStatement, [orderId]);
}

const lockPaymentStatement = defineStatement({
  name: "lock-payment",
  takes: ["text"],
  gives: paymentRow,
  text: `SELECT ${columns} FROM payments WHERE order_id = $1 FOR UPDATE`,
});

/** Locks the payment of an order; where the order is locked too, it is locked before. */
export function lockPaymentOfOrder(tx: Tx, orderId: Id<"ord">): Promise<Payment | undefined> {
  return tx.maybe(lockPaymentStatement, [orderId]);
}

const updatePaymentStatement = defineStatement({
  name: "update-payment",
  takes: ["text", "text", "int8", "int8", "int8", "text"],
  text: `UPDATE payments SET status = $2, captured = $3, refund_requested = $4, refunded = $5, charge_ref = $6,
    updated_at = now() WHERE id = $1`,
});

export function sendPaymentState(tx: Tx, payment: Payment): void {
  tx.send(updatePaymentStatement, [
    payment.id,
    payment.status,
    payment.captured,
    payment.refund_requested,
    payment.refunded,
    payment.charge_ref,
  ]);
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
