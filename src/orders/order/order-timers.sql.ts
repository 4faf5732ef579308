/** The SQL of the timers of orders. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { whenListed } from "../../platform/jobs/due.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { TimerKind } from "./order.ts";

export interface DueTimer {
  readonly id: Id<"ord">;
  readonly timer_kind: TimerKind;
}

// The first condition bounds the index scan by the clock that is furthest ahead; the second is the exact rule.
// Not clock_timestamp(): it may change within the statement, so the index could not be bounded by it.
const fromDueTimers = `FROM orders o JOIN locations l ON l.id = o.location_id
    WHERE o.timer_at <= statement_timestamp() + make_interval(secs => coalesce(
        (SELECT max(clock_offset_seconds) FROM locations WHERE clock_offset_seconds > 0), 0)::float8)
      AND o.timer_at <= statement_timestamp() + make_interval(secs => l.clock_offset_seconds::float8)`;

const listDueOrderTimersStatement = defineStatement({
  name: "list-due-order-timers",
  takes: ["int8"],
  gives: row<DueTimer>({ id: "text", timer_kind: "text" }),
  text: `SELECT o.id, o.timer_kind ${fromDueTimers} ORDER BY o.timer_at LIMIT $1`,
});

/** Whether a timer of an order is due. */
export const orderTimersDue = whenListed(listDueOrderTimersStatement);

/** The orders whose timer is due by the clock of their location, earliest first. */
export function listDueTimers(db: Db, limit: number): Promise<DueTimer[]> {
  return db.rows(listDueOrderTimersStatement, [limit]);
}

const readTimerLatenessStatement = defineStatement({
  name: "read-order-timer-lateness",
  prepare: false,
  takes: [],
  gives: row<{ readonly late_seconds: number | null }>({ late_seconds: "float8" }),
  text: `SELECT extract(epoch FROM max(statement_timestamp() - o.timer_at
      + make_interval(secs => l.clock_offset_seconds::float8)))::float8 AS late_seconds ${fromDueTimers}`,
});

/** For how many seconds the timer that is due for longest has been due; 0 when none is. */
export async function readTimerLateness(db: Db): Promise<number> {
  const { late_seconds: seconds } = await db.one(readTimerLatenessStatement);
  return seconds ?? 0;
}

const findNextTimerStatement = defineStatement({
  name: "find-next-order-timer",
  prepare: false,
  takes: ["text"],
  gives: row<{ at: Instant | null }>({ at: "timestamptz" }),
  text: "SELECT min(timer_at) AS at FROM orders WHERE location_id = $1 AND timer_at IS NOT NULL",
});

/** When the next timer of the location's orders is due, in the location's clock. */
export async function findNextTimer(db: Db, locationId: Id<"str">): Promise<Instant | null> {
  const row = await db.one(findNextTimerStatement, [locationId]);
  return row.at;
}
