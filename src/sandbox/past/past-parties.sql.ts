/** SQL of the parties of the demonstration's past: bookings, walk-ins, and the waits at the door. For the sandbox only. */
import type { StaffActor } from "../../kernel/actor.ts";
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

/** A booking of the past; instants are milliseconds. */
export interface PastBooking {
  readonly id: Id<"bkg">;
  readonly status: string;
  readonly source: "walk_in" | "waitlist" | "phone" | "online";
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
  readonly entry_id: Id<"bkw"> | null;
  readonly cancellation: {
    readonly actor: "guest" | "venue";
    readonly reason: string | null;
    readonly cancelled_at: number;
  } | null;
}

const insertBookings = defineStatement({
  name: "insert-past-bookings",
  prepare: false,
  takes: ["text", "jsonb", "jsonb"],
  text: `INSERT INTO bookings (id, location_id, kept_by, written_at, created_at, updated_at, status, source, confirmation_code,
      starts_at, ends_at, local_start, time_zone, party_size, area_id, area_name, unit_ids, guest_first_name, guest_last_name,
      guest_phone, changeable_until, cancellable_until, seated_at, waitlist_entry_id, updated_by, acted_by)
    SELECT p.id, $1, 'native', drain.at, to_timestamp(p.starts_at / 1000) - interval '2 days', to_timestamp(p.ends_at / 1000),
      CASE WHEN p.status = 'completed' THEN 'in_service' ELSE 'confirmed' END, p.source, p.code,
      to_timestamp(p.starts_at / 1000), to_timestamp(p.ends_at / 1000), p.local_start, p.time_zone, p.party_size, p.area_id,
      p.area_name, ARRAY[p.unit_id], p.first_name, p.last_name, p.phone,
      to_timestamp(p.starts_at / 1000) - interval '2 hours', to_timestamp(p.starts_at / 1000) - interval '2 hours',
      CASE WHEN p.status = 'completed' THEN to_timestamp(p.starts_at / 1000) END, p.entry_id,
      CASE WHEN p.status = 'cancelled_by_guest' THEN 'guest' ELSE 'store' END,
      CASE WHEN p.status <> 'cancelled_by_guest' THEN $3::jsonb END
    FROM enter_booking_drain() AS drain (at), jsonb_to_recordset($2) AS p (id text, status text, source text, code text,
      starts_at float8, ends_at float8, local_start text, time_zone text, party_size int, area_id text, area_name text,
      unit_id text, first_name text, last_name text, phone text, entry_id text)`,
});

const endBookings = defineStatement({
  name: "end-past-bookings",
  prepare: false,
  takes: ["jsonb"],
  text: `UPDATE bookings b SET status = p.status, cancellation = nullif(p.cancellation, 'null'),
      completed_at = CASE WHEN p.status = 'completed' THEN b.ends_at END
    FROM jsonb_to_recordset($1) AS p (id text, status text, cancellation jsonb) WHERE b.id = p.id`,
});

/** Stores bookings that are over, the last act of each by the host or the guest; nobody is told of them. */
export function sendPastBookings(
  tx: Tx,
  locationId: Id<"str">,
  bookings: readonly PastBooking[],
  host: StaffActor,
): void {
  const rows = JSON.stringify(bookings);
  tx.send(insertBookings, [locationId, rows, JSON.stringify(host)]);
  tx.send(endBookings, [rows]);
}

/** A party that stood in line; instants are milliseconds. */
export interface PastEntry {
  readonly id: Id<"bkw">;
  /** Before those of today: parties are seated by it. */
  readonly line_number: number;
  readonly joined_at: number;
  readonly ended_at: number;
  readonly party_size: number;
  readonly first_name: string | null;
  readonly quoted_min: number;
  readonly quoted_max: number;
  readonly parties_ahead: number;
  /** Where the party was seated in the end; null when it left. */
  readonly booking_id: Id<"bkg"> | null;
  readonly waited_minutes: number | null;
}

const insertEntries = defineStatement({
  name: "insert-past-entries",
  prepare: false,
  takes: ["text", "jsonb", "jsonb"],
  text: `WITH past AS (SELECT * FROM jsonb_to_recordset($2) AS p (id text, line_number int, joined_at float8, ended_at float8,
      party_size int, first_name text, quoted_min int, quoted_max int, parties_ahead int, waited_minutes float8)),
    entered AS (
      INSERT INTO waitlist_entries (id, location_id, line_number, joined_at, updated_at, status, channel, party_size,
        guest_first_name, quoted_parties_ahead, quoted_min, quoted_max, expires_at, updated_by, acted_by)
      SELECT id, $1, line_number, to_timestamp(joined_at / 1000), to_timestamp(ended_at / 1000), 'waiting', 'in_person',
        party_size, first_name, parties_ahead, quoted_min, quoted_max, to_timestamp(joined_at / 1000) + interval '6 hours', 'store', $3::jsonb
      FROM past RETURNING id)
    INSERT INTO wait_quotes (entry_id, location_id, quoted_at, party_size, parties_ahead, simulated_low, simulated_high,
      band_min, band_max, settled_at, waited_minutes)
    SELECT p.id, $1, to_timestamp(p.joined_at / 1000), p.party_size, p.parties_ahead, p.quoted_min, p.quoted_max, p.quoted_min,
      p.quoted_max, to_timestamp(p.ended_at / 1000), p.waited_minutes
    FROM past p JOIN entered e ON e.id = p.id`,
});

const endEntries = defineStatement({
  name: "end-past-entries",
  prepare: false,
  takes: ["jsonb"],
  text: `UPDATE waitlist_entries w SET status = CASE WHEN p.booking_id IS NULL THEN 'removed' ELSE 'seated' END,
      ended_at = to_timestamp(p.ended_at / 1000), booking_id = p.booking_id
    FROM jsonb_to_recordset($1) AS p (id text, ended_at float8, booking_id text) WHERE w.id = p.id`,
});

/** Stores parties that stood in line, whom the host took in, after the bookings that they were seated with. */
export function sendPastEntries(tx: Tx, locationId: Id<"str">, entries: readonly PastEntry[], host: StaffActor): void {
  const rows = JSON.stringify(entries);
  tx.send(insertEntries, [locationId, rows, JSON.stringify(host)]);
  tx.send(endEntries, [rows]);
}
