/** SQL of a refund from the moment it is owed until it is paid. Lists of those that are owed: `owed-refunds.sql.ts`. */
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { RefundPurpose } from "./ledger.ts";
import type { PaidFor } from "./paid-for.ts";
import type { RefundState } from "./payment-machine.ts";
import type { ProcessorName } from "./processor-name.ts";
import type { OwedRefund } from "./payment-state.ts";
import type { Payment } from "./payments.sql.ts";

export interface Refund {
  readonly id: Id<"rfd">;
  readonly payment_id: Id<"pay">;
  readonly purpose: RefundPurpose;
  readonly amount: number;
  readonly currency: string;
  readonly status: RefundState;
  readonly tries: number;
  readonly processor_ref: string | null;
  readonly failed_refs: readonly string[];
}

const refundTable = defineTable<Refund>()({
  name: "refunds",
  columns: {
    id: "text",
    payment_id: "text",
    purpose: "text",
    amount: "int8",
    currency: "text",
    status: "text",
    tries: "int4",
    processor_ref: "text",
    failed_refs: "text[]",
  },
  also: { location_id: "text", charge_ref: "text" },
});

const insertion = refundTable.insert(
  ["id", "payment_id", "location_id", "purpose", "charge_ref", "amount", "currency"],
  {
    made: {
      status: "'pending'",
      due_at: (placeOf) => `(SELECT clock_timestamp() + make_interval(secs => l.clock_offset_seconds::float8)
      FROM locations l WHERE l.id = ${placeOf("location_id")}::id)`,
    },
  },
);
const sendRefundStatement = defineStatement({
  name: "insert-refund",
  prepare: false,
  takes: insertion.takes,
  text: insertion.text,
});

/** Sends a refund that is owed from now on. */
export function sendRefund(tx: Tx, id: Id<"rfd">, payment: Payment, owed: OwedRefund): void {
  const { purpose, chargeRef: charge_ref, amount, currency } = owed;
  const ofPayment = { payment_id: payment.id, location_id: payment.location_id };
  tx.send(sendRefundStatement, insertion.values({ id, ...ofPayment, purpose, charge_ref, amount, currency }));
}

export interface LeasedRefund {
  readonly id: Id<"rfd">;
  readonly payment_id: Id<"pay">;
  readonly order_id: Id<"ord"> | null;
  readonly booking_id: Id<"bkg"> | null;
  readonly processor: ProcessorName;
  readonly charge_ref: string;
  readonly amount: number;
  readonly currency: string;
  readonly attempts: number;
  /** Counts the refunds asked for at the processor. */
  readonly tries: number;
  /** The one that is under way there, to be read and not asked for again. */
  readonly processor_ref: string | null;
}

/** Read together with its payment, `p`. */
const leasedRefundTable = defineTable<LeasedRefund>()({
  name: "refunds",
  columns: {
    id: "text",
    payment_id: "text",
    order_id: "text",
    booking_id: "text",
    processor: "text",
    charge_ref: "text",
    amount: "int8",
    currency: "text",
    attempts: "int4",
    tries: "int4",
    processor_ref: "text",
  },
  computed: { order_id: () => "p.order_id", booking_id: () => "p.booking_id", processor: () => "p.processor" },
});

// The first condition bounds the index scan by the clock that is furthest ahead; the second is the exact rule.
// Not clock_timestamp(): it may change within the statement, so the index could not be bounded by it.
const isRefundDue = `r.due_at <= statement_timestamp() + make_interval(secs => coalesce(
          (SELECT max(clock_offset_seconds) FROM locations WHERE clock_offset_seconds > 0), 0)::float8)
        AND r.due_at <= statement_timestamp() + make_interval(secs => l.clock_offset_seconds::float8)
        AND (r.leased_until IS NULL OR r.leased_until <= statement_timestamp())`;

/** Whether a refund is to be made or asked about. */
export const refundsDue = `EXISTS (SELECT FROM refunds r JOIN locations l ON l.id = r.location_id WHERE ${isRefundDue})`;

const leaseRefundsStatement = defineStatement({
  name: "lease-refunds",
  takes: ["text", "float8", "int8"],
  gives: leasedRefundTable.row,
  text: `WITH due AS (
      SELECT r.id FROM refunds r JOIN locations l ON l.id = r.location_id
      WHERE ${isRefundDue}
      ORDER BY r.due_at LIMIT $3 FOR UPDATE OF r SKIP LOCKED)
    UPDATE refunds r SET leased_by = $1, leased_until = clock_timestamp() + make_interval(secs => $2), attempts = attempts + 1
    FROM due, payments p WHERE r.id = due.id AND p.id = r.payment_id
    RETURNING ${leasedRefundTable.select("r")}`,
});

/** Leases refunds that are due by the clock of their location; a lease that ran out is taken over. */
export function leaseRefunds(tx: Tx, worker: string, leaseSeconds: number, limit: number): Promise<LeasedRefund[]> {
  return tx.rows(leaseRefundsStatement, [worker, leaseSeconds, limit]);
}

