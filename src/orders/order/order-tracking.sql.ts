/** The SQL of an order for its diner: found by the hash of the diner's token, or by its id for the reader of a link. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import type { BreakdownRow } from "../../pricing/priced-basket.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row, rowWith, type RowColumns } from "../../platform/postgres/sql-types.ts";
import { defineStatement, listOfAnyLength } from "../../platform/postgres/statement.ts";
import type { Order } from "./order.ts";
import type { OrderChange } from "./order-changes.sql.ts";
import { derivedCode, orderTable } from "./orders.sql.ts";

/** What the diner sees of the location beside the order. */
export interface TrackedOrder extends Order {
  readonly breakdown: readonly BreakdownRow[];
  readonly location_name: string | null;
  readonly location_phone: string | null;
  readonly location_timezone: string | null;
  readonly location_language: GuestLanguage | null;
  readonly location_country: string | null;
  /** The menu that it was priced with. */
  readonly menu_version_id: Id<"mnv">;
  /** From placing to ready, with what is added while it is busy. */
  readonly ready_minutes: number;
  /** The location's own time. */
  readonly now: Instant;
}

const locationNow = "clock_timestamp() + l.clock_offset_seconds * interval '1 second'";
const trackedColumns = `${orderTable.select("o")}, o.breakdown, l.name AS location_name, l.phone AS location_phone,
      l.timezone AS location_timezone, l.language AS location_language, l.address ->> 'country' AS location_country,
      o.menu_version_id, ${locationNow} AS now,
      l.preparation_minutes + CASE WHEN l.busy_until <= ${locationNow} THEN 0 ELSE l.busy_delay_minutes END AS ready_minutes`;
const ofLocation = "FROM orders o JOIN locations l ON l.id = o.location_id";
const ofToken = `${ofLocation} WHERE o.diner_token_hash = $1`;
const ofId = `${ofLocation} WHERE o.id = $1`;
const trackedRow: RowColumns<TrackedOrder> = rowWith<Order, Omit<TrackedOrder, keyof Order>>(orderTable.row, {
  breakdown: "jsonb",
  location_name: "text",
  location_phone: "text",
  location_timezone: "text",
  location_language: "text",
  location_country: "text",
  menu_version_id: "text",
  ready_minutes: "int4",
  now: "timestamptz",
});
const findTracked = defineStatement({
  name: "find-tracked-order",
  takes: ["bytea"],
  gives: trackedRow,
  text: `SELECT ${trackedColumns} ${ofToken}`,
});
const followedRow = rowWith<TrackedOrder, { readonly history: readonly OrderChange[] }>(trackedRow, {
  history: "json",
});
const history = `(SELECT json_agg(json_build_object('sequence', h.sequence,
        'at', floor(extract(epoch FROM h.at) * 1000), 'what', h.what, 'actor', h.actor, 'status', h.status,
        'payment_status', h.payment_status) ORDER BY h.sequence)
      FROM order_changes h WHERE h.order_id = o.id) AS history`;
const findFollowed = defineStatement({
  name: "find-followed-order",
  takes: ["bytea"],
  gives: followedRow,
  text: `SELECT ${trackedColumns}, ${history} ${ofToken}`,
});
const findTrackedById = defineStatement({
  name: "find-tracked-order-by-id",
  prepare: false,
  takes: ["text"],
  gives: trackedRow,
  text: `SELECT ${trackedColumns} ${ofId}`,
});
const findFollowedById = defineStatement({
  name: "find-followed-order-by-id",
  prepare: false,
  takes: ["text"],
  gives: followedRow,
  text: `SELECT ${trackedColumns}, ${history} ${ofId}`,
});

/** The order behind a diner's token; undefined where no order has it. */
export function findTrackedOrder(db: Db, tokenHash: Buffer): Promise<TrackedOrder | undefined> {
  return db.maybe(findTracked, [tokenHash]);
}

/** The same by id, for who has a link to the order. */
export function findLinkedOrder(db: Db, id: Id<"ord">): Promise<TrackedOrder | undefined> {
  return db.maybe(findTrackedById, [id]);
}

/** An order with its history, oldest first: one statement, so the history ends where the order stands. */
export interface FollowedOrder extends TrackedOrder {
  readonly history: readonly OrderChange[];
}

/** The order behind a diner's token with its history; undefined where no order has it. */
export function findFollowedOrder(db: Db, tokenHash: Buffer): Promise<FollowedOrder | undefined> {
  return db.maybe(findFollowed, [tokenHash]);
}

/** The same by id, for who has a link to the order. */
export function followLinkedOrder(db: Db, id: Id<"ord">): Promise<FollowedOrder | undefined> {
  return db.maybe(findFollowedById, [id]);
}

