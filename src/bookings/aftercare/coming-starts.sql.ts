/** SQL of the starts that are still to come. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

export interface ComingStart {
  readonly starts_at: Instant;
  readonly area_id: string | null;
}

const statement = defineStatement({
  name: "list-coming-starts",
  prepare: false,
  takes: ["text", "float8"],
  gives: row<ComingStart>({ starts_at: "timestamptz", area_id: "text" }),
  text: `SELECT starts_at, area_id FROM bookings
    WHERE location_id = $1 AND starts_at > to_timestamp($2::float8 / 1000) AND status IN ('pending', 'confirmed')
    ORDER BY starts_at LIMIT 20000`,
});

/** The starts of the bookings that are expected after an instant; the first 20,000. */
export function findComingStarts(db: Db, locationId: Id<"str">, from: Instant): Promise<ComingStart[]> {
  return db.rows(statement, [locationId, from]);
}
