/**
 * The statements for a table of guests whose rows are due by the retention of their location
 * (`locations.guest_retention_days`), in the clock of the location. The table has `location_id` and `guest_erased_at`.
 */
import type { Id, IdPrefix } from "../../kernel/id.ts";
import { row } from "./sql-types.ts";
import { defineStatement, type Statement } from "./statement.ts";

export interface LocationDue {
  readonly id: Id<"str">;
  readonly days: number;
}

export interface RetentionStatements<Prefix extends IdPrefix> {
  /** Locations that erase guests after a time and have some who are due. */
  readonly listLocations: Statement<LocationDue, readonly []>;
  /** The ids of some rows of a location whose guests are due, oldest first, locked; takes the location and how many. */
  readonly lockRows: Statement<{ readonly id: Id<Prefix> }, readonly ["text", "int8"]>;
}

export interface RetainedGuests {
  readonly table: string;
  /** What the names of the statements call the guests: `old-guests`. */
  readonly guests: string;
  /** The column of the instant at which a visit is over. */
  readonly ended: string;
  /** Which rows count, as a condition on the table under the name `g`; all of them when absent. */
  readonly only?: string;
}

/** Defines the statements of a table; called while modules are loaded. */
export function defineRetention<Prefix extends IdPrefix>(fields: RetainedGuests): RetentionStatements<Prefix> {
  const { table, guests, ended, only = "true" } = fields;
  const isDue = `g.guest_erased_at IS NULL AND ${only} AND g.${ended} < clock_timestamp()
      + make_interval(secs => l.clock_offset_seconds::float8, days => -l.guest_retention_days)`;
  return {
    listLocations: defineStatement({
      name: `list-locations-with-${guests}`,
      prepare: false,
      takes: [],
      gives: row<LocationDue>({ id: "text", days: "int4" }),
      text: `SELECT l.id, l.guest_retention_days AS days FROM locations l
        WHERE l.guest_retention_days IS NOT NULL AND EXISTS (
          SELECT FROM ${table} g WHERE g.location_id = l.id AND ${isDue})
        ORDER BY l.id`,
    }),
    lockRows: defineStatement({
      name: `lock-rows-of-${guests}`,
      prepare: false,
      takes: ["text", "int8"],
      gives: row<{ readonly id: Id<Prefix> }>({ id: "text" }),
      text: `SELECT g.id FROM ${table} g JOIN locations l ON l.id = g.location_id
        WHERE l.id = $1 AND ${isDue} ORDER BY g.${ended} LIMIT $2 FOR UPDATE OF g SKIP LOCKED`,
    }),
  };
}
