/** SQL of reminders: the due ones, and the mark that one was made. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row, rowWith } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Booking } from "../book/booking.ts";
import { bookingTable } from "../book/bookings.sql.ts";

/** Who is reminded at all: parties that booked ahead, left a number, and have not been reminded of this start. */
const isToBeReminded = `b.status = 'confirmed' AND l.messaging AND b.guest_phone IS NOT NULL
  AND b.source IN ('partner', 'online', 'phone') AND b.reminded_for IS DISTINCT FROM b.starts_at
  AND b.created_at <= b.starts_at - interval '6 hours'`;

const takeDueRemindersStatement = defineStatement({
  name: "take-due-reminders",
  // The widest offset of a clock bounds the look into the index of starts; in live it is none.
  takes: ["int8"],
  gives: rowWith<Booking, { readonly seconds_left: number }>(bookingTable.row, { seconds_left: "float8" }),
  text: `WITH due AS (
      SELECT b.id, extract(epoch FROM b.starts_at - here.now)::float8 AS seconds_left
      FROM bookings b JOIN locations l ON l.id = b.location_id,
        LATERAL (SELECT clock_timestamp() + make_interval(secs => l.clock_offset_seconds::float8) AS now) here
      WHERE ${isToBeReminded}
        AND b.starts_at > clock_timestamp()
        AND b.starts_at <= clock_timestamp() + interval '3 hours'
          + make_interval(secs => (SELECT max(clock_offset_seconds) FROM locations)::float8)
        AND b.starts_at > here.now AND b.starts_at <= here.now + interval '3 hours'
      ORDER BY b.starts_at LIMIT $1 FOR UPDATE OF b SKIP LOCKED)
    UPDATE bookings b SET reminded_for = b.starts_at FROM due WHERE b.id = due.id
    RETURNING ${bookingTable.select("b")}, due.seconds_left`,
});

/** Marks the reminders that are due and answers their bookings, with the seconds until each start. */
export function takeDueReminders(tx: Tx, limit: number): Promise<(Booking & { readonly seconds_left: number })[]> {
  return tx.rows(takeDueRemindersStatement, [limit]);
}

/** A booking that is reminded of by e-mail on the evening before, and the time of its location. */
export interface MailReminder {
  readonly id: Id<"bkg">;
  readonly starts_at: Instant;
  readonly time_zone: string;
  readonly now: Instant;
}

const listMailRemindersStatement = defineStatement({
  name: "list-mail-reminders",
  takes: ["int8"],
  gives: row<MailReminder>({ id: "text", starts_at: "timestamptz", time_zone: "text", now: "timestamptz" }),
  // No evening before lies more than 31 hours before a start.
  text: `SELECT b.id, b.starts_at, b.time_zone, here.now
    FROM bookings b JOIN locations l ON l.id = b.location_id,
      LATERAL (SELECT clock_timestamp() + make_interval(secs => l.clock_offset_seconds::float8) AS now) here
    WHERE b.status = 'confirmed' AND l.messaging AND b.guest_email IS NOT NULL
      AND b.source IN ('partner', 'online', 'phone') AND b.mail_reminded_for IS DISTINCT FROM b.starts_at
      AND b.created_at <= b.starts_at - interval '36 hours'
      AND b.starts_at > clock_timestamp()
      AND b.starts_at <= clock_timestamp() + interval '31 hours'
        + make_interval(secs => (SELECT max(clock_offset_seconds) FROM locations)::float8)
      AND b.starts_at > here.now AND b.starts_at <= here.now + interval '31 hours'
    ORDER BY b.starts_at LIMIT $1`,
});

/** The bookings of the next 31 hours of which nobody was reminded by e-mail yet, whether or not the evening has come. */
export function listMailReminders(db: Db, limit: number): Promise<MailReminder[]> {
  return db.rows(listMailRemindersStatement, [limit]);
}

const takeMailRemindersStatement = defineStatement({
  name: "take-mail-reminders",
  takes: ["text[]", "text[]"],
  gives: bookingTable.row,
  // Who was moved since the reading is reminded of the new start when that is due.
  text: `WITH due AS (
      SELECT b.id FROM bookings b
      WHERE b.id = ANY ($1) AND b.id || ' ' || (extract(epoch FROM b.starts_at) * 1000)::bigint = ANY ($2)
        AND b.status = 'confirmed' AND b.mail_reminded_for IS DISTINCT FROM b.starts_at
      FOR UPDATE OF b SKIP LOCKED)
    UPDATE bookings b SET mail_reminded_for = b.starts_at FROM due WHERE b.id = due.id
    RETURNING ${bookingTable.select("b")}`,
});

/** Marks those that nobody else has taken and that still begin when they were read, and answers their bookings. */
export function takeMailReminders(tx: Tx, due: readonly Pick<MailReminder, "id" | "starts_at">[]): Promise<Booking[]> {
  const ids = due.map(({ id }) => id);
  const starts = due.map(({ id, starts_at }) => `${id} ${starts_at}`);
  return tx.rows(takeMailRemindersStatement, [ids, starts]);
}

const findNextReminderStatement = defineStatement({
  name: "find-next-booking-reminder",
  prepare: false,
  takes: ["text"],
  gives: row<{ at: Instant | null }>({ at: "timestamptz" }),
  text: `SELECT min(b.starts_at) - interval '3 hours' AS at FROM bookings b JOIN locations l ON l.id = b.location_id
    WHERE b.location_id = $1 AND ${isToBeReminded}
      AND b.starts_at > clock_timestamp() + make_interval(secs => l.clock_offset_seconds::float8, hours => 3)`,
});

/** When the next reminder of a location is due, in its clock. */
export async function findNextReminder(db: Db, locationId: Id<"str">): Promise<Instant | null> {
  const { at } = await db.one(findNextReminderStatement, [locationId]);
  return at;
}
