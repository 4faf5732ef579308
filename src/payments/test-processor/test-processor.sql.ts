/** The tables of the built-in test processor. They stand in for those that a real processor has on its own servers. */
import type { Id } from "../../kernel/id.ts";
import { whenListed } from "../../platform/jobs/due.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { PaidFor } from "../payment/paid-for.ts";

export interface TestCharge {
  readonly id: Id<"pay">;
  readonly paymentId: Id<"pay">;
  readonly cardLastFour: string;
  readonly status: "declined" | "settling" | "succeeded";
  /** How long a settling charge takes, by the clock of the location. */
  readonly settlesInSeconds: number | null;
  readonly settlesAs: "succeeded" | "declined";
  /** How many refunds of it fail before one succeeds. */
  readonly refundsToFail: number;
}

const insertTestChargeStatement = defineStatement({
  name: "insert-test-charge",
  takes: ["text", "text", "text", "text", "float8", "text", "int4"],
  text: `INSERT INTO test_processor_charges
      (id, payment_id, location_id, amount, card_last_four, status, settles_at, settles_as, refunds_to_fail)
    SELECT $1, p.id, p.location_id, p.amount, $3, $4,
      clock_timestamp() + make_interval(secs => l.clock_offset_seconds::float8 + $5), $6, $7
    FROM payments p JOIN locations l ON l.id = p.location_id WHERE p.id = $2`,
});

/** Sends a charge for a payment. */
export function sendCharge(tx: Tx, charge: TestCharge): void {
  tx.send(insertTestChargeStatement, [
    charge.id,
    charge.paymentId,
    charge.cardLastFour,
    charge.status,
    charge.settlesInSeconds,
    charge.settlesAs,
    charge.refundsToFail,
  ]);
}

// The first condition bounds the index scan by the clock that is furthest ahead; the second is the exact rule.
const listDueSettlementsStatement = defineStatement({
  name: "list-due-settlements",
  takes: ["int8"],
  gives: row<PaidFor>({ payment_id: "text", order_id: "text", booking_id: "text" }),
  text: `SELECT c.payment_id, p.order_id, p.booking_id FROM test_processor_charges c
      JOIN payments p ON p.id = c.payment_id JOIN locations l ON l.id = c.location_id
    WHERE c.settles_at <= statement_timestamp() + make_interval(secs => coalesce(
        (SELECT max(clock_offset_seconds) FROM locations WHERE clock_offset_seconds > 0), 0)::float8)
      AND c.settles_at <= statement_timestamp() + make_interval(secs => l.clock_offset_seconds::float8)
    ORDER BY c.settles_at LIMIT $1`,
});

/** Whether a charge of the test processor is to be settled. */
export const chargesDue = whenListed(listDueSettlementsStatement);

/** The payments whose settling charge is due by the clock of their location. */
export function listDueSettlements(db: Db, limit: number): Promise<PaidFor[]> {
  return db.rows(listDueSettlementsStatement, [limit]);
}

export interface SettledCharge {
  readonly id: Id<"pay">;
  readonly amount: number;
  readonly currency: string;
  readonly status: "succeeded" | "declined";
}

const settleChargeStatement = defineStatement({
  name: "settle-test-charge",
  prepare: false,
  takes: ["text"],
  gives: row<SettledCharge>({ id: "text", amount: "int8", currency: "text", status: "text" }),
  text: `UPDATE test_processor_charges c SET status = settles_as, settles_at = NULL FROM payments p
    WHERE p.id = c.payment_id AND p.id = $1 AND c.status = 'settling'
    RETURNING c.id, c.amount, p.currency, c.status`,
});

/** Settles the charge of a payment; undefined when it had settled before. */
export function settleCharge(tx: Tx, paymentId: Id<"pay">): Promise<SettledCharge | undefined> {
  return tx.maybe(settleChargeStatement, [paymentId]);
}

export type ChargeRefund = "refunded" | "fails" | "no_charge" | "too_much";

const lockTestChargeStatement = defineStatement({
  name: "lock-test-charge",
  prepare: false,
  takes: ["text"],
  gives: row<{ amount: number; refunds_to_fail: number }>({ amount: "int8", refunds_to_fail: "int4" }),
  text: `SELECT amount, refunds_to_fail FROM test_processor_charges WHERE id = $1 AND status = 'succeeded' FOR UPDATE`,
});

const sumTestRefundsStatement = defineStatement({
  name: "sum-test-refunds",
  prepare: false,
  takes: ["text", "text"],
  gives: row<{ made: boolean; sum: number }>({ made: "bool", sum: "int8" }),
  text: `SELECT coalesce(bool_or(key = $2), false) AS made, coalesce(sum(amount), 0)::bigint AS sum
    FROM test_processor_refunds WHERE charge_id = $1`,
});

const countTestRefundFailureStatement = defineStatement({
  name: "count-test-refund-failure",
  prepare: false,
  takes: ["text"],
  text: "UPDATE test_processor_charges SET refunds_to_fail = refunds_to_fail - 1 WHERE id = $1",
});

const insertTestRefundStatement = defineStatement({
  name: "insert-test-refund",
  prepare: false,
  takes: ["text", "text", "int8"],
  text: "INSERT INTO test_processor_refunds (key, charge_id, amount) VALUES ($1, $2, $3)",
});

/** Refunds a part of a charge once per key; charges of some cards refuse the first times. */
export async function refundCharge(tx: Tx, chargeId: string, amount: number, key: string): Promise<ChargeRefund> {
  const charge = await tx.maybe(lockTestChargeStatement, [chargeId]);
  if (charge === undefined) return "no_charge";
  const refunds = await tx.one(sumTestRefundsStatement, [chargeId, key]);
  if (refunds.made) return "refunded";
  if (charge.refunds_to_fail > 0) {
    tx.send(countTestRefundFailureStatement, [chargeId]);
    return "fails";
  }
  if (refunds.sum + amount > charge.amount) return "too_much";
  tx.send(insertTestRefundStatement, [key, chargeId, amount]);
  return "refunded";
}

const findNextSettlementStatement = defineStatement({
  name: "find-next-test-settlement",
  prepare: false,
  takes: ["text"],
  gives: row<{ at: number | null }>({ at: "timestamptz" }),
  text: `SELECT least(
     (SELECT min(settles_at) FROM test_processor_charges WHERE location_id = $1 AND settles_at IS NOT NULL),
     (SELECT min(due_at) FROM refunds WHERE location_id = $1 AND due_at IS NOT NULL)) AS at`,
});

/** When the next charge of the location settles, or a refund of it is tried, in its clock. */
export async function findNextSettlement(db: Db, locationId: Id<"str">): Promise<number | null> {
  const row = await db.one(findNextSettlementStatement, [locationId]);
  return row.at;
}
