/** All SQL of delivery zones: rows in, zones out. A writer first takes the lock of the location's zone set. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row, rowWith, type ColumnsOf } from "../../platform/postgres/sql-types.ts";
import { defineStatement, type Statement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { DeliveryZone, ZoneFields } from "./delivery-zone.ts";
import type { ZoneGeometry } from "../geometry/geometry.ts";

const zoneColumns = {
  id: "text",
  location_id: "text",
  name: "text",
  enabled: "bool",
  priority: "int4",
  corners: "int4",
  area_square_meters: "float8",
  currency: "text",
  fee: "int8",
  minimum_order: "int8",
  free_delivery_over: "int8",
  estimated_minutes: "json",
  hours: "json",
  created_at: "timestamptz",
  updated_at: "timestamptz",
  version: "int4",
  stamp: "int8",
  geometry: "json",
} as const satisfies ColumnsOf<DeliveryZone>;

const zoneTable = defineTable<DeliveryZone>()({ name: "delivery_zones", columns: zoneColumns });
const columns = zoneTable.select("z");

/** A zone of a set: its geometry is read only where its stamp is not among the known ones, `k`. */
const zoneOfSetTable = defineTable<DeliveryZone>()({
  name: "delivery_zones",
  columns: zoneColumns,
  computed: { geometry: (z) => `CASE WHEN k.stamp IS NULL THEN ${z}.geometry END` },
});

/** What a check asks of a location besides its zones, read at one moment. */
export interface DeliveryState {
  /** Of the zone set; 0 when the location never had a zone. */
  readonly version: number;
  readonly time_zone: string;
  /** The location's own time. */
  readonly now: Instant;
  readonly connected_app_id: Id<"app"> | null;
}

const deliveryState = defineStatement({
  name: "delivery-state",
  takes: ["text"],
  gives: row<DeliveryState>({ version: "int8", time_zone: "text", now: "timestamptz", connected_app_id: "text" }),
  text: `SELECT coalesce(s.version, 0) AS version, coalesce(l.timezone, 'UTC') AS time_zone,
      clock_timestamp() + l.clock_offset_seconds * interval '1 second' AS now, c.app_id AS connected_app_id
    FROM locations l LEFT JOIN connections c ON c.location_id = l.id LEFT JOIN delivery_zone_sets s ON s.location_id = l.id
    WHERE l.id = $1`,
});

const setVersion = defineStatement({
  name: "delivery-zone-set-version",
  takes: ["text"],
  gives: row<{ version: number }>({ version: "int8" }),
  text: "SELECT version FROM delivery_zone_sets WHERE location_id = $1",
});

const wholeSet: Statement<SetRow, readonly ["text", "int8[]"]> = defineStatement({
  name: "delivery-zone-set",
  takes: ["text", "int8[]"],
  gives: rowWith<DeliveryZone, { readonly set_version: number }>(zoneOfSetTable.row, { set_version: "int8" }),
  text: `SELECT s.version AS set_version, ${zoneOfSetTable.select("z")}
    FROM delivery_zone_sets s LEFT JOIN delivery_zones z ON z.location_id = s.location_id
      LEFT JOIN unnest($2::bigint[]) AS k (stamp) ON k.stamp = z.stamp
    WHERE s.location_id = $1`,
});

/** Undefined when there is no such location. */
export function findDeliveryState(db: Db, locationId: Id<"str">): Promise<DeliveryState | undefined> {
  return db.maybe(deliveryState, [locationId]);
}

/** 0 when the location never had a zone. */
export async function findSetVersion(db: Db, locationId: Id<"str">): Promise<number> {
  return (await db.maybe(setVersion, [locationId]))?.version ?? 0;
}

export interface ZoneSet {
  readonly version: number;
  readonly zones: readonly DeliveryZone[];
}

type SetRow = { readonly set_version: number } & (
  | (Omit<DeliveryZone, "geometry"> & { readonly geometry: ZoneGeometry | null })
  | { readonly id: null }
);

/**
 * The zones with the version that they are: one statement, so one moment. The geometry of a zone among `known`, by stamp,
 * is not read again: it is nearly all there is to read.
 */
export async function loadZoneSet(
  db: Db,
  locationId: Id<"str">,
  known: ReadonlyMap<number, DeliveryZone>,
): Promise<ZoneSet> {
  const rows = await db.rows(wholeSet, [locationId, [...known.keys()]]);
  const zones = rows.flatMap((row) => {
    if (row.id === null) return [];
    const geometry = row.geometry ?? known.get(row.stamp)?.geometry;
    if (geometry === undefined) throw new Error(`the geometry of ${row.id} was not loaded`);
    return [{ ...row, geometry }];
  });
  return { version: rows[0]?.set_version ?? 0, zones };
}

const listZonesStatement = defineStatement({
  name: "list-delivery-zones",
  prepare: false,
  takes: ["text"],
  gives: zoneTable.row,
  text: `SELECT ${columns} FROM delivery_zones z WHERE z.location_id = $1 ORDER BY z.id DESC`,
});