/** An order as a guest finds it again. */
export interface FoundOrder {
  readonly id: Id<"ord">;
  readonly location_id: Id<"str">;
  /** When it was placed, or the time it was ordered for. */
  readonly at: Instant;
  readonly phone: string | null;
  readonly email: string | null;
  /** Of the location. */
  readonly country: string | null;
}

const orderedFor = "greatest(o.created_at, o.scheduled_for)";
const findByCode = defineStatement({
  name: "find-orders-by-code",
  prepare: false,
  takes: ["text", "text"],
  gives: row<FoundOrder>({
    id: "text",
    location_id: "text",
    at: "timestamptz",
    phone: "text",
    email: "text",
    country: "text",
  }),
  text: `SELECT o.id, o.location_id, ${orderedFor} AS at, o.customer ->> 'phone' AS phone, o.customer ->> 'email' AS email,
      l.address ->> 'country' AS country
    FROM orders o JOIN locations l ON l.id = o.location_id
    WHERE (o.code = $1 OR o.code IS NULL AND o.customer ->> 'phone' = $2 AND ${derivedCode("o")} = $1)
      AND ${orderedFor} + interval '30 days' > clock_timestamp() + l.clock_offset_seconds * interval '1 second'
    ORDER BY o.created_at DESC, o.id LIMIT 20`,
});

/** The orders with a code that links still lead to, latest first; of those without a code of their own, those of the phone. */
export function listOrdersByCode(db: Db, code: string, phone: string | null): Promise<FoundOrder[]> {
  return db.rows(findByCode, [code, phone]);
}

/** An order that is told to its guest again. */
export interface OrderOfContact {
  readonly id: Id<"ord">;
  readonly location_id: Id<"str">;
  readonly display_number: string;
  readonly code: string;
}

const listOfContact = defineStatement({
  name: "list-orders-of-contact",
  prepare: false,
  takes: ["text", "text", "int8"],
  gives: row<OrderOfContact>({ id: "text", location_id: "text", display_number: "text", code: "text" }),
  text: `SELECT o.id, o.location_id, o.display_number, coalesce(o.code, ${derivedCode("o")}) AS code
    FROM orders o JOIN locations l ON l.id = o.location_id
    WHERE (o.customer ->> 'phone' = $1 OR lower(o.customer ->> 'email') = $2)
      AND ${orderedFor} + interval '30 days' > clock_timestamp() + l.clock_offset_seconds * interval '1 second'
    ORDER BY o.created_at DESC, o.id LIMIT $3`,
});

/** The orders of a phone (E.164) or e-mail address (in small letters) that links still lead to, latest first. */
export function listOrdersOf(db: Db, contact: OneContact, most: number): Promise<OrderOfContact[]> {
  return db.rows(listOfContact, [contact.phone, contact.email, most]);
}

/** One of the two. */
export interface OneContact {
  readonly phone: string | null;
  readonly email: string | null;
}

const listOrderSequencesStatement = defineStatement({
  name: "list-order-sequences",
  takes: ["text[]"],
  gives: row<{ readonly id: Id<"ord">; readonly sequence: number }>({ id: "text", sequence: "int4" }),
  text: `SELECT id, sequence FROM orders WHERE id = ANY (${listOfAnyLength("$1", "text[]")})`,
});

/** How often each of the orders has changed. */
export async function listSequences(
  db: Db,
  ids: readonly Id<"ord">[],
): Promise<readonly { readonly id: Id<"ord">; readonly sequence: number }[]> {
  return db.rows(listOrderSequencesStatement, [ids]);
}

const findReplacedByStatement = defineStatement({
  name: "find-replaced-by",
  prepare: false,
  takes: ["text"],
  gives: row<{ readonly replaced_by: Id<"ord"> }>({ replaced_by: "text" }),
  text: "SELECT replaced_by FROM orders WHERE id = $1 AND replaced_by IS NOT NULL",
});

/** The order that its diner placed in the place of one before paying that; undefined where there is none. */
export async function findReplacedBy(db: Db, id: Id<"ord">): Promise<Id<"ord"> | undefined> {
  return (await db.maybe(findReplacedByStatement, [id]))?.replaced_by;
}

const sendReplacedByStatement = defineStatement({
  name: "write-replaced-by",
  prepare: false,
  takes: ["text", "text"],
  text: "UPDATE orders SET replaced_by = $2 WHERE id = $1",
});

/** Sends which order took the place of a locked one. */
export function sendReplacedBy(tx: Tx, id: Id<"ord">, by: Id<"ord">): void {
  tx.send(sendReplacedByStatement, [id, by]);
}
