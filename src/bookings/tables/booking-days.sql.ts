/**
 * The SQL of booking_days: how often each local date of a location was written to. Memories and snapshots compare these
 * counts.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement, listOfAnyLength } from "../../platform/postgres/statement.ts";

const bumpStatement = defineStatement({
  name: "bump-booking-days",
  takes: ["text", "text[]", "float8"],
  text: `INSERT INTO booking_days AS d (location_id, day, version, changed_at)
    SELECT $1, day::date, 1, to_timestamp($3::float8 / 1000) FROM unnest($2::text[]) AS day ORDER BY day
    ON CONFLICT (location_id, day) DO UPDATE SET version = d.version + 1,
      changed_at = greatest(d.changed_at, excluded.changed_at)`,
});

/** Notes that the local dates were written to; caches and floor snapshots follow it. `now` is location time. */
export function sendDayVersions(tx: Tx, locationId: Id<"str">, days: readonly string[], now: Instant): void {
  tx.send(bumpStatement, [locationId, days, now]);
}

export interface DayMark {
  readonly version: number;
  /** Location time; null when nothing was ever written. */
  readonly changed_at: Instant | null;
}

const readBookingDayMarkStatement = defineStatement({
  name: "read-booking-day-mark",
  takes: ["text", "date[]"],
  gives: row<DayMark>({ version: "int8", changed_at: "timestamptz" }),
  text: `SELECT coalesce(sum(version), 0)::bigint AS version, max(changed_at) AS changed_at FROM booking_days
    WHERE location_id = $1 AND day = ANY (${listOfAnyLength("$2", "date[]")})`,
});

/** One mark for some local dates together: it grows with every write to any of them. */
export function readDayMark(db: Db, locationId: Id<"str">, days: readonly string[]): Promise<DayMark> {
  return db.one(readBookingDayMarkStatement, [locationId, days]);
}

const readBookingDayVersionsStatement = defineStatement({
  name: "read-booking-day-versions",
  takes: ["text", "date[]"],
  gives: row<{ readonly day: string; readonly version: number }>({ day: "text", version: "int8" }),
  text: `SELECT day::text AS day, version FROM booking_days WHERE location_id = $1 AND day = ANY (${listOfAnyLength("$2", "date[]")})`,
});

/** How often each of the local dates was written to; a date that never was is left out. */
export async function readDayVersions(
  db: Db,
  locationId: Id<"str">,
  days: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows(readBookingDayVersionsStatement, [locationId, days]);
  return new Map(rows.map(({ day, version }) => [day, version]));
}
