/** SQL of what a guest's own key opens. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Booking } from "../book/booking.ts";
import { bookingColumns } from "../book/bookings.sql.ts";

/** The booking whose key has this SHA-256. */
export function findByTokenHash(db: Db, hash: Buffer): Promise<Booking | undefined> {
  return db.maybe(
    { name: "find-guest-booking", text: `SELECT ${bookingColumns} FROM bookings b WHERE b.guest_token_hash = $1` },
    [hash],
  );
}

/** The SHA-256 of a booking's key; null when it has none, undefined when there is no such booking. */
export async function findTokenHash(db: Db, id: Id<"bkg">): Promise<Buffer | null | undefined> {
  const row = await db.maybe<{ readonly hash: Buffer | null }>(
    { name: "find-guest-token-hash", text: "SELECT guest_token_hash AS hash FROM bookings WHERE id = $1" },
    [id],
  );
  return row?.hash;
}
