/**
 * Imports a partner's zones (GeoJSON, WKT, an encoded polyline): all of them or, with every issue listed, none. The
 * import was read before the transaction (`import-threads.worker.ts`); only rights and limits are judged here.
 */
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { makeRoom } from "./change-zone.command.ts";
import { insertReadyZones } from "./delivery-zones.sql.ts";
import { getConnectedLocation, type NotConnected } from "./read-zones.query.ts";
import type { ReadyZone } from "./ready-import.ts";

/** Zones that are ready to be stored; `rows` is the JSON text of an array of their fields, in the same order. */
export interface ReadyImport {
  readonly zones: readonly ReadyZone[];
  readonly rows: string;
}

export interface ImportedZone extends ReadyZone {
  /** Null in a dry run. */
  readonly id: Id<"dzn"> | null;
}

/** Stores the zones in the order of the source, unless it is a dry run. */
export async function importZones(
  tx: Tx,
  app: Id<"app">,
  locationId: Id<"str">,
  { zones, rows }: ReadyImport,
  dryRun: boolean,
): Promise<readonly ImportedZone[] | NotConnected | Refusal<"zone_limit">> {
  const location = await getConnectedLocation(tx, app, locationId);
  if (isRefusal(location)) return location;
  if (dryRun) return zones.map((zone) => ({ ...zone, id: null }));
  const corners = zones.reduce((sum, zone) => sum + zone.corners, 0);
  const room = await makeRoom(tx, locationId, zones.length, corners);
  if (isRefusal(room)) return room;
  const imported = zones.map((zone) => ({ ...zone, id: newId("dzn") }));
  await insertReadyZones(
    tx,
    locationId,
    imported.map(({ id }) => id),
    rows,
  );
  return imported;
}
