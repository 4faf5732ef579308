/** All SQL of bookings themselves; their tables are in `claims.sql.ts`, lists in `booking-list.sql.ts`. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement, listOfAnyLength } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { LocationBook } from "../venue/kept-by.ts";
import type { Booking } from "./booking.ts";

/** Bookings; the order of the columns is that of selections. */
export const bookingTable = defineTable<Booking>()({
  name: "bookings",
  columns: {
    id: "text",
    location_id: "text",
    kept_by: "text",
    app_id: "text",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    version: "int4",
    repairs_since: "int4",
    event_sequence: "int4",
    status: "text",
    source: "text",
    confirmation_code: "text",
    starts_at: "timestamptz",
    ends_at: "timestamptz",
    local_start: "text",
    time_zone: "text",
    party_size: "int4",
    area_id: "text",
    area_name: "text",
    unit_ids: "text[]",
    experience_id: "text",
    experience_name: "text",
    guest_first_name: "text",
    guest_last_name: "text",
    guest_phone: "text",
    guest_email: "text",
    language: "text",
    notes: "text",
    venue_notes: "text",
    changeable_until: "timestamptz",
    cancellable_until: "timestamptz",
    seated_at: "timestamptz",
    completed_at: "timestamptz",
    cancellation: "jsonb",
    waitlist_entry_id: "text",
    updated_by: "text",
    acted_by: "jsonb",
    late_until: "timestamptz",
    undo_point: "jsonb",
    payment: "jsonb",
    payment_due_at: "timestamptz",
    decline_reason: "text",
  },
  also: { written_at: "timestamptz", guest_token_hash: "bytea" },
});
const selected = bookingTable.select("b");

const findVisible = defineStatement({
  name: "find-visible-booking",
  takes: ["text", "text"],
  gives: bookingTable.row,
  text: `SELECT ${selected} FROM bookings b JOIN grants g ON g.location_id = b.location_id AND g.app_id = $2
    WHERE b.id = $1`,
});

/** A booking of a location granted to the app, whoever made it. */
export function findVisibleBooking(db: Db, id: Id<"bkg">, appId: Id<"app">): Promise<Booking | undefined> {
  return db.maybe(findVisible, [id, appId]);
}

const findBookingStatement = defineStatement({
  name: "find-booking",
  takes: ["text"],
  gives: bookingTable.row,
  text: `SELECT ${selected} FROM bookings b WHERE b.id = $1`,
});

/** Any booking. */
export function findBooking(db: Db, id: Id<"bkg">): Promise<Booking | undefined> {
  return db.maybe(findBookingStatement, [id]);
}

const lockBookingStatement = defineStatement({
  name: "lock-booking",
  takes: ["text"],
  gives: bookingTable.row,
  text: `SELECT ${selected} FROM bookings b WHERE b.id = $1 FOR UPDATE`,
});

/** The booking as it is once nobody else can change it. */
export function lockBookingRow(tx: Tx, id: Id<"bkg">): Promise<Booking> {
  return tx.one(lockBookingStatement, [id]);
}

const overlapping = defineStatement({
  name: "find-overlapping-booking",
  takes: ["text", "text", "float8", "float8", "text"],
  gives: row<{ readonly id: Id<"bkg"> }>({ id: "text" }),
  text: `SELECT id FROM bookings WHERE location_id = $1 AND guest_phone = $2 AND id <> $5
      AND status IN ('pending', 'confirmed', 'in_service')
      AND starts_at < to_timestamp($4::float8 / 1000) AND ends_at > to_timestamp($3::float8 / 1000)
    LIMIT 1`,
});

/** Another live booking of the same guest's phone whose stay overlaps. */
export function findOverlapping(
  db: Db,
  locationId: Id<"str">,
  phone: string,
  stay: { readonly from: Instant; readonly until: Instant },
  except: Id<"bkg">,
): Promise<{ readonly id: Id<"bkg"> } | undefined> {
  return db.maybe(overlapping, [locationId, phone, stay.from, stay.until, except]);
}

const insertion = bookingTable.insert();
const insertStatement = defineStatement({
  name: "insert-booking",
  takes: insertion.takes,
  gives: row<{ readonly id: Id<"bkg"> }>({ id: "text" }),
  text: `${insertion.text} ON CONFLICT (location_id, confirmation_code) DO NOTHING RETURNING id`,
});

/** Stores a new booking; false when its confirmation code is taken at the location. */
export async function insertBooking(
  tx: Tx,
  booking: Booking,
  fields: { readonly writtenAt: Instant; readonly guestTokenHash: Buffer | null },
): Promise<boolean> {
  const written = { ...booking, written_at: fields.writtenAt, guest_token_hash: fields.guestTokenHash };
  return (await tx.rows(insertStatement, insertion.values(written))).length === 1;
}

