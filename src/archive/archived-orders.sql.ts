/**
 * The SQL of the archive. The database alone makes a line, so the line of a file and the line of its row are the same
 * text while nothing has changed. Times are in UTC within the transaction.
 */
import type { Id } from "../kernel/id.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";

const setZoneStatement = defineStatement({
  name: "write-archive-times-in-utc",
  prepare: false,
  takes: [],
  gives: row<{ readonly now: number; readonly zone: string }>({ now: "timestamptz", zone: "text" }),
  text: "SELECT clock_timestamp() AS now, set_config('TimeZone', 'UTC', true) AS zone",
});

/** Has the transaction write times in UTC; answers the time of the database. */
export async function writeTimesInUtc(db: Db): Promise<number> {
  return (await db.one(setZoneStatement)).now;
}

const listLocationsStatement = defineStatement({
  name: "list-places-of-archive",
  prepare: false,
  takes: [],
  gives: row<{ readonly id: Id<"str">; readonly oldest: number | null }>({ id: "text", oldest: "timestamptz" }),
  text: `SELECT l.id, (SELECT o.placed_at FROM orders o WHERE o.location_id = l.id ORDER BY o.placed_at LIMIT 1) AS oldest
    FROM locations l ORDER BY l.id`,
});

/** Every location, with when its oldest order was placed. */
export function listArchivedLocations(db: Db): Promise<{ readonly id: Id<"str">; readonly oldest: number | null }[]> {
  return db.rows(listLocationsStatement);
}

const partsOf = (table: string, order: string, condition: string): string =>
  `coalesce((SELECT jsonb_agg(to_jsonb(t) ORDER BY ${order}) FROM ${table} t WHERE ${condition}), '[]')`;
const ofPayment = "t.payment_id IN (SELECT p.id FROM payments p WHERE p.order_id = o.id)";

const line = `jsonb_build_object(
    'order', to_jsonb(o),
    'order_changes', ${partsOf("order_changes", "t.sequence", "t.order_id = o.id")},
    'messages', ${partsOf("messages", "t.id", "t.subject_id = o.id")},
    'message_choices', ${partsOf("message_choices", "t.subject_id", "t.subject_id = o.id")},
    'coupon_redemptions', ${partsOf("coupon_redemptions", "t.external_id", "t.order_id = o.id")},
    'payments', ${partsOf("payments", "t.id", "t.order_id = o.id")},
    'payment_links', ${partsOf("payment_links", "t.id", ofPayment)},
    'refunds', ${partsOf("refunds", "t.id", ofPayment)},
    'payments_ledger', ${partsOf("payments_ledger", "t.id", ofPayment)})::text`;

/** Ended, and nothing of its money or its messages is under way. */
const isFinished = `o.status IN ('FULFILLED', 'REJECTED', 'STORE_CANCELLED', 'CUSTOMER_CANCELLED') AND o.timer_at IS NULL
    AND NOT EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND (p.status IN ('pending', 'refund_pending')
      OR EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.due_at IS NOT NULL)
      OR EXISTS (SELECT FROM payment_links k WHERE k.payment_id = p.id AND k.look_at IS NOT NULL)))
    AND NOT EXISTS (SELECT FROM messages m WHERE m.subject_id = o.id AND m.due_at IS NOT NULL)`;

export interface ArchivedLine {
  readonly id: Id<"ord">;
  readonly placed_at: number;
  readonly line: string;
}
const lineRow = row<ArchivedLine>({ id: "text", placed_at: "timestamptz", line: "text" });

const listLinesStatement = defineStatement({
  name: "list-lines-of-archive",
  prepare: false,
  takes: ["text", "float8", "float8", "text", "int8"],
  gives: lineRow,
  text: `SELECT o.id, o.placed_at, ${line} AS line FROM orders o
    WHERE o.location_id = $1 AND o.placed_at < to_timestamp($2::float8 / 1000)
      AND o.placed_at >= to_timestamp($3::float8 / 1000) AND o.id > $4 AND ${isFinished}
    ORDER BY o.id LIMIT $5`,
});

/** The lines of a location's settled orders that were placed within a span, by id, after an id. */
export function listLines(
  db: Db,
  locationId: Id<"str">,
  { starts, ends, after, limit }: { starts: number; ends: number; after: string; limit: number },
): Promise<ArchivedLine[]> {
  return db.rows(listLinesStatement, [locationId, ends, starts, after, limit]);
}

const lockLinesStatement = defineStatement({
  name: "lock-lines-of-archive",
  prepare: false,
  takes: ["text", "text[]"],
  gives: lineRow,
  text: `SELECT o.id, o.placed_at, ${line} AS line FROM orders o
    WHERE o.location_id = $1 AND o.id = ANY ($2) AND ${isFinished} ORDER BY o.id FOR UPDATE OF o`,
});

/** Locks orders of a location that are still settled, and answers their lines as they are now. */
export function lockLines(tx: Tx, locationId: Id<"str">, ids: readonly string[]): Promise<ArchivedLine[]> {
  return tx.rows(lockLinesStatement, [locationId, [...ids]]);
}

const deletion = (name: string, text: string) =>
  defineStatement({ name, prepare: false, takes: ["text", "text[]"], text });

const deletions = [
  deletion("delete-archived-links", "DELETE FROM guest_links WHERE location_id = $1 AND order_id = ANY ($2)"),
  deletion("delete-archived-choices", "DELETE FROM message_choices WHERE location_id = $1 AND subject_id = ANY ($2)"),
  deletion("delete-archived-messages", "DELETE FROM messages WHERE location_id = $1 AND subject_id = ANY ($2)"),
  deletion(
    "delete-archived-changes",
    `DELETE FROM order_changes c USING orders o WHERE o.id = c.order_id AND o.location_id = $1 AND o.id = ANY ($2)`,
  ),
  deletion("delete-archived-orders", "DELETE FROM orders WHERE location_id = $1 AND id = ANY ($2)"),
];

/** Sends the deletion of orders of a location, with what is of them alone; money, sales, coupons and audit stay. */
export function sendDeletion(tx: Tx, locationId: Id<"str">, ids: readonly string[]): void {
  for (const statement of deletions) tx.send(statement, [locationId, [...ids]]);
}

const listAuditStatement = defineStatement({
  name: "list-audit-lines-of-archive",
  prepare: false,
  takes: ["int8", "float8", "int8"],
  gives: row<{ readonly sequence: number; readonly line: string }>({ sequence: "int8", line: "text" }),
  text: `SELECT a.sequence, to_jsonb(a)::text AS line FROM audit_log a
    WHERE a.sequence > $1 AND a.at < to_timestamp($2::float8 / 1000) ORDER BY a.sequence LIMIT $3`,
});

/** Entries of the audit log from before a time, in their order, after a number. */
export function listAuditLines(
  db: Db,
  { after, before, limit }: { after: number; before: number; limit: number },
): Promise<{ readonly sequence: number; readonly line: string }[]> {
  return db.rows(listAuditStatement, [after, before, limit]);
}
