/** SQL of what a guest's own key opens. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Booking } from "../book/booking.ts";
import { bookingTable } from "../book/bookings.sql.ts";

const findGuestBookingStatement = defineStatement({
  name: "find-guest-booking",
  takes: ["bytea"],
  gives: bookingTable.row,
  text: `SELECT ${bookingTable.select("b")} FROM bookings b WHERE b.guest_token_hash = $1`,
});

/** The booking whose key has this SHA-256. */
export function findByTokenHash(db: Db, hash: Buffer): Promise<Booking | undefined> {
  return db.maybe(findGuestBookingStatement, [hash]);
}

const findGuestTokenHashStatement = defineStatement({
  name: "find-guest-token-hash",
  takes: ["text"],
  gives: row<{ readonly hash: Buffer | null }>({ hash: "bytea" }),
  text: "SELECT guest_token_hash AS hash FROM bookings WHERE id = $1",
});

/** The SHA-256 of a booking's key; null when it has none, undefined when there is no such booking. */
export async function findTokenHash(db: Db, id: Id<"bkg">): Promise<Buffer | null | undefined> {
  const row = await db.maybe(findGuestTokenHashStatement, [id]);
  return row?.hash;
}
