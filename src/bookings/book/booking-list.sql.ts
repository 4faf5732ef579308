/** The SQL of GET /bookings: a window by start, or all changes since a time, of which none is missed. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { andAll, defineFilteredStatement, given, type Condition } from "../../platform/postgres/filtered-statement.ts";
import { row, rowWith } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Booking } from "./booking.ts";
import { bookingTable } from "./bookings.sql.ts";

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

const listedRow = rowWith<Booking, { readonly written_at: Instant }>(bookingTable.row, { written_at: "timestamptz" });

/** How far the clock of location `l` is ahead of the real one. */
const clockOffset = "make_interval(secs => l.clock_offset_seconds::float8)";

/** How far the clock of any location granted to the app `$1` is ahead of the real one, at most. */
const furthestAhead = `(SELECT make_interval(secs => max(m.clock_offset_seconds)::float8) FROM grants h
    JOIN locations m ON m.id = h.location_id WHERE h.app_id = $1)`;

const time = (parameter: string): string => `to_timestamp(${parameter}::float8 / 1000)`;

/** The conditions on the guest, which every list may have. */
const ofGuest: Readonly<Record<"phone" | "code", Condition>> = {
  phone: { takes: ["text"], text: (parameter) => `n.guest_phone = ${parameter()}` },
  code: { takes: ["text"], text: (parameter) => `n.confirmation_code = ${parameter()}` },
};

/** Each location gives at most a page from its own index, so the cost grows with locations, never with bookings. */
function listText(
  order: "starts_at" | "written_at",
  conditions: readonly (string | undefined)[],
  location: string | undefined,
): string {
  return `SELECT ${bookingTable.select("b")}, b.written_at FROM grants g JOIN locations l ON l.id = g.location_id CROSS JOIN LATERAL (
      SELECT n.* FROM bookings n WHERE n.location_id = g.location_id${andAll(conditions)}
      ORDER BY n.${order}, n.id LIMIT $2) b
    WHERE g.app_id = $1${andAll([location])} ORDER BY b.${order}, b.id LIMIT $2`;
}

const afterPosition = (order: string): Condition => ({
  takes: ["float8", "text"],
  text: (parameter) => `(n.${order}, n.id) > (${time(parameter())}, ${parameter()}::text)`,
});
const positionValues = (after: ListPosition | null): readonly unknown[] | undefined =>
  after === null ? undefined : [after.at, after.id];

/** Starts from `from` until `until`, by the clock of their location, or by the real one, which that is ahead of. */
export interface StartWindow {
  readonly from: Instant | null;
  readonly until: Instant | null;
  readonly clock: "location" | "real";
}

const defineByStart = (name: string, ahead: string) =>
  defineFilteredStatement({
    name,
    takes: ["text", "int8"],
    gives: listedRow,
    conditions: {
      from: { takes: ["float8"], text: (parameter) => `n.starts_at >= ${time(parameter())}${ahead}` },
      until: { takes: ["float8"], text: (parameter) => `n.starts_at < ${time(parameter())}${ahead}` },
      after: afterPosition("starts_at"),
      ...ofGuest,
      location: { takes: ["text"], text: (parameter) => `g.location_id = ${parameter()}` },
    },
    text: ({ location, ...own }) => listText("starts_at", Object.values(own), location),
  });
const byStart = {
  location: defineByStart("list-bookings-by-start", ""),
  real: defineByStart("list-bookings-by-real-start", ` + ${clockOffset}`),
};

/** Bookings by start, in a window, after a position. */
export function listByStart(
  db: Db,
  filters: ListFilters,
  { from, until, clock }: StartWindow,
  after: ListPosition | null,
  limit: number,
): Promise<ListedBooking[]> {
  const { statement, values } = byStart[clock]([filters.appId, limit], {
    from: given(from),
    until: given(until),
    after: positionValues(after),
    phone: given(filters.phone),
    code: given(filters.code),
    location: given(filters.locationId),
  });
  return db.rows(statement, values);
}

// A clock only ever moves ahead, so a booking updated since was written at most today's offset before.
const updatedAtOne = defineFilteredStatement({
  name: "list-bookings-by-update-at-one-location",
  takes: ["text", "int8", "float8", "float8", "text"],
  gives: listedRow,
  conditions: {
    after: afterPosition("written_at"),
    ...ofGuest,
  },
  text: (conditions) =>
    listText(
      "written_at",
      [
        `n.written_at >= ${time("$3")} - ${clockOffset}`,
        `n.updated_at >= ${time("$3")}`,
        `n.written_at < ${time("$4")}`,
        ...Object.values(conditions),
      ],
      "g.location_id = $5",
    ),
});
const updatedAtAll = defineFilteredStatement({
  name: "list-bookings-by-update",
  takes: ["text", "int8", "float8", "float8"],
  gives: listedRow,
  conditions: {
    after: afterPosition("written_at"),
    ...ofGuest,
  },
  text: (conditions) =>
    listText(
      "written_at",
      [
        `n.written_at >= ${time("$3")} - ${furthestAhead}`,
        `(n.updated_at >= ${time("$3")} OR ${furthestAhead} > interval '0')`,
        `n.written_at < ${time("$4")}`,
        ...Object.values(conditions),
      ],
      undefined,
    ),
});

/**
 * Bookings changed since an instant, that one included, by the real time of their last change (rules/bookings 12.3). At one
 * location the instant is of its clock. Over many locations the instant is read as of the clock that is furthest ahead: no
 * change is missed, and some may come twice.
 */
export function listByUpdate(
  db: Db,
  filters: ListFilters,
  since: Instant,
  horizon: Instant,
  after: ListPosition | null,
  limit: number,
): Promise<ListedBooking[]> {
  const fixed = [filters.appId, limit, since, horizon];
  const own = { after: positionValues(after), phone: given(filters.phone), code: given(filters.code) };
  const { statement, values } =
    filters.locationId === null ? updatedAtAll(fixed, own) : updatedAtOne([...fixed, filters.locationId], own);
  return db.rows(statement, values);
}

const listAtStatement = defineStatement({
  name: "list-bookings-at-location",
  takes: ["text", "float8", "float8", "text", "int8"],
  gives: bookingTable.row,
  text: `SELECT ${bookingTable.select("b")} FROM bookings b
    WHERE b.location_id = $1 AND b.starts_at >= ${time("$2")} AND b.starts_at < ${time("$3")}
      AND ($4::text IS NULL OR (b.starts_at, b.id) > (SELECT a.starts_at, a.id FROM bookings a WHERE a.id = $4 AND a.location_id = $1))
    ORDER BY b.starts_at, b.id LIMIT $5`,
});

/** The bookings of a location that start in a window, by start, after a booking of them. */
export function listAt(
  db: Db,
  locationId: Id<"str">,
  window: { readonly from: Instant; readonly until: Instant; readonly after: Id<"bkg"> | null },
  limit: number,
): Promise<Booking[]> {
  return db.rows(listAtStatement, [locationId, window.from, window.until, window.after, limit]);
}

const bookingDrainHorizonStatement = defineStatement({
  name: "booking-drain-horizon",
  takes: [],
  gives: row<{ horizon: Instant }>({ horizon: "timestamptz" }),
  text: "SELECT booking_drain_horizon() AS horizon",
});

/** The time before which no change can appear any more (real time). */
export async function readBookingHorizon(db: Db): Promise<Instant> {
  const row = await db.one(bookingDrainHorizonStatement);
  return row.horizon;
}
