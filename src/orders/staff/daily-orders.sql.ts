/** SQL of the orders of a location by day. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { dayNumber, onTheDays } from "../../platform/postgres/day-counts.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

/** The orders of one day in one currency. */
export interface DailyOrders {
  /** 1 for the first day. */
  readonly day_number: number;
  readonly currency: string;
  readonly placed: number;
  readonly accepted: number;
  readonly denied: number;
  /** Nobody decided in time. */
  readonly undecided: number;
  readonly unpaid: number;
  readonly cancelled: number;
}

/** An order that was accepted, and not cancelled since. */
const isAccepted = "o.status IN ('ACCEPTED', 'AUTO_ACCEPTED', 'READY', 'IN_DELIVERY', 'FULFILLED')";

/**
 * The orders of a location that were placed on the days, by its clock: $1 location, $2 bounds, $3 by how much the clock is
 * ahead at most. `placed_at` is real time and has the index.
 */
const placedOnTheDays = `o.location_id = $1
      AND ${onTheDays("o.created_at", "$2")}
      AND o.placed_at >= to_timestamp(($2::bigint[])[1] / 1000.0 - $3 - 60)
      AND o.placed_at < to_timestamp(($2::bigint[])[cardinality($2::bigint[])] / 1000.0 + 60)`;

const statement = defineStatement({
  name: "count-daily-orders",
  prepare: false,
  takes: ["text", "int8[]", "numeric"],
  gives: row<DailyOrders>({
    day_number: "int4",
    currency: "text",
    placed: "int8",
    accepted: "int8",
    denied: "int8",
    undecided: "int8",
    unpaid: "int8",
    cancelled: "int8",
  }),
  text: `SELECT ${dayNumber("o.created_at", "$2")} AS day_number,
      o.totals ->> 'currency' AS currency, count(*) AS placed,
      count(*) FILTER (WHERE ${isAccepted}) AS accepted,
      count(*) FILTER (WHERE o.status = 'REJECTED'
        AND coalesce(o.denial ->> 'reason', '') NOT IN ('DECISION_TIMEOUT', 'PAYMENT_TIMEOUT')) AS denied,
      count(*) FILTER (WHERE o.status = 'REJECTED' AND o.denial ->> 'reason' = 'DECISION_TIMEOUT') AS undecided,
      count(*) FILTER (WHERE o.status = 'REJECTED' AND o.denial ->> 'reason' = 'PAYMENT_TIMEOUT') AS unpaid,
      count(*) FILTER (WHERE o.status IN ('STORE_CANCELLED', 'CUSTOMER_CANCELLED')) AS cancelled
    FROM orders o
    WHERE ${placedOnTheDays}
    GROUP BY 1, 2 ORDER BY 1, 2`,
});

/** How many orders each day has, by when they were placed on the location's clock. */
export function countDailyOrders(
  db: Db,
  locationId: Id<"str">,
  bounds: readonly Instant[],
  offsetSeconds: number,
): Promise<DailyOrders[]> {
  return db.rows(statement, [locationId, bounds, offsetSeconds]);
}