/** Newest first. */
export function listZones(db: Db, locationId: Id<"str">): Promise<DeliveryZone[]> {
  return db.rows(listZonesStatement, [locationId]);
}

const findZoneStatement = defineStatement({
  name: "find-delivery-zone",
  prepare: false,
  takes: ["text", "text"],
  gives: zoneTable.row,
  text: `SELECT ${columns} FROM delivery_zones z WHERE z.location_id = $1 AND z.id = $2`,
});

export function findZone(db: Db, locationId: Id<"str">, id: Id<"dzn">): Promise<DeliveryZone | undefined> {
  return db.maybe(findZoneStatement, [locationId, id]);
}

const lockZoneSetStatement = defineStatement({
  name: "lock-delivery-zone-set",
  prepare: false,
  takes: ["text"],
  text: `INSERT INTO delivery_zone_sets (location_id) VALUES ($1)
    ON CONFLICT (location_id) DO UPDATE SET version = nextval('delivery_zone_set_versions')`,
});

/** Takes a new version for the location's zones and keeps other writers out until the transaction ends. */
export async function lockZoneSet(tx: Tx, locationId: Id<"str">): Promise<void> {
  await tx.rows(lockZoneSetStatement, [locationId]);
}

export interface ZoneCount {
  readonly zones: number;
  readonly corners: number;
}

const countZonesStatement = defineStatement({
  name: "count-delivery-zones",
  prepare: false,
  takes: ["text"],
  gives: row<ZoneCount>({ zones: "int8", corners: "int8" }),
  text: `SELECT count(*) AS zones, coalesce(sum(corners), 0)::bigint AS corners FROM delivery_zones WHERE location_id = $1`,
});

export function countZones(tx: Tx, locationId: Id<"str">): Promise<ZoneCount> {
  return tx.one(countZonesStatement, [locationId]);
}

/** What a caller sets. */
const settable = [
  "name",
  "enabled",
  "priority",
  "geometry",
  "corners",
  "area_square_meters",
  "currency",
  "fee",
  "minimum_order",
  "free_delivery_over",
  "estimated_minutes",
  "hours",
] as const;
const setColumns = settable.join(", ");
const rowTypes = settable.map((name) => `${name} ${zoneColumns[name]}`).join(", ");
const rowColumns = settable.map((name) => `r.${name}`).join(", ");

const insertReadyZonesStatement = defineStatement({
  name: "insert-ready-delivery-zones",
  prepare: false,
  takes: ["text", "text[]", "json"],
  text: `INSERT INTO delivery_zones (id, location_id, ${setColumns})
    SELECT r.id, $1, ${rowColumns}
    FROM ROWS FROM (unnest($2::text[]), json_to_recordset($3::json) AS (${rowTypes})) AS r (id, ${setColumns})`,
});

/** Inserts the zones whose fields stand in the text, a JSON array, under the ids in the same order. */
export async function insertReadyZones(
  tx: Tx,
  locationId: Id<"str">,
  ids: readonly Id<"dzn">[],
  rows: string,
): Promise<void> {
  await tx.rows(insertReadyZonesStatement, [locationId, ids, rows]);
}

const insertZonesStatement = defineStatement({
  name: "insert-delivery-zones",
  prepare: false,
  takes: ["text", "json"],
  gives: zoneTable.row,
  text: `INSERT INTO delivery_zones AS z (id, location_id, ${setColumns})
    SELECT r.id, $1, ${rowColumns}
    FROM json_to_recordset($2::json) AS r (id text, ${rowTypes})
    RETURNING ${columns}`,
});

/** Inserts all of them in one statement and answers them in the order given. */
export async function insertZones(
  tx: Tx,
  locationId: Id<"str">,
  zones: readonly { readonly id: Id<"dzn">; readonly fields: ZoneFields }[],
): Promise<DeliveryZone[]> {
  const rows = await tx.rows(insertZonesStatement, [
    locationId,
    JSON.stringify(zones.map(({ id, fields }) => ({ ...fields, id }))),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return zones.flatMap(({ id }) => byId.get(id) ?? []);
}

const change = zoneTable.set(settable);
const updateZoneStatement = defineStatement({
  name: "update-delivery-zone",
  prepare: false,
  takes: change.takes,
  gives: zoneTable.row,
  text: `UPDATE delivery_zones AS z SET ${change.text}, updated_at = now(), version = z.version + 1,
      stamp = nextval('delivery_zone_set_versions')
    WHERE z.id = $1 RETURNING ${columns}`,
});

export function updateZone(tx: Tx, id: Id<"dzn">, fields: ZoneFields): Promise<DeliveryZone> {
  return tx.one(updateZoneStatement, change.values({ ...fields, id }));
}

const deleteZoneStatement = defineStatement({
  name: "delete-delivery-zone",
  prepare: false,
  takes: ["text"],
  text: "DELETE FROM delivery_zones WHERE id = $1",
});

export function deleteZone(tx: Tx, id: Id<"dzn">): void {
  tx.send(deleteZoneStatement, [id]);
}
