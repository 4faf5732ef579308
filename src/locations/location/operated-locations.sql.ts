/** SQL of locations for the operator: all of them, with the granted apps and the connected one. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { rowWith } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Location } from "./location.ts";
import { locationTable, selectedLocation } from "./locations.sql.ts";

/** A location as the operator sees it. */
export interface OperatedLocation extends Location {
  readonly connected_app_id: Id<"app"> | null;
  readonly granted_app_ids: readonly Id<"app">[];
}

const operatedRow = rowWith<Location, Omit<OperatedLocation, keyof Location>>(locationTable.row, {
  connected_app_id: "text",
  granted_app_ids: "text[]",
});
const operated = `SELECT ${selectedLocation}, c.app_id AS connected_app_id,
    ARRAY(SELECT g.app_id::text FROM grants g WHERE g.location_id = l.id ORDER BY g.app_id DESC) AS granted_app_ids
  FROM locations l LEFT JOIN connections c ON c.location_id = l.id`;

const findOperatedLocationStatement = defineStatement({
  name: "find-operated-location",
  prepare: false,
  takes: ["text"],
  gives: operatedRow,
  text: `${operated} WHERE l.id = $1`,
});

/** One of them; undefined where there is none. */
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
