/**
 * The index of a location's zones, kept in the process and right across several processes: each call compares the version
 * in the database with the version of the index. A zone set never has the same version twice, so an equal version means
 * the same zones. One statement reads zones and version; of unchanged zones it reads only the terms.
 */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { DeliveryZone } from "./delivery-zone.ts";
import { loadZoneSet } from "./delivery-zones.sql.ts";
import { buildZoneIndex, type ZoneIndex } from "./zone-index.ts";
import { createZoneMemory, type RememberedZones } from "./zone-indexes.cache.ts";

const empty = buildZoneIndex([]);

/** The index of the zones as of `version`, which the caller has just read, or a later one. */
export async function getZoneIndex(db: Db, locationId: Id<"str">, version: number): Promise<ZoneIndex> {
  if (version === 0) return empty;
  const memory = db.memories.of(createZoneMemory);
  const present = memory.get(locationId);
  if (present?.version === version) return present.index;
  const load = () => build(db, locationId, present?.index.zones ?? []);
  return (await memory.loadOnce(locationId, version, load)).index;
}

async function build(db: Db, locationId: Id<"str">, before: readonly DeliveryZone[]): Promise<RememberedZones> {
  const { version, zones } = await loadZoneSet(db, locationId, new Map(before.map((zone) => [zone.stamp, zone])));
  const index = buildZoneIndex(zones);
  return { version, index, weight: zones.reduce((sum, zone) => sum + zone.corners + 10, 0) };
}
