/** SQL of the waits of a location by day. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { dayNumber, onTheDays } from "../../platform/postgres/day-counts.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

/** The parties that joined the queue on one day. */
export interface DailyWaits {
  /** 1 for the first day. */
  readonly day_number: number;
  readonly parties: number;
  readonly seated: number;
  /** Left, were taken off, or did not come. */
  readonly gone: number;
  /** The mean of what was told, in minutes. */
  readonly quoted: number;
  /** The mean until a table was ready, in minutes; null when nobody got one. */
  readonly waited: number | null;
  /** Parties whose table was ready, and those of them for whom that was within what was told. */
  readonly measured: number;
  readonly within: number;
}

const statement = defineStatement({
  name: "count-daily-waits",
  prepare: false,
  takes: ["text", "int8[]"],
  gives: row<DailyWaits>({
    day_number: "int4",
    parties: "int8",
    seated: "int8",
    gone: "int8",
    quoted: "int4",
    waited: "int4",
    measured: "int8",
    within: "int8",
  }),
  text: `SELECT ${dayNumber("e.joined_at", "$2")} AS day_number,
      count(*) AS parties, count(*) FILTER (WHERE e.status = 'seated') AS seated,
      count(*) FILTER (WHERE e.status IN ('removed', 'cancelled', 'expired')) AS gone,
      round(avg((e.quoted_min + e.quoted_max) / 2.0))::int4 AS quoted, round(avg(q.waited_minutes))::int4 AS waited,
      count(q.waited_minutes) AS measured, count(*) FILTER (WHERE q.waited_minutes <= e.quoted_max) AS within
    FROM waitlist_entries e LEFT JOIN wait_quotes q ON q.entry_id = e.id
    WHERE e.location_id = $1 AND ${onTheDays("e.joined_at", "$2")}
    GROUP BY 1 ORDER BY 1`,
});

/** The waits by the day on which a party joined. */
export function countDailyWaits(db: Db, locationId: Id<"str">, bounds: readonly Instant[]): Promise<DailyWaits[]> {
  return db.rows(statement, [locationId, bounds]);
}
