/** SQL of the bookings of a location by day. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { dayNumber, onTheDays } from "../../platform/postgres/day-counts.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

/** The bookings that start on one day; covers are guests. */
export interface DailyBookings {
  /** 1 for the first day. */
  readonly day_number: number;
  readonly parties: number;
  readonly covers: number;
  readonly walk_ins: number;
  readonly walk_in_covers: number;
  readonly no_shows: number;
  readonly no_show_covers: number;
  readonly cancelled_by_guest: number;
  readonly cancelled_by_venue: number;
}

const statement = defineStatement({
  name: "count-daily-bookings",
  prepare: false,
  takes: ["text", "int8[]"],
  gives: row<DailyBookings>({
    day_number: "int4",
    parties: "int8",
    covers: "int8",
    walk_ins: "int8",
    walk_in_covers: "int8",
    no_shows: "int8",
    no_show_covers: "int8",
    cancelled_by_guest: "int8",
    cancelled_by_venue: "int8",
  }),
  text: `SELECT b.day_number,
      count(*) FILTER (WHERE b.comes AND NOT b.walks_in) AS parties,
      coalesce(sum(b.party_size) FILTER (WHERE b.comes AND NOT b.walks_in), 0)::bigint AS covers,
      count(*) FILTER (WHERE b.comes AND b.walks_in) AS walk_ins,
      coalesce(sum(b.party_size) FILTER (WHERE b.comes AND b.walks_in), 0)::bigint AS walk_in_covers,
      count(*) FILTER (WHERE b.status = 'no_show') AS no_shows,
      coalesce(sum(b.party_size) FILTER (WHERE b.status = 'no_show'), 0)::bigint AS no_show_covers,
      count(*) FILTER (WHERE b.status = 'cancelled_by_guest') AS cancelled_by_guest,
      count(*) FILTER (WHERE b.status = 'cancelled_by_venue' AND NOT b.walks_in) AS cancelled_by_venue
    FROM (
      SELECT ${dayNumber("starts_at", "$2")} AS day_number, status, party_size,
        status IN ('confirmed', 'in_service', 'completed') AS comes, source IN ('walk_in', 'waitlist') AS walks_in
      FROM bookings
      WHERE location_id = $1 AND ${onTheDays("starts_at", "$2")}) AS b
    GROUP BY 1 ORDER BY 1`,
});

/** The bookings by the day on which they start. */
export function countDailyBookings(
  db: Db,
  locationId: Id<"str">,
  bounds: readonly Instant[],
): Promise<DailyBookings[]> {
  return db.rows(statement, [locationId, bounds]);
}
