/** All SQL of locations themselves; grants and connections are in `connections.sql.ts`. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row, rowWith } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import { clockLimitSeconds, type Location, type LocationFields, type LocationSettings } from "./location.ts";

/** The time of a location, for SQL that has `locations` under the name `l`. */
export const locationNow = "(clock_timestamp() + l.clock_offset_seconds * interval '1 second')";

const locationTable = defineTable<Location>()({
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
const selected = locationTable.select("l");

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
  takes: ["text"],
  gives: rowWith<Location, Omit<LocationSettings, keyof Location>>(locationTable.row, {
    now: "timestamptz",
    connected_app_id: "text",
  }),
  text: `SELECT ${selected}, ${locationNow} AS now, c.app_id AS connected_app_id
    FROM locations l LEFT JOIN connections c ON c.location_id = l.id WHERE l.id = $1`,
});

const grantedLocation = defineStatement({
  name: "granted-location",
  takes: ["text", "text"],
  gives: locationTable.row,
  text: `SELECT ${selected} FROM locations l JOIN grants g ON g.location_id = l.id WHERE g.app_id = $1 AND l.id = $2`,
});

const grantedLocations = defineStatement({
  name: "granted-locations",
  takes: ["text"],
  gives: locationTable.row,
  text: `SELECT ${selected} FROM locations l JOIN grants g ON g.location_id = l.id WHERE g.app_id = $1 ORDER BY l.id DESC`,
});

const operatedRow = rowWith<Location, Omit<OperatedLocation, keyof Location>>(locationTable.row, {
  connected_app_id: "text",
  granted_app_ids: "text[]",
});
const operated = `SELECT ${selected}, c.app_id AS connected_app_id,
    ARRAY(SELECT g.app_id::text FROM grants g WHERE g.location_id = l.id ORDER BY g.app_id DESC) AS granted_app_ids
  FROM locations l LEFT JOIN connections c ON c.location_id = l.id`;

export function findSettings(db: Db, id: Id<"str">): Promise<LocationSettings | undefined> {
  return db.maybe(settings, [id]);
}

const listByIdStatement = defineStatement({
  name: "list-locations-by-id",
  prepare: false,
  takes: ["text[]"],
  gives: locationTable.row,
  text: `SELECT ${selected} FROM locations l WHERE l.id = ANY($1) ORDER BY l.name, l.id`,
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
  takes: ["text"],
  gives: operatedRow,
  text: `${operated} WHERE l.id = $1`,
});

export function findOperatedLocation(db: Db, id: Id<"str">): Promise<OperatedLocation | undefined> {
  return db.maybe(findOperatedLocationStatement, [id]);
}

const listOperatedLocationsStatement = defineStatement({
  name: "list-operated-locations",
  prepare: false,
  takes: [],
  gives: operatedRow,
  text: `${operated} ORDER BY l.id DESC`,
});

/** The full set, newest first. */
export function listOperatedLocations(db: Db): Promise<OperatedLocation[]> {
  return db.rows(listOperatedLocationsStatement);
}

const findLocationForUpdateStatement = defineStatement({
  name: "find-location-for-update",
  prepare: false,
  takes: ["text"],
  gives: locationTable.row,
  text: `SELECT ${selected} FROM locations l WHERE l.id = $1 FOR NO KEY UPDATE`,
});

/** The location, locked against other changes; rows that refer to it may still be written meanwhile. */
export function findLocationForUpdate(tx: Tx, id: Id<"str">): Promise<Location | undefined> {
  return tx.maybe(findLocationForUpdateStatement, [id]);
}

const settable = [
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
  "pause_reason",
  "preparation_minutes",
  "busy_delay_minutes",
  "busy_until",
  "capacity_interval_minutes",
  "capacity_max_orders",
  "payment_options",
  "tip_percentages",
  "payment_window_minutes",
  "alert_phone",
  "auto_pause_after",
  "booking_mode",
  "bookings_enabled",
  "messaging",
  "order_messages",
  "guest_retention_days",
  "language",
  "profile",
] as const;

const insertion = locationTable.insert(["id", ...settable], { as: "l" });
const insertLocationStatement = defineStatement({
  name: "insert-location",
  prepare: false,
  takes: insertion.takes,
  gives: locationTable.row,
  text: `${insertion.text} RETURNING ${selected}`,
});

export function insertLocation(tx: Tx, id: Id<"str">, fields: LocationFields): Promise<Location> {
  return tx.one(insertLocationStatement, insertion.values(toColumns(id, fields)));
}

const changedRow = rowWith<Location, Omit<ChangedLocation, keyof Location>>(locationTable.row, {
  event_sequence: "int8",
  now: "timestamptz",
});
type Updated = LocationFields & Pick<Location, "updated_by">;
const change = locationTable.set([...settable, "updated_by"]);
const updateLocationStatement = defineStatement({
  name: "update-location",
  prepare: false,
  takes: change.takes,
  gives: changedRow,
  text: `UPDATE locations AS l SET ${change.text}, version = version + 1, updated_at = now(),
      event_sequence = event_sequence + CASE WHEN status = $${settable.indexOf("status") + 2} THEN 0 ELSE 1 END
    WHERE l.id = $1 RETURNING ${selected}, l.event_sequence, ${locationNow} AS now`,
});

/** Saves the fields; a change of status takes the next number of the location's events in the same statement. */
export function updateLocation(tx: Tx, id: Id<"str">, fields: Updated): Promise<ChangedLocation> {
  return tx.one(updateLocationStatement, change.values(toColumns(id, fields)));
}

const takeLocationEventSequenceStatement = defineStatement({
  name: "take-location-event-sequence",
  prepare: false,
  takes: ["text"],
  gives: changedRow,
  text: `UPDATE locations AS l SET event_sequence = event_sequence + 1
    WHERE l.id = $1 RETURNING ${selected}, l.event_sequence, ${locationNow} AS now`,
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

/** The fields as the columns have them. */
function toColumns<Fields extends LocationFields>(id: Id<"str">, fields: Fields) {
  return {
    ...fields,
    id,
    latitude: fields.coordinate?.latitude ?? null,
    longitude: fields.coordinate?.longitude ?? null,
    capacity_interval_minutes: fields.order_capacity?.interval_minutes ?? null,
    capacity_max_orders: fields.order_capacity?.max_orders ?? null,
  };
}
