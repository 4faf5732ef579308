/** SQL of the links in messages to guests. */
import type { Id } from "../kernel/id.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";

export interface LinkedThing {
  readonly order_id: Id<"ord"> | null;
  readonly booking_id: Id<"bkg"> | null;
  readonly alert_id: Id<"tal"> | null;
}

const insertLink = defineStatement({
  name: "insert-guest-link",
  takes: ["bytea", "text", "text", "text", "text"],
  text: "INSERT INTO guest_links (token_hash, location_id, order_id, booking_id, alert_id) VALUES ($1, $2, $3, $4, $5)",
});

/** Sends a new link; one of order, booking and alert is not null. */
export function sendGuestLink(
  tx: Tx,
  tokenHash: Buffer,
  locationId: Id<"str">,
  { order_id: order, booking_id: booking, alert_id: alert }: LinkedThing,
): void {
  tx.send(insertLink, [tokenHash, locationId, order, booking, alert]);
}

/** Joined to the link `g`; what it leads to was over more than 30 days ago, in the clock of its location. */
const joined = `LEFT JOIN orders o ON o.id = g.order_id LEFT JOIN bookings b ON b.id = g.booking_id
    LEFT JOIN table_alerts a ON a.id = g.alert_id JOIN locations l ON l.id = g.location_id`;
const isOver = `coalesce(b.ends_at, a.until_at, greatest(o.created_at, o.scheduled_for)) + interval '30 days'
    <= clock_timestamp() + l.clock_offset_seconds * interval '1 second'`;

const findStatement = defineStatement({
  name: "find-guest-link",
  prepare: false,
  takes: ["bytea"],
  gives: row<LinkedThing>({ order_id: "text", booking_id: "text", alert_id: "text" }),
  text: `SELECT g.order_id, g.booking_id, g.alert_id FROM guest_links g ${joined} WHERE g.token_hash = $1 AND NOT (${isOver})`,
});

/** What a link with the hash leads to; undefined when there is none or its time is over. */
export function findLink(db: Db, tokenHash: Buffer): Promise<LinkedThing | undefined> {
  return db.maybe(findStatement, [tokenHash]);
}

const forgetOver = defineStatement({
  name: "forget-guest-links",
  prepare: false,
  takes: ["int8"],
  gives: row<{ readonly count: number }>({ count: "int8" }),
  text: `WITH gone AS (DELETE FROM guest_links WHERE token_hash IN (
      SELECT g.token_hash FROM guest_links g ${joined}
      WHERE g.made_at < clock_timestamp() - interval '30 days' AND ${isOver} ORDER BY g.made_at LIMIT $1) RETURNING 1)
    SELECT count(*) AS count FROM gone`,
});

/** Deletes some links that lead nowhere any more, oldest first; answers how many. */
export async function deleteOldLinks(tx: Tx, most: number): Promise<number> {
  return (await tx.one(forgetOver, [most])).count;
}

const forgetOfBookings = defineStatement({
  name: "forget-guest-links-of-bookings",
  prepare: false,
  takes: ["text[]"],
  text: "DELETE FROM guest_links WHERE booking_id = ANY ($1)",
});

/** Sends the deletion of the links to some bookings. */
export function sendLinksForgotten(tx: Tx, bookingIds: readonly Id<"bkg">[]): void {
  tx.send(forgetOfBookings, [bookingIds]);
}