const lockRefundStatement = defineStatement({
  name: "lock-refund",
  prepare: false,
  takes: ["text"],
  gives: refundTable.row,
  text: `SELECT ${refundTable.select("r")} FROM refunds r WHERE r.id = $1 FOR UPDATE`,
});

/** Locks a refund; its order or booking, and its payment, are locked before. */
export function lockRefund(tx: Tx, id: Id<"rfd">): Promise<Refund | undefined> {
  return tx.maybe(lockRefundStatement, [id]);
}

const findPaidForOfRefundStatement = defineStatement({
  name: "find-paid-for-of-refund",
  prepare: false,
  takes: ["text"],
  gives: row<PaidFor>({ payment_id: "text", order_id: "text", booking_id: "text" }),
  text: `SELECT r.payment_id, p.order_id, p.booking_id FROM refunds r JOIN payments p ON p.id = r.payment_id
    WHERE r.id = $1`,
});

/** The payment whose money a refund gives back. */
export function findPaidForOfRefund(db: Db, id: string): Promise<PaidFor | undefined> {
  return db.maybe(findPaidForOfRefundStatement, [id]);
}

const sendRefundSettledStatement = defineStatement({
  name: "update-refund-settled",
  prepare: false,
  takes: ["text", "text"],
  text: `UPDATE refunds SET status = 'succeeded', processor_ref = $2, due_at = NULL, leased_by = NULL, leased_until = NULL
    WHERE id = $1`,
});

/** Ends a refund: the processor has paid it. */
export function sendRefundSettled(tx: Tx, id: Id<"rfd">, reference: string): void {
  tx.send(sendRefundSettledStatement, [id, reference]);
}

const sendRefundWaitingStatement = defineStatement({
  name: "update-refund-waiting",
  prepare: false,
  takes: ["text", "text", "float8"],
  text: `UPDATE refunds r SET processor_ref = $2, leased_by = NULL, leased_until = NULL, last_error = NULL,
      due_at = clock_timestamp() + make_interval(secs => l.clock_offset_seconds::float8 + $3)
    FROM locations l WHERE l.id = r.location_id AND r.id = $1`,
});

/** Notes what is under way at the processor; it is read there when nothing was heard for a while. */
export function sendRefundWaiting(tx: Tx, id: Id<"rfd">, reference: string, lookAgainSeconds: number): void {
  tx.send(sendRefundWaitingStatement, [id, reference, lookAgainSeconds]);
}

const sendRefundFailedStatement = defineStatement({
  name: "update-refund-failed",
  prepare: false,
  takes: ["text", "text", "text", "float8"],
  text: `UPDATE refunds r SET status = 'pending', processor_ref = NULL, tries = tries + 1, leased_by = NULL, leased_until = NULL,
      failed_refs = failed_refs || $2::text, last_error = $3,
      due_at = clock_timestamp() + make_interval(secs => l.clock_offset_seconds::float8 + $4)
    FROM locations l WHERE l.id = r.location_id AND r.id = $1`,
});

/** A refund at the processor failed for good: another one is asked for after a delay. */
export function sendRefundFailed(
  tx: Tx,
  id: Id<"rfd">,
  failed: { readonly reference: string; readonly message: string; readonly delaySeconds: number },
): void {
  tx.send(sendRefundFailedStatement, [id, failed.reference, failed.message.slice(0, 500), failed.delaySeconds]);
}

const sendRefundReferenceFailedStatement = defineStatement({
  name: "update-refund-reference-failed",
  prepare: false,
  takes: ["text", "text"],
  text: "UPDATE refunds SET failed_refs = failed_refs || $2::text WHERE id = $1",
});

/** Notes that an earlier refund at the processor failed, which changes nothing any more. */
export function sendRefundReferenceFailed(tx: Tx, id: Id<"rfd">, reference: string): void {
  tx.send(sendRefundReferenceFailedStatement, [id, reference]);
}

const sendRefundPostponedStatement = defineStatement({
  name: "update-refund-postponed",
  prepare: false,
  takes: ["text", "text", "int4", "float8", "text"],
  text: `UPDATE refunds r SET leased_by = NULL, leased_until = NULL, last_error = $5,
      due_at = clock_timestamp() + make_interval(secs => l.clock_offset_seconds::float8 + $4)
    FROM locations l WHERE l.id = r.location_id AND r.id = $1 AND r.leased_by = $2 AND r.attempts = $3 AND r.status = 'pending'`,
});

/** Puts a refund back, due again after a delay in the clock of its location; only by the lease still held. */
export function sendRefundPostponed(
  tx: Tx,
  refund: LeasedRefund,
  worker: string,
  delaySeconds: number,
  error: string,
): void {
  tx.send(sendRefundPostponedStatement, [refund.id, worker, refund.attempts, delaySeconds, error.slice(0, 500)]);
}
