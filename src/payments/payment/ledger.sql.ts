/** All SQL of the payments ledger. Rows are only added: a trigger refuses everything but inserts. */
import { newId, type Id } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import { accountsFor, type LedgerAccount, type LedgerKind, type Movement } from "./ledger.ts";

const insertion = defineTable<Record<never, never>>()({
  name: "payments_ledger",
  columns: {},
  also: {
    id: "text",
    payment_id: "text",
    refund_id: "text",
    kind: "text",
    debit: "text",
    credit: "text",
    amount: "int8",
    currency: "text",
    reference: "text",
    reason: "text",
  },
}).insert();
const insertStatement = defineStatement({
  name: "insert-payments-ledger",
  takes: insertion.takes,
  text: insertion.text,
});

/**
 * Sends a movement, in the transaction of the change; booking the same one twice fails the transaction. The database writes
 * down the location, which is that of the payment.
 */
export function sendMovement(tx: Tx, movement: Movement): void {
  const { paymentId: payment_id, refundId: refund_id, kind, amount, currency, reference, reason } = movement;
  const written = { id: newId("pml"), payment_id, refund_id, kind, amount, currency, reference, reason };
  const accounts = accountsFor(kind, movement.of === "order" ? "orders" : "bookings");
  tx.send(insertStatement, insertion.values({ ...written, ...accounts }));
}

const isChargeBookedStatement = defineStatement({
  name: "is-payment-charge-booked",
  prepare: false,
  takes: ["text", "text"],
  gives: row<{ readonly is_booked: boolean }>({ is_booked: "bool" }),
  text: `SELECT EXISTS (SELECT FROM payments_ledger
      WHERE payment_id = $1 AND kind = 'charge' AND reference = $2) AS is_booked`,
});

/** Whether a charge of the payment is booked; asked under the lock of the payment. */
export async function isChargeBooked(tx: Tx, paymentId: Id<"pay">, reference: string): Promise<boolean> {
  return (await tx.one(isChargeBookedStatement, [paymentId, reference])).is_booked;
}

export interface LedgerEntry {
  readonly id: Id<"pml">;
  readonly at: Instant;
  readonly order_id: Id<"ord"> | null;
  readonly booking_id: Id<"bkg"> | null;
  readonly location_id: Id<"str">;
  readonly payment_id: Id<"pay">;
  readonly refund_id: Id<"rfd"> | null;
  readonly processor: "test" | "stripe";
  readonly kind: LedgerKind;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
  readonly reason: string | null;
}

export interface LedgerFilter {
  readonly orderId: Id<"ord"> | null;
  readonly bookingId: Id<"bkg"> | null;
  readonly locationId: Id<"str"> | null;
  /** Only older ones. */
  readonly before: Id<"pml"> | undefined;
  readonly limit: number;
}

const entryRow = row<LedgerEntry>({
  id: "text",
  at: "timestamptz",
  order_id: "text",
  booking_id: "text",
  location_id: "text",
  payment_id: "text",
  refund_id: "text",
  processor: "text",
  kind: "text",
  debit: "text",
  credit: "text",
  amount: "int8",
  currency: "text",
  reference: "text",
  reason: "text",
});
const entries = `SELECT m.id, m.at, p.order_id, p.booking_id, m.location_id, m.payment_id, m.refund_id, p.processor, m.kind, m.debit, m.credit,
      m.amount, m.currency, m.reference, m.reason
    FROM payments_ledger m JOIN payments p ON p.id = m.payment_id`;

const listMovementsStatement = defineStatement({
  name: "list-payment-movements",
  prepare: false,
  takes: ["text", "text", "text", "text", "int8"],
  gives: entryRow,
  text: `${entries}
    WHERE ($1::text IS NULL OR m.payment_id = (SELECT id FROM payments WHERE order_id = $1))
      AND ($2::text IS NULL OR m.payment_id IN (SELECT id FROM payments WHERE booking_id = $2))
      AND ($3::text IS NULL OR m.location_id = $3) AND ($4::text IS NULL OR m.id < $4)
    ORDER BY m.id DESC LIMIT $5`,
});

/** The movements, newest first. */
export function listMovements(db: Db, filter: LedgerFilter): Promise<LedgerEntry[]> {
  const { orderId, bookingId, locationId, before, limit } = filter;
  return db.rows(listMovementsStatement, [orderId, bookingId, locationId, before ?? null, limit]);
}

const listMovementsBetweenStatement = defineStatement({
  name: "list-payment-movements-between",
  prepare: false,
  takes: ["text", "timestamptz", "timestamptz", "int8"],
  gives: entryRow,
  text: `${entries}
    WHERE m.location_id = $1 AND m.at >= $2 AND m.at < $3 ORDER BY m.at, m.id LIMIT $4`,
});

/** The movements of a location from one moment up to another, oldest first. */
export function listMovementsBetween(
  db: Db,
  locationId: Id<"str">,
  { from, until, limit }: { readonly from: Instant; readonly until: Instant; readonly limit: number },
): Promise<LedgerEntry[]> {
  return db.rows(listMovementsBetweenStatement, [locationId, new Date(from), new Date(until), limit]);
}
