/** SQL of promised times: which locations are to be compared, their coming bookings, and the mark that they were. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

/** A location whose coming bookings are to be compared. */
export interface UncheckedLocation {
  readonly id: Id<"str">;
  readonly timezone: string;
}

const listUncheckedStatement = defineStatement({
  name: "list-locations-with-unchecked-times",
  prepare: false,
  takes: ["text", "int8"],
  gives: row<UncheckedLocation>({ id: "text", timezone: "text" }),
  // Data that is older than what has been compared decides nothing: an older release may run beside a newer one. Where a
  // party had no table, one may be free by now.
  text: `SELECT l.id, l.timezone FROM locations l LEFT JOIN zone_checks z ON z.location_id = l.id
    WHERE l.timezone IS NOT NULL AND (z.location_id IS NULL OR z.time_zone <> l.timezone OR z.zone_data < $1
      OR (z.zone_data = $1 AND z.checked_at < clock_timestamp() - interval '1 day' * (z.unkept = 0)::int - interval '5 minutes'))
    ORDER BY z.time_zone <> l.timezone DESC NULLS LAST, l.id LIMIT $2`,
});

/** Locations with another zone or older zone data than at their last check, first of all, and those not checked for a day. */
export function listUnchecked(db: Db, zoneData: string, limit: number): Promise<UncheckedLocation[]> {
  return db.rows(listUncheckedStatement, [zoneData, limit]);
}

/** A booking that is still to come, and what its guest was promised. */
export interface ComingBooking {
  readonly id: Id<"bkg">;
  readonly starts_at: Instant;
  readonly local_start: string;
  readonly time_zone: string;
}

const listComingStatement = defineStatement({
  name: "list-coming-bookings",
  prepare: false,
  takes: ["text", "float8", "text", "int8"],
  gives: row<ComingBooking>({ id: "text", starts_at: "timestamptz", local_start: "text", time_zone: "text" }),
  text: `SELECT b.id, b.starts_at, b.local_start, b.time_zone FROM bookings b JOIN locations l ON l.id = b.location_id
    WHERE b.location_id = $1 AND b.status IN ('pending', 'confirmed') AND b.kept_by = 'native'
      AND b.starts_at > clock_timestamp() + make_interval(secs => l.clock_offset_seconds::float8)
      AND (b.starts_at, b.id) > (to_timestamp($2::float8 / 1000), $3)
    ORDER BY b.starts_at, b.id LIMIT $4`,
});

/** Some coming bookings of a location that are kept here, in the order of their starts, after one of them. */
export function listComing(
  db: Db,
  locationId: Id<"str">,
  after: Pick<ComingBooking, "id" | "starts_at"> | undefined,
  limit: number,
): Promise<ComingBooking[]> {
  return db.rows(listComingStatement, [locationId, after?.starts_at ?? 0, after?.id ?? "", limit]);
}

export interface ZoneCheck {
  readonly locationId: Id<"str">;
  readonly timeZone: string;
  readonly zoneData: string;
  /** Bookings that could not be given their promised time. */
  readonly unkept: number;
}

const saveZoneCheckStatement = defineStatement({
  name: "save-zone-check",
  prepare: false,
  takes: ["text", "text", "text", "int4"],
  text: `INSERT INTO zone_checks (location_id, time_zone, zone_data, checked_at, unkept)
    VALUES ($1, $2, $3, clock_timestamp(), $4)
    ON CONFLICT (location_id) DO UPDATE SET time_zone = $2, zone_data = $3, checked_at = clock_timestamp(), unkept = $4`,
});

/** Notes that the coming bookings of a location were compared. */
export function sendZoneCheck(tx: Tx, { locationId, timeZone, zoneData, unkept }: ZoneCheck): void {
  tx.send(saveZoneCheckStatement, [locationId, timeZone, zoneData, unkept]);
}

const findUnkeptStatement = defineStatement({
  name: "find-unkept-times",
  takes: ["text"],
  gives: row<{ readonly unkept: number }>({ unkept: "int4" }),
  text: "SELECT unkept FROM zone_checks WHERE location_id = $1",
});

/** How many coming bookings of a location stand at another time than their guests were promised. */
export async function countUnkept(db: Db, locationId: Id<"str">): Promise<number> {
  const [found] = await db.rows(findUnkeptStatement, [locationId]);
  return found?.unkept ?? 0;
}

/** Locations where guests come at another time than their bookings stand at. */
export interface UnkeptLocation {
  readonly location_id: Id<"str">;
  readonly unkept: number;
}

const listUnkeptStatement = defineStatement({
  name: "list-unkept-times",
  prepare: false,
  takes: [],
  gives: row<UnkeptLocation>({ location_id: "text", unkept: "int4" }),
  text: "SELECT location_id, unkept FROM zone_checks WHERE unkept > 0 ORDER BY location_id",
});

/** The locations that have such bookings, and how many. */
export function listUnkept(db: Db): Promise<UnkeptLocation[]> {
  return db.rows(listUnkeptStatement);
}
