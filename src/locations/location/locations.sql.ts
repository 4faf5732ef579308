/**
 * The table of locations, and the SQL that reads them for partners and for ordering. The SQL that saves them is in
 * `save-location.sql.ts`, that of the clock in `location-clock.sql.ts`, that of grants and connections in
 * `connections.sql.ts`.
 */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { rowWith } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { Location, LocationSettings } from "./location.ts";

/** The time of a location, for SQL that has `locations` under the name `l`. */
export const locationNow = "(clock_timestamp() + l.clock_offset_seconds * interval '1 second')";

export const locationTable = defineTable<Location>()({
  name: "locations",
  columns: {
    id: "text",
    name: "text",
    status: "text",
    timezone: "text",
    phone: "text",
    address: "jsonb",
    coordinate: "jsonb",
    opening_hours: "jsonb",
    order_routing: "text",
    decision_timeout: "text",
    validation_timeout: "text",
    lead_minutes: "int4",
    ordering_paused_until: "timestamptz",
    pause_reason: "text",
    preparation_minutes: "int4",
    busy_delay_minutes: "int4",
    busy_until: "timestamptz",
    order_capacity: "jsonb",
    payment_options: "text[]",
    tip_percentages: "int4[]",
    payment_window_minutes: "int4",
    alert_phone: "text",
    auto_pause_after: "int4",
    booking_mode: "text",
    bookings_enabled: "bool",
    messaging: "bool",
    order_messages: "text",
    guest_retention_days: "int4",
    language: "text",
    profile: "jsonb",
    version: "int4",
    updated_by: "text",
    clock_offset_seconds: "int8",
    created_at: "timestamptz",
    updated_at: "timestamptz",
  },
  also: { latitude: "float8", longitude: "float8", capacity_interval_minutes: "int4", capacity_max_orders: "int4" },
  computed: {
    // For `locations` under the name `l`, as the time of a location is.
    busy_delay_minutes: () => `CASE WHEN l.busy_until <= ${locationNow} THEN 0 ELSE l.busy_delay_minutes END`,
    busy_until: () => `CASE WHEN l.busy_until > ${locationNow} THEN l.busy_until END`,
    coordinate: (l) => `CASE WHEN ${l}.latitude IS NOT NULL
      THEN jsonb_build_object('latitude', ${l}.latitude, 'longitude', ${l}.longitude) END`,
    order_capacity: (l) => `CASE WHEN ${l}.capacity_max_orders IS NOT NULL THEN jsonb_build_object(
      'interval_minutes', ${l}.capacity_interval_minutes, 'max_orders', ${l}.capacity_max_orders) END`,
  },
});
/** The columns of a location, for SQL that has `locations` under the name `l`. */
export const selectedLocation = locationTable.select("l");

const settings = defineStatement({
  name: "location-settings",
  takes: ["text"],
  gives: rowWith<Location, Omit<LocationSettings, keyof Location>>(locationTable.row, {
    now: "timestamptz",
    connected_app_id: "text",
  }),
  text: `SELECT ${selectedLocation}, ${locationNow} AS now, c.app_id AS connected_app_id
    FROM locations l LEFT JOIN connections c ON c.location_id = l.id WHERE l.id = $1`,
});

const grantedLocation = defineStatement({
  name: "granted-location",
  takes: ["text", "text"],
  gives: locationTable.row,
  text: `SELECT ${selectedLocation} FROM locations l JOIN grants g ON g.location_id = l.id WHERE g.app_id = $1 AND l.id = $2`,
});

const grantedLocations = defineStatement({
  name: "granted-locations",
  takes: ["text"],
  gives: locationTable.row,
  text: `SELECT ${selectedLocation} FROM locations l JOIN grants g ON g.location_id = l.id WHERE g.app_id = $1 ORDER BY l.id DESC`,
});

export function findSettings(db: Db, id: Id<"str">): Promise<LocationSettings | undefined> {
  return db.maybe(settings, [id]);
}

const listByIdStatement = defineStatement({
  name: "list-locations-by-id",
  prepare: false,
  takes: ["text[]"],
  gives: locationTable.row,
  text: `SELECT ${selectedLocation} FROM locations l WHERE l.id = ANY($1) ORDER BY l.name, l.id`,
});

export function listById(db: Db, ids: readonly Id<"str">[]): Promise<Location[]> {
  return db.rows(listByIdStatement, [ids]);
}

export function findGrantedLocation(db: Db, appId: Id<"app">, id: Id<"str">): Promise<Location | undefined> {
  return db.maybe(grantedLocation, [appId, id]);
}

/** The full set, newest first. */
export function listGrantedLocations(db: Db, appId: Id<"app">): Promise<Location[]> {
  return db.rows(grantedLocations, [appId]);
}