const change = bookingTable.set([
  "written_at",
  "updated_at",
  "version",
  "repairs_since",
  "event_sequence",
  "status",
  "starts_at",
  "ends_at",
  "local_start",
  "time_zone",
  "party_size",
  "area_id",
  "area_name",
  "unit_ids",
  "notes",
  "venue_notes",
  "changeable_until",
  "cancellable_until",
  "seated_at",
  "completed_at",
  "cancellation",
  "updated_by",
  "acted_by",
  "late_until",
  "undo_point",
  "payment",
  "payment_due_at",
  "decline_reason",
]);
const updateStatement = defineStatement({
  name: "update-booking",
  takes: change.takes,
  text: `UPDATE bookings SET ${change.text} WHERE id = $1`,
});

/** Sends the fields of a locked booking that can change. */
export function sendBookingUpdate(tx: Tx, booking: Booking, writtenAt: Instant): void {
  tx.send(updateStatement, change.values({ ...booking, written_at: writtenAt }));
}

export interface FutureSeating {
  readonly booking_id: Id<"bkg">;
  readonly unit_ids: string[];
}

const listFutureSeatingsStatement = defineStatement({
  name: "list-future-seatings",
  prepare: false,
  takes: ["text", "float8"],
  gives: row<FutureSeating>({ booking_id: "text", unit_ids: "text[]" }),
  text: `SELECT id AS booking_id, unit_ids FROM bookings
    WHERE location_id = $1 AND starts_at > to_timestamp($2::float8 / 1000) AND status IN ('pending', 'confirmed')
    ORDER BY starts_at, id`,
});

/** The tables of the bookings that start after an instant and are still expected. */
export function listFutureSeatings(db: Db, locationId: Id<"str">, from: Instant): Promise<FutureSeating[]> {
  return db.rows(listFutureSeatingsStatement, [locationId, from]);
}

const listSeatedBookingsStatement = defineStatement({
  name: "list-seated-bookings",
  takes: ["text"],
  gives: bookingTable.row,
  text: `SELECT ${selected} FROM bookings b WHERE b.location_id = $1 AND b.status = 'in_service' ORDER BY b.seated_at, b.id`,
});

/** The bookings whose party sits now. */
export function listSeated(db: Db, locationId: Id<"str">): Promise<Booking[]> {
  return db.rows(listSeatedBookingsStatement, [locationId]);
}

const findBookingsStatement = defineStatement({
  name: "find-bookings-at-location",
  takes: ["text", "text[]"],
  gives: bookingTable.row,
  text: `SELECT ${selected} FROM bookings b WHERE b.location_id = $1 AND b.id = ANY (${listOfAnyLength("$2", "text[]")}) ORDER BY b.starts_at, b.id`,
});

/** Those of the bookings that are of the location, by start. */
export function findBookings(db: Db, locationId: Id<"str">, ids: readonly string[]): Promise<Booking[]> {
  return db.rows(findBookingsStatement, [locationId, ids]);
}

const isGuestErasedStatement = defineStatement({
  name: "is-guest-of-booking-erased",
  takes: ["text"],
  gives: row<{ readonly erased: boolean }>({ erased: "bool" }),
  text: "SELECT guest_erased_at IS NOT NULL AS erased FROM bookings WHERE id = $1",
});

/** Whether the guest's data of a booking was erased. */
export async function isGuestErased(db: Db, id: Id<"bkg">): Promise<boolean> {
  return (await db.one(isGuestErasedStatement, [id])).erased;
}

const giveTokenHashStatement = defineStatement({
  name: "give-guest-token-hash",
  takes: ["text", "bytea"],
  gives: row<{ readonly hash: Buffer }>({ hash: "bytea" }),
  text: `UPDATE bookings SET guest_token_hash = coalesce(guest_token_hash, $2) WHERE id = $1 AND guest_erased_at IS NULL
    RETURNING guest_token_hash AS hash`,
});

/** Gives a booking the key with this hash unless it has one; answers the hash that it has. Undefined: its guest was erased. */
export async function giveTokenHash(tx: Tx, id: Id<"bkg">, hash: Buffer): Promise<Buffer | undefined> {
  return (await tx.maybe(giveTokenHashStatement, [id, hash]))?.hash;
}

const findBookingBookStatement = defineStatement({
  name: "find-booking-book",
  takes: ["text"],
  gives: row<LocationBook>({ location_id: "text", kept_by: "text" }),
  text: "SELECT location_id, kept_by FROM bookings WHERE id = $1",
});

/** The location that a booking is of, and who keeps it. */
export function findBookingBook(db: Db, id: Id<"bkg">): Promise<LocationBook | undefined> {
  return db.maybe(findBookingBookStatement, [id]);
}

const listMovableBookingsStatement = defineStatement({
  name: "list-movable-bookings",
  takes: ["text[]"],
  gives: bookingTable.row,
  text: `SELECT ${selected} FROM bookings b
    WHERE b.id = ANY ($1) AND b.status = 'confirmed' AND NOT b.pinned ORDER BY b.id FOR UPDATE`,
});

/** Those of the bookings whose parties are expected and were not promised this very table, locked against changes. */
export function listMovable(tx: Tx, ids: readonly string[]): Promise<Booking[]> {
  return tx.rows(listMovableBookingsStatement, [ids]);
}
