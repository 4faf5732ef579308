/** All SQL of locations themselves; grants and connections are in `connections.sql.ts`. */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";
import { clockLimitSeconds, type Location, type LocationFields, type LocationSettings } from "./location.ts";

/** The time of a location, for SQL that has `locations` under the name `l`. */
export const locationNow = "(clock_timestamp() + l.clock_offset_seconds * interval '1 second')";

const columns = `l.id, l.name, l.status, l.timezone, l.phone, l.address,
  CASE WHEN l.latitude IS NOT NULL
    THEN jsonb_build_object('latitude', l.latitude, 'longitude', l.longitude) END AS coordinate,
  l.opening_hours, l.order_routing, l.decision_timeout, l.validation_timeout, l.lead_minutes,
  l.ordering_paused_until, l.preparation_minutes, l.busy_delay_minutes,
  CASE WHEN l.capacity_max_orders IS NOT NULL THEN jsonb_build_object(
    'interval_minutes', l.capacity_interval_minutes, 'max_orders', l.capacity_max_orders) END AS order_capacity,
  l.payment_options, l.payment_window_minutes, l.alert_phone, l.auto_pause_after,
  l.booking_mode, l.bookings_enabled, l.messaging, l.guest_retention_days, l.language, l.clock_offset_seconds, l.created_at, l.updated_at`;

/** A location as a change has left it, with the number and time of the event that tells of the change. */
export interface ChangedLocation extends Location {
  readonly event_sequence: number;
  /** Location time. */
  readonly now: Instant;
}

/** A location as the operator sees it. */
export interface OperatedLocation extends Location {
  readonly connected_app_id: Id<"app"> | null;
  readonly granted_app_ids: readonly Id<"app">[];
}

const settings = defineStatement({
  name: "location-settings",
  text: `SELECT ${columns}, ${locationNow} AS now, c.app_id AS connected_app_id
    FROM locations l LEFT JOIN connections c ON c.location_id = l.id WHERE l.id = $1`,
});

const grantedLocation = defineStatement({
  name: "granted-location",
  text: `SELECT ${columns} FROM locations l JOIN grants g ON g.location_id = l.id WHERE g.app_id = $1 AND l.id = $2`,
});

const grantedLocations = defineStatement({
  name: "granted-locations",
  text: `SELECT ${columns} FROM locations l JOIN grants g ON g.location_id = l.id WHERE g.app_id = $1 ORDER BY l.id DESC`,
});

const operated = `SELECT ${columns}, c.app_id AS connected_app_id,
    ARRAY(SELECT g.app_id::text FROM grants g WHERE g.location_id = l.id ORDER BY g.app_id DESC) AS granted_app_ids
  FROM locations l LEFT JOIN connections c ON c.location_id = l.id`;

export function findSettings(db: Db, id: Id<"str">): Promise<LocationSettings | undefined> {
  return db.maybe(settings, [id]);
}

const listByIdStatement = defineStatement({
  name: "list-locations-by-id",
  prepare: false,
  text: `SELECT ${columns} FROM locations l WHERE l.id = ANY($1) ORDER BY l.name, l.id`,
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

const findOperatedLocationStatement = defineStatement({
  name: "find-operated-location",
  prepare: false,
  text: `${operated} WHERE l.id = $1`,
});

export function findOperatedLocation(db: Db, id: Id<"str">): Promise<OperatedLocation | undefined> {
  return db.maybe(findOperatedLocationStatement, [id]);
}

const listOperatedLocationsStatement = defineStatement({
  name: "list-operated-locations",
  prepare: false,
  text: `${operated} ORDER BY l.id DESC`,
});

/** The full set, newest first. */
export function listOperatedLocations(db: Db): Promise<OperatedLocation[]> {
  return db.rows(listOperatedLocationsStatement);
}

const findLocationForUpdateStatement = defineStatement({
  name: "find-location-for-update",
  prepare: false,
  text: `SELECT ${columns} FROM locations l WHERE l.id = $1 FOR NO KEY UPDATE`,
});

/** The location, locked against other changes; rows that refer to it may still be written meanwhile. */
export function findLocationForUpdate(tx: Tx, id: Id<"str">): Promise<Location | undefined> {
  return tx.maybe(findLocationForUpdateStatement, [id]);
}

const setColumns = [
  "name",
  "status",
  "timezone",
  "phone",
  "address",
  "latitude",
  "longitude",
  "opening_hours",
  "order_routing",
  "decision_timeout",
  "validation_timeout",
  "lead_minutes",
  "ordering_paused_until",
  "preparation_minutes",
  "busy_delay_minutes",
  "capacity_interval_minutes",
  "capacity_max_orders",
  "payment_options",
  "payment_window_minutes",
  "alert_phone",
  "auto_pause_after",
  "booking_mode",
  "bookings_enabled",
  "messaging",
  "guest_retention_days",
  "language",
] as const;

const insertLocationStatement = defineStatement({
  name: "insert-location",
  prepare: false,
  text: `INSERT INTO locations AS l (id, ${setColumns.join(", ")})
    VALUES ($1, ${setColumns.map((_, index) => `$${index + 2}`).join(", ")}) RETURNING ${columns}`,
});

export function insertLocation(tx: Tx, id: Id<"str">, fields: LocationFields): Promise<Location> {
  return tx.one(insertLocationStatement, [id, ...valuesOf(fields)]);
}

const updateLocationStatement = defineStatement({
  name: "update-location",
  prepare: false,
  text: `UPDATE locations AS l SET ${setColumns.map((name, index) => `${name} = $${index + 2}`).join(", ")},
      updated_at = now(), event_sequence = event_sequence + CASE WHEN status = $3 THEN 0 ELSE 1 END
    WHERE l.id = $1 RETURNING ${columns}, l.event_sequence, ${locationNow} AS now`,
});

/** Saves the fields; a change of status takes the next number of the location's events in the same statement. */
export function updateLocation(tx: Tx, id: Id<"str">, fields: LocationFields): Promise<ChangedLocation> {
  return tx.one(updateLocationStatement, [id, ...valuesOf(fields)]);
}

const takeLocationEventSequenceStatement = defineStatement({
  name: "take-location-event-sequence",
  prepare: false,
  text: `UPDATE locations AS l SET event_sequence = event_sequence + 1
    WHERE l.id = $1 RETURNING ${columns}, l.event_sequence, ${locationNow} AS now`,
});

/** Takes the next number of the location's events. */
export function takeEventSequence(tx: Tx, id: Id<"str">): Promise<ChangedLocation> {
  return tx.one(takeLocationEventSequenceStatement, [id]);
}

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

/** In the order of `setColumns`. */
function valuesOf(fields: LocationFields): readonly unknown[] {
  return [
    fields.name,
    fields.status,
    fields.timezone,
    fields.phone,
    JSON.stringify(fields.address),
    fields.coordinate?.latitude ?? null,
    fields.coordinate?.longitude ?? null,
    fields.opening_hours === null ? null : JSON.stringify(fields.opening_hours),
    fields.order_routing,
    fields.decision_timeout,
    fields.validation_timeout,
    fields.lead_minutes,
    fields.ordering_paused_until === null ? null : new Date(fields.ordering_paused_until),
    fields.preparation_minutes,
    fields.busy_delay_minutes,
    fields.order_capacity?.interval_minutes ?? null,
    fields.order_capacity?.max_orders ?? null,
    fields.payment_options,
    fields.payment_window_minutes,
    fields.alert_phone,
    fields.auto_pause_after,
    fields.booking_mode,
    fields.bookings_enabled,
    fields.messaging,
    fields.guest_retention_days,
    fields.language,
  ];
}
