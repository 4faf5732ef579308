/** SQL of everything that is kept about one guest: bookings, their events, answers kept for replays. */
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { defineRetention, type LocationDue } from "../../platform/postgres/guest-retention.sql.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Id } from "../../kernel/id.ts";
import type { Booking } from "../book/booking.ts";
import { bookingTable } from "../book/bookings.sql.ts";

/** A party that still sits is not over, whatever its time. */
const retention = defineRetention<"bkg">({
  table: "bookings",
  guests: "old-guests",
  ended: "ends_at",
  only: "g.status <> 'in_service'",
});

/** A guest by what they can be found by; at least one is not null. */
export interface GuestKey {
  /** E.164. */
  readonly phone: string | null;
  readonly email: string | null;
}

const listBookingsOfStatement = defineStatement({
  name: "list-bookings-of-guest",
  prepare: false,
  takes: ["text", "text"],
  gives: bookingTable.row,
  text: `SELECT ${bookingTable.select("b")} FROM bookings b WHERE b.guest_phone = $1 OR lower(b.guest_email) = lower($2)
    ORDER BY b.starts_at, b.id`,
});

/** The bookings of a guest at every location, oldest first. */
export function listBookingsOf(db: Db, guest: GuestKey): Promise<Booking[]> {
  return db.rows(listBookingsOfStatement, [guest.phone, guest.email]);
}

const lockBookingsOfStatement = defineStatement({
  name: "lock-bookings-of-guest",
  prepare: false,
  takes: ["text", "text"],
  gives: row<Pick<Booking, "id" | "location_id">>({ id: "text", location_id: "text" }),
  text: `SELECT b.id, b.location_id FROM bookings b WHERE b.guest_phone = $1 OR lower(b.guest_email) = lower($2)
    ORDER BY b.id FOR UPDATE`,
});

/** The bookings of a guest at every location, locked: whoever writes about one has ended, or reads it without a name. */
export function lockBookingsOf(tx: Tx, guest: GuestKey): Promise<Pick<Booking, "id" | "location_id">[]> {
  return tx.rows(lockBookingsOfStatement, [guest.phone, guest.email]);
}

const sendErasureStatement = defineStatement({
  name: "erase-guest-of-booking",
  prepare: false,
  takes: ["text[]"],
  text: `UPDATE bookings SET guest_first_name = NULL, guest_last_name = NULL, guest_phone = NULL, guest_email = NULL,
      notes = NULL, venue_notes = NULL, cancellation = cancellation || '{"reason": null}', guest_token_hash = NULL, guest_erased_at = clock_timestamp()
    WHERE id = ANY ($1)`,
});

/** Blanks the guest of the bookings. The bookings stay: who sat where and when is the venue's record. */
export function sendErasure(tx: Tx, ids: readonly Id<"bkg">[]): void {
  tx.send(sendErasureStatement, [ids]);
}

/** Locations that erase guests after a time and have some who are due, by their own clock. */
export function listLocationsDue(db: Db): Promise<LocationDue[]> {
  return db.rows(retention.listLocations);
}

/** Some bookings of the location whose guests are due, oldest first, locked; the setting is read anew with them. */
export async function lockDueBookings(tx: Tx, locationId: Id<"str">, limit: number): Promise<Id<"bkg">[]> {
  const rows = await tx.rows(retention.lockRows, [locationId, limit]);
  return rows.map(({ id }) => id);
}

const sendOperationErasureStatement = defineStatement({
  name: "erase-guest-of-provider-operations",
  prepare: false,
  takes: ["text", "text"],
  text: `UPDATE provider_operations SET request = request ||
      '{"guest": {"firstName": null, "lastName": null, "phone": null, "email": null}, "notes": null}'
    WHERE state IN ('sending', 'unsettled') AND kind = 'book'
      AND (request -> 'guest' ->> 'phone' = $1 OR lower(request -> 'guest' ->> 'email') = lower($2))`,
});

/**
 * Blanks the guest of bookings that a provider is being asked for. Asked again under the same token, the provider answers
 * the booking that it has, and ours is stored without a name.
 */
export function sendOperationErasure(tx: Tx, guest: GuestKey): void {
  tx.send(sendOperationErasureStatement, [guest.phone, guest.email]);
}

const sendWordsErasureStatement = defineStatement({
  name: "erase-words-of-provider-operations",
  prepare: false,
  takes: ["text[]"],
  text: `UPDATE provider_operations
    SET request = request || CASE kind WHEN 'cancel' THEN '{"reason": null}'::jsonb ELSE '{"notes": null}'::jsonb END
    WHERE subject_id = ANY ($1) AND state IN ('sending', 'unsettled')
      AND (kind = 'cancel' OR (kind = 'change' AND request ? 'notes'))`,
});

/** Blanks the words in changes and cancellations of the bookings whose outcome is unknown: they are stored with it. */
export function sendWordsErasure(tx: Tx, ids: readonly Id<"bkg">[]): void {
  tx.send(sendWordsErasureStatement, [ids]);
}

const sendChannelErasureStatement = defineStatement({
  name: "erase-guest-of-channel-bookings",
  prepare: false,
  takes: ["text[]"],
  text: "UPDATE channel_bookings SET user_id = '' WHERE booking_id = ANY ($1)",
});

/** Forgets what booking channels call the guests of the bookings. */
export function sendChannelErasure(tx: Tx, ids: readonly Id<"bkg">[]): void {
  tx.send(sendChannelErasureStatement, [ids]);
}
