/** The SQL of GET /bookings: a window by start, or a drain by update that misses nothing. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Booking } from "./booking.ts";
import { bookingColumns } from "./bookings.sql.ts";

export interface ListFilters {
  readonly appId: Id<"app">;
  readonly locationId: Id<"str"> | null;
  /** E.164. */
  readonly phone: string | null;
  readonly code: string | null;
}

export interface ListPosition {
  readonly at: Instant;
  readonly id: string;
}

/** A booking with the real time at which it was written. */
export interface ListedBooking extends Booking {
  readonly written_at: Instant;
}

/** How far the clock of location `l` is ahead of the real one. */
const clockOffset = "make_interval(secs => l.clock_offset_seconds::float8)";

/** How far the clock of any location granted to the app is ahead of the real one, at most. */
function furthestAhead(appId: string): string {
  return `(SELECT make_interval(secs => max(m.clock_offset_seconds)::float8) FROM grants h
    JOIN locations m ON m.id = h.location_id WHERE h.app_id = ${appId})`;
}

/** Gathers the values of a statement whose conditions depend on the filters. */
function gather() {
  const values: unknown[] = [];
  const value = (given: unknown): string => `$${values.push(given)}`;
  return { values, value, time: (at: Instant): string => `to_timestamp(${value(at)}::float8 / 1000)` };
}

/** Starts from `from` until `until`, by the clock of their location, or by the real one, which that is ahead of. */
export interface StartWindow {
  readonly from: Instant | null;
  readonly until: Instant | null;
  readonly clock: "location" | "real";
}

/** Bookings by start, in a window, after a position. */
export function listByStart(
  db: Db,
  filters: ListFilters,
  { from, until, clock }: StartWindow,
  after: ListPosition | null,
  limit: number,
): Promise<ListedBooking[]> {
  const { values, value, time } = gather();
  const ahead = clock === "real" ? ` + ${clockOffset}` : "";
  const conditions = [
    ...(from === null ? [] : [`n.starts_at >= ${time(from)}${ahead}`]),
    ...(until === null ? [] : [`n.starts_at < ${time(until)}${ahead}`]),
    ...(after === null ? [] : [`(n.starts_at, n.id) > (${time(after.at)}, ${value(after.id)}::text)`]),
  ];
  return db.rows(listText(filters, conditions, "starts_at", { value, limit }), values);
}

/**
 * Bookings changed since an instant (inclusive), by the real time of their last change (rules/bookings 12.3). At one
 * location the instant is of its clock. Over many locations nobody knows whose clock the instant is of: it is read as of
 * the clock that is furthest ahead, so that no change is missed; what was listed before may then come again. Where no clock
 * was moved the two are the same.
 */
export function listByUpdate(
  db: Db,
  filters: ListFilters,
  since: Instant,
  horizon: Instant,
  after: ListPosition | null,
  limit: number,
): Promise<ListedBooking[]> {
  const { values, value, time } = gather();
  const isOne = filters.locationId !== null;
  const ahead = isOne ? clockOffset : furthestAhead(value(filters.appId));
  const conditions = [
    // A clock only ever moves ahead, so a booking updated since was written at most today's offset before.
    `n.written_at >= ${time(since)} - ${ahead}`,
    isOne ? `n.updated_at >= ${time(since)}` : `(n.updated_at >= ${time(since)} OR ${ahead} > interval '0')`,
    `n.written_at < ${time(horizon)}`,
    ...(after === null ? [] : [`(n.written_at, n.id) > (${time(after.at)}, ${value(after.id)}::text)`]),
  ];
  return db.rows(listText(filters, conditions, "written_at", { value, limit }), values);
}

/** Each location gives at most a page from its own index, so the cost grows with locations, never with bookings. */
function listText(
  filters: ListFilters,
  conditions: readonly string[],
  order: "starts_at" | "written_at",
  { value, limit }: { readonly value: (given: unknown) => string; readonly limit: number },
): string {
  const all = [
    ...conditions,
    ...(filters.phone === null ? [] : [`n.guest_phone = ${value(filters.phone)}`]),
    ...(filters.code === null ? [] : [`n.confirmation_code = ${value(filters.code)}`]),
  ];
  const location = filters.locationId === null ? "" : `AND g.location_id = ${value(filters.locationId)}`;
  const most = value(limit);
  return `SELECT ${bookingColumns}, b.written_at FROM grants g JOIN locations l ON l.id = g.location_id CROSS JOIN LATERAL (
      SELECT n.* FROM bookings n WHERE n.location_id = g.location_id AND ${["true", ...all].join(" AND ")}
      ORDER BY n.${order}, n.id LIMIT ${most}) b
    WHERE g.app_id = ${value(filters.appId)} ${location} ORDER BY b.${order}, b.id LIMIT ${most}`;
}

/** The time before which no change can appear any more (real time). */
export async function readBookingHorizon(db: Db): Promise<Instant> {
  const row = await db.one<{ horizon: Instant }>({
    name: "booking-drain-horizon",
    text: "SELECT booking_drain_horizon() AS horizon",
  });
  return row.horizon;
}
