/** SQL of the clock of a location: the database's, moved ahead in the sandbox only. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { clockLimitSeconds } from "./location.ts";
import { locationNow } from "./locations.sql.ts";

/** A location's clock. */
export interface LocationClock {
  readonly now: Instant;
  readonly clock_offset_seconds: number;
}

const clock = defineStatement({
  name: "location-clock",
  takes: ["text"],
  gives: row<LocationClock>({ now: "timestamptz", clock_offset_seconds: "int8" }),
  text: `SELECT ${locationNow} AS now, l.clock_offset_seconds FROM locations l WHERE l.id = $1`,
});

/** The clock; undefined where there is no such location. */
export function findClock(db: Db, id: Id<"str">): Promise<LocationClock | undefined> {
  return db.maybe(clock, [id]);
}

const moveClockStatement = defineStatement({
  name: "move-clock",
  prepare: false,
  takes: ["text", "int8", "int8"],
  gives: row<LocationClock>({ now: "timestamptz", clock_offset_seconds: "int8" }),
  text: `UPDATE locations AS l SET clock_offset_seconds = clock_offset_seconds + $2
    WHERE l.id = $1 AND clock_offset_seconds + $2::bigint <= $3 RETURNING ${locationNow} AS now, l.clock_offset_seconds`,
});

/** Moves the clock ahead; undefined when that would pass the limit, or there is no such location. */
export function moveClock(tx: Tx, id: Id<"str">, seconds: number): Promise<LocationClock | undefined> {
  return tx.maybe(moveClockStatement, [id, seconds, clockLimitSeconds]);
}
