/** SQL that makes and changes locations, under the lock of their row, and numbers their events. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { rowWith } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Location, LocationFields } from "./location.ts";
import { locationNow, locationTable, selectedLocation } from "./locations.sql.ts";

/** A location as a change has left it, with the number and time of the event that tells of the change. */
export interface ChangedLocation extends Location {
  readonly event_sequence: number;
  /** Location time. */
  readonly now: Instant;
}

const findLocationForUpdateStatement = defineStatement({
  name: "find-location-for-update",
  prepare: false,
  takes: ["text"],
  gives: locationTable.row,
  text: `SELECT ${selectedLocation} FROM locations l WHERE l.id = $1 FOR NO KEY UPDATE`,
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
  text: `${insertion.text} RETURNING ${selectedLocation}`,
});

/** Makes a location. */
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
    WHERE l.id = $1 RETURNING ${selectedLocation}, l.event_sequence, ${locationNow} AS now`,
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
    WHERE l.id = $1 RETURNING ${selectedLocation}, l.event_sequence, ${locationNow} AS now`,
});

/** Takes the next number of the location's events. */
export function takeEventSequence(tx: Tx, id: Id<"str">): Promise<ChangedLocation> {
  return tx.one(takeLocationEventSequenceStatement, [id]);
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
