/** All SQL of payments and refunds. */
import type { Id } from "../kernel/id.ts";
import type { Db, Statement, Tx } from "../platform/postgres/database.ts";
import type { ProcessorName } from "./payment-processor.ts";

export type PaymentState = "unpaid" | "pending" | "paid" | "failed" | "void" | "refund_pending" | "refunded";

export interface Payment {
  readonly id: Id<"pay">;
  readonly order_id: Id<"ord">;
  readonly location_id: Id<"str">;
  readonly processor: ProcessorName;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly status: PaymentState;
  readonly captured: number;
  readonly refunded: number;
  readonly link_token: string;
}

const columns = "id, order_id, location_id, processor, amount, currency, status, captured, refunded, link_token";

const insertStatement: Statement = {
  name: "insert-payment",
  text: `INSERT INTO payments (id, order_id, location_id, processor, amount, currency, status, captured, link_token)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

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
    payment.link_token,
  ]);
}

export function findPaymentByToken(db: Db, token: string): Promise<Payment | undefined> {
  return db.maybe(`SELECT ${columns} FROM payments WHERE link_token = $1`, [token]);
}

export function findPaymentOfOrder(db: Db, orderId: Id<"ord">): Promise<Payment | undefined> {
  return db.maybe(`SELECT ${columns} FROM payments WHERE order_id = $1`, [orderId]);
}

/** Locks the payment of an order; the order itself is locked before it, always. */
export function lockPaymentOfOrder(tx: Tx, orderId: Id<"ord">): Promise<Payment | undefined> {
  return tx.maybe({ name: "lock-payment", text: `SELECT ${columns} FROM payments WHERE order_id = $1 FOR UPDATE` }, [
    orderId,
  ]);
}

export function sendPaymentState(tx: Tx, payment: Pick<Payment, "id" | "status" | "captured" | "refunded">): void {
  tx.send(
    {
      name: "update-payment",
      text: "UPDATE payments SET status = $2, captured = $3, refunded = $4, updated_at = now() WHERE id = $1",
    },
    [payment.id, payment.status, payment.captured, payment.refunded],
  );
}

/** Whether the processor's event is new; a repeated one is not. */
export async function takeProcessorEvent(tx: Tx, processor: ProcessorName, eventId: string): Promise<boolean> {
  const row = await tx.maybe(
    `INSERT INTO processor_events (processor, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING event_id`,
    [processor, eventId],
  );
  return row !== undefined;
}

/** Sends a refund that is owed from now on. */
export function sendRefund(tx: Tx, refund: { readonly id: Id<"rfd">; readonly payment: Payment }): void {
  tx.send(
    `INSERT INTO refunds (id, payment_id, location_id, amount, status, due_at)
     SELECT $1, $2, l.id, $4, 'pending', clock_timestamp() + make_interval(secs => l.clock_offset_seconds::float8)
     FROM locations l WHERE l.id = $3`,
    [refund.id, refund.payment.id, refund.payment.location_id, refund.payment.captured - refund.payment.refunded],
  );
}

export interface LeasedRefund {
  readonly id: Id<"rfd">;
  readonly payment_id: Id<"pay">;
  readonly order_id: Id<"ord">;
  readonly processor: ProcessorName;
  readonly amount: number;
  readonly attempts: number;
}

/** Leases refunds that are due by the clock of their location; a lease that ran out is taken over. */
export function leaseRefunds(tx: Tx, worker: string, leaseSeconds: number, limit: number): Promise<LeasedRefund[]> {
  return tx.rows(
    `WITH due AS (
       SELECT r.id FROM refunds r JOIN locations l ON l.id = r.location_id
       WHERE r.due_at <= clock_timestamp() + make_interval(secs => l.clock_offset_seconds::float8)
         AND (r.leased_until IS NULL OR r.leased_until <= clock_timestamp())
       ORDER BY r.due_at LIMIT $3 FOR UPDATE OF r SKIP LOCKED)
     UPDATE refunds r SET leased_by = $1, leased_until = clock_timestamp() + make_interval(secs => $2), attempts = attempts + 1
     FROM due, payments p WHERE r.id = due.id AND p.id = r.payment_id
     RETURNING r.id, r.payment_id, p.order_id, p.processor, r.amount, r.attempts`,
    [worker, leaseSeconds, limit],
  );
}

/** Ends a refund; false when it had ended before. */
export async function finishRefund(tx: Tx, id: Id<"rfd">): Promise<boolean> {
  const row = await tx.maybe(
    `UPDATE refunds SET status = 'succeeded', due_at = NULL, leased_by = NULL, leased_until = NULL
     WHERE id = $1 AND status = 'pending' RETURNING id`,
    [id],
  );
  return row !== undefined;
}

/** Puts a failed refund back, due again after a delay in the clock of its location; only by the lease still held. */
export async function postponeRefund(
  tx: Tx,
  refund: LeasedRefund,
  worker: string,
  delaySeconds: number,
  error: string,
): Promise<void> {
  await tx.rows(
    `UPDATE refunds r SET leased_by = NULL, leased_until = NULL, last_error = $5,
       due_at = clock_timestamp() + make_interval(secs => l.clock_offset_seconds::float8 + $4)
     FROM locations l WHERE l.id = r.location_id AND r.id = $1 AND r.leased_by = $2 AND r.attempts = $3 AND r.status = 'pending'`,
    [refund.id, worker, refund.attempts, delaySeconds, error.slice(0, 500)],
  );
}
