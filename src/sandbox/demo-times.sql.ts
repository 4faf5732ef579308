/** SQL of the demonstration's past: parties that came before the first start, and a week before it. For the sandbox only. */
import type { Id } from "../kernel/id.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { defineStatement } from "../platform/postgres/statement.ts";

const ageBooking = defineStatement({
  name: "age-demo-booking",
  prepare: false,
  takes: ["text", "float8", "float8", "text"],
  text: `WITH moved AS (
      UPDATE claims SET during = tstzrange(lower(during) - make_interval(secs => $2), upper(during) - make_interval(secs => $2)),
        starts_at = starts_at - make_interval(secs => $2) WHERE owner_id = $1)
    UPDATE bookings SET created_at = created_at - make_interval(secs => $2), starts_at = starts_at - make_interval(secs => $2),
      ends_at = ends_at - make_interval(secs => $2), seated_at = seated_at - make_interval(secs => $2),
      completed_at = completed_at - make_interval(secs => $3), local_start = $4,
      changeable_until = changeable_until - make_interval(secs => $2),
      cancellable_until = cancellable_until - make_interval(secs => $2) WHERE id = $1`,
});

/** Lets a party have come so many seconds earlier, and have left so many earlier. */
export function sendAgedBooking(tx: Tx, id: Id<"bkg">, came: number, left: number, localStart: string): void {
  tx.send(ageBooking, [id, came, left, localStart]);
}

const ageEntry = defineStatement({
  name: "age-demo-entry",
  prepare: false,
  takes: ["text", "float8"],
  text: `WITH quoted AS (
      UPDATE wait_quotes SET quoted_at = quoted_at - make_interval(secs => $2) WHERE entry_id = $1)
    UPDATE waitlist_entries SET joined_at = joined_at - make_interval(secs => $2) WHERE id = $1`,
});

/** Lets a party have joined the line so many seconds earlier. */
export function sendAgedEntry(tx: Tx, id: Id<"bkw">, seconds: number): void {
  tx.send(ageEntry, [id, seconds]);
}

/** A booking of the past; instants are milliseconds. */
export interface PastBooking {
  readonly id: Id<"bkg">;
  readonly status: string;
  readonly source: string;
  readonly code: string;
  readonly starts_at: number;
  readonly ends_at: number;
  readonly local_start: string;
  readonly time_zone: string;
  readonly party_size: number;
  readonly area_id: string;
  readonly area_name: string;
  readonly unit_id: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly phone: string | null;
  readonly cancellation: { readonly actor: "guest"; readonly reason: null; readonly cancelled_at: number } | null;
}

const insertPast = defineStatement({
  name: "insert-demo-bookings",
  prepare: false,
  takes: ["text", "jsonb"],
  text: `INSERT INTO bookings (id, location_id, kept_by, written_at, created_at, updated_at, status, source, confirmation_code,
      starts_at, ends_at, local_start, time_zone, party_size, area_id, area_name, unit_ids, guest_first_name, guest_last_name,
      guest_phone, changeable_until, cancellable_until, seated_at, updated_by)
    SELECT p.id, $1, 'native', drain.at, to_timestamp(p.starts_at / 1000) - interval '2 days', to_timestamp(p.ends_at / 1000),
      CASE WHEN p.status = 'completed' THEN 'in_service' ELSE 'confirmed' END, p.source, p.code,
      to_timestamp(p.starts_at / 1000), to_timestamp(p.ends_at / 1000), p.local_start, p.time_zone, p.party_size, p.area_id,
      p.area_name, ARRAY[p.unit_id], p.first_name, p.last_name, p.phone,
      to_timestamp(p.starts_at / 1000) - interval '2 hours', to_timestamp(p.starts_at / 1000) - interval '2 hours',
      CASE WHEN p.status = 'completed' THEN to_timestamp(p.starts_at / 1000) END, 'store'
    FROM enter_booking_drain() AS drain (at), jsonb_to_recordset($2) AS p (id text, status text, source text, code text,
      starts_at float8, ends_at float8, local_start text, time_zone text, party_size int, area_id text, area_name text,
      unit_id text, first_name text, last_name text, phone text)`,
});

const endPast = defineStatement({
  name: "end-demo-bookings",
  prepare: false,
  takes: ["jsonb"],
  text: `UPDATE bookings b SET status = p.status, cancellation = nullif(p.cancellation, 'null'),
      completed_at = CASE WHEN p.status = 'completed' THEN b.ends_at END
    FROM jsonb_to_recordset($1) AS p (id text, status text, cancellation jsonb) WHERE b.id = p.id`,
});

/** Stores bookings that are over; nobody is told of them. */
export function sendPastBookings(tx: Tx, locationId: Id<"str">, bookings: readonly PastBooking[]): void {
  const rows = JSON.stringify(bookings);
  tx.send(insertPast, [locationId, rows]);
  tx.send(endPast, [rows]);
}
