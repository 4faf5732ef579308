/** The books of the built-in test processor: its own tables, as a real processor would keep them elsewhere. */
import { newId, type Id } from "../kernel/id.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";

export interface TestCharge {
  readonly orderId: Id<"ord">;
  readonly cardLastFour: string;
  readonly status: "declined" | "settling" | "succeeded";
  /** How long a settling charge takes, by the clock of the location. */
  readonly settlesInSeconds: number | null;
  /** How many refunds of it fail before one succeeds. */
  readonly refundsToFail: number;
}

/** Sends a charge for the payment of an order. */
export function sendCharge(tx: Tx, charge: TestCharge): void {
  tx.send(
    {
      name: "insert-test-charge",
      text: `INSERT INTO test_processor_charges (id, payment_id, location_id, amount, card_last_four, status, settles_at, refunds_to_fail)
        SELECT $1, p.id, p.location_id, p.amount, $3, $4,
          clock_timestamp() + make_interval(secs => l.clock_offset_seconds::float8 + $5), $6
        FROM payments p JOIN locations l ON l.id = p.location_id WHERE p.order_id = $2`,
    },
    [newId("pay"), charge.orderId, charge.cardLastFour, charge.status, charge.settlesInSeconds, charge.refundsToFail],
  );
}

/** The orders whose settling charge is due by the clock of their location. */
export function listDueSettlements(db: Db, limit: number): Promise<{ readonly order_id: Id<"ord"> }[]> {
  return db.rows(
    `SELECT p.order_id FROM test_processor_charges c
       JOIN payments p ON p.id = c.payment_id JOIN locations l ON l.id = c.location_id
     WHERE c.settles_at <= clock_timestamp() + make_interval(secs => l.clock_offset_seconds::float8)
     ORDER BY c.settles_at LIMIT $1`,
    [limit],
  );
}

/** Settles the charge of an order; false when it had settled before. */
export async function settleCharge(tx: Tx, orderId: Id<"ord">): Promise<boolean> {
  const row = await tx.maybe(
    `UPDATE test_processor_charges c SET status = 'succeeded', settles_at = NULL FROM payments p
     WHERE p.id = c.payment_id AND p.order_id = $1 AND c.status = 'settling' RETURNING c.id`,
    [orderId],
  );
  return row !== undefined;
}

export type ChargeRefund = "refunded" | "fails" | "no_charge";

/** Refunds the charge of a payment once per key; charges of some cards refuse the first times. */
export async function refundCharge(tx: Tx, paymentId: Id<"pay">, key: string): Promise<ChargeRefund> {
  const row = await tx.maybe<{ refunds_to_fail: number; refund_key: string | null }>(
    `SELECT refunds_to_fail, refund_key FROM test_processor_charges WHERE payment_id = $1 AND status = 'succeeded' FOR UPDATE`,
    [paymentId],
  );
  if (row === undefined) return "no_charge";
  if (row.refund_key === key) return "refunded";
  if (row.refunds_to_fail > 0) {
    await tx.rows(
      "UPDATE test_processor_charges SET refunds_to_fail = refunds_to_fail - 1 WHERE payment_id = $1 AND status = 'succeeded'",
      [paymentId],
    );
    return "fails";
  }
  await tx.rows("UPDATE test_processor_charges SET refund_key = $2 WHERE payment_id = $1 AND status = 'succeeded'", [
    paymentId,
    key,
  ]);
  return "refunded";
}

/** When the next charge of the location settles, in its clock. */
export async function findNextSettlement(db: Db, locationId: Id<"str">): Promise<number | null> {
  const row = await db.one<{ at: number | null }>(
    `SELECT least(
       (SELECT min(settles_at) FROM test_processor_charges WHERE location_id = $1 AND settles_at IS NOT NULL),
       (SELECT min(due_at) FROM refunds WHERE location_id = $1 AND due_at IS NOT NULL)) AS at`,
    [locationId],
  );
  return row.at;
}
