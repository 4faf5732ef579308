/** SQL of the bookings and holds of a guest's own key. */
import type { Instant } from "../../kernel/clock.ts";
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

/** A booking as a guest finds it again. */
export interface FoundBooking {
  readonly id: Id<"bkg">;
  readonly location_id: Id<"str">;
  /** The end of the stay. */
  readonly at: Instant;
  readonly phone: string | null;
  readonly email: string | null;
  /** Of the location. */
  readonly country: string | null;
}

const findByCodeStatement = defineStatement({
  name: "find-bookings-by-code",
  prepare: false,
  takes: ["text"],
  gives: row<FoundBooking>({
    id: "text",
    location_id: "text",
    at: "timestamptz",
    phone: "text",
    email: "text",
    country: "text",
  }),
  text: `SELECT b.id, b.location_id, b.ends_at AS at, b.guest_phone AS phone, b.guest_email AS email,
      l.address ->> 'country' AS country
    FROM bookings b JOIN locations l ON l.id = b.location_id
    WHERE b.confirmation_code = $1
      AND b.ends_at + interval '30 days' > clock_timestamp() + l.clock_offset_seconds * interval '1 second'
    ORDER BY b.created_at DESC, b.id LIMIT 20`,
});

/** The bookings with a code that links still lead to, latest first. */
export function listBookingsByCode(db: Db, code: string): Promise<FoundBooking[]> {
  return db.rows(findByCodeStatement, [code]);
}

/** A booking that is told to its guest again. */
export interface BookingOfContact {
  readonly id: Id<"bkg">;
  readonly location_id: Id<"str">;
  readonly starts_at: Instant;
  readonly time_zone: string;
  readonly code: string;
}

const listOfContactStatement = defineStatement({
  name: "list-bookings-of-contact",
  prepare: false,
  takes: ["text", "text", "int8"],
  gives: row<BookingOfContact>({
    id: "text",
    location_id: "text",
    starts_at: "timestamptz",
    time_zone: "text",
    code: "text",
  }),
  text: `SELECT b.id, b.location_id, b.starts_at, b.time_zone, b.confirmation_code AS code
    FROM bookings b JOIN locations l ON l.id = b.location_id
    WHERE (b.guest_phone = $1 OR lower(b.guest_email) = $2)
      AND b.ends_at + interval '30 days' > clock_timestamp() + l.clock_offset_seconds * interval '1 second'
    ORDER BY b.created_at DESC, b.id LIMIT $3`,
});

/** The bookings of a phone (E.164) or e-mail address (in small letters) that links still lead to, latest first. */
export function listBookingsOfContact(
  db: Db,
  { phone, email }: { readonly phone: string | null; readonly email: string | null },
  most: number,
): Promise<BookingOfContact[]> {
  return db.rows(listOfContactStatement, [phone, email, most]);
}

/** A booking as the operator finds it. */
export interface SoughtBooking {
  readonly id: Id<"bkg">;
  readonly location_id: Id<"str">;
  readonly confirmation_code: string;
  readonly status: Booking["status"];
  readonly local_start: string;
  readonly party_size: number;
}

const listSoughtStatement = defineStatement({
  name: "list-sought-bookings",
  prepare: false,
  takes: ["text", "text", "text", "int8"],
  gives: row<SoughtBooking>({
    id: "text",
    location_id: "text",
    confirmation_code: "text",
    status: "text",
    local_start: "text",
    party_size: "int4",
  }),
  text: `SELECT b.id, b.location_id, b.confirmation_code, b.status, b.local_start, b.party_size FROM bookings b
    WHERE b.confirmation_code = $1 OR b.guest_phone = $2 OR lower(b.guest_email) = $3
    ORDER BY b.starts_at DESC, b.id LIMIT $4`,
});

/** The bookings with a code, of a phone (E.164) or of an e-mail address (in small letters), latest first, however old. */
export function listSoughtBookings(
  db: Db,
  {
    code,
    phone,
    email,
  }: { readonly code: string | null; readonly phone: string | null; readonly email: string | null },
  limit: number,
): Promise<SoughtBooking[]> {
  return db.rows(listSoughtStatement, [code, phone, email, limit]);
}
