/** SQL of everything that is kept about one guest: bookings, the events that told of them, answers kept for replays. */
import type { Db, Tx } from "../platform/postgres/database.ts";
import type { Id } from "../kernel/id.ts";
import type { Booking } from "./booking.ts";
import { bookingColumns } from "./bookings.sql.ts";

/** A guest by what they can be found by; at least one is not null. */
export interface GuestKey {
  /** E.164. */
  readonly phone: string | null;
  readonly email: string | null;
}

/** The bookings of a guest at every location, oldest first. */
export function listBookingsOf(db: Db, guest: GuestKey): Promise<Booking[]> {
  return db.rows(
    `SELECT ${bookingColumns} FROM bookings b WHERE b.guest_phone = $1 OR lower(b.guest_email) = lower($2)
     ORDER BY b.starts_at, b.id`,
    [guest.phone, guest.email],
  );
}

/** Blanks the guest of the bookings. The bookings stay: who sat where and when is the venue's record. */
export function sendErasure(tx: Tx, ids: readonly Id<"bkg">[]): void {
  tx.send(
    `UPDATE bookings SET guest_first_name = NULL, guest_last_name = NULL, guest_phone = NULL, guest_email = NULL,
       notes = NULL, venue_notes = NULL, guest_token_hash = NULL, guest_erased_at = clock_timestamp()
     WHERE id = ANY ($1)`,
    [ids],
  );
}
