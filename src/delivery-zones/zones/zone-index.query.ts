/**
 * The index of a location's zones, kept in the process and right across several: each call compares the version in the
 * database with the one that the index was built from. A zone set's version is never used twice, so an equal version is
 * the same zones. Zones and version are loaded by one statement, of unchanged zones only the terms. Least recently used indexes go first.
 */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { DeliveryZone } from "./delivery-zone.ts";
import { loadZoneSet } from "./delivery-zones.sql.ts";
import { buildZoneIndex, type ZoneIndex } from "./zone-index.ts";

interface Kept {
  readonly version: number;
  readonly index: ZoneIndex;
  readonly weight: number;
}

const empty = buildZoneIndex([]);
/** In corners, with a zone counted as ten: some hundred megabytes at most. */
const maxWeight = 2_000_000;
const kept = new Map<Id<"str">, Kept>();
const loading = new Map<string, Promise<Kept>>();
let weight = 0;

/** The index of the zones as of `version`, which the caller has just read, or a later one. */
export async function getZoneIndex(db: Db, locationId: Id<"str">, version: number): Promise<ZoneIndex> {
  if (version === 0) return empty;
  const present = kept.get(locationId);
  if (present?.version === version) {
    kept.delete(locationId);
    kept.set(locationId, present);
    return present.index;
  }
  // Parallel questions after a write build one index, not one each.
  const key = `${locationId}:${version}`;
  const underWay = loading.get(key);
  if (underWay !== undefined) {
    const loaded = await underWay.catch(() => undefined);
    if (loaded !== undefined) return loaded.index;
  }
  const load = build(db, locationId, present?.index.zones ?? []);
  loading.set(key, load);
  try {
    const loaded = await load;
    keep(locationId, loaded);
    return loaded.index;
  } finally {
    if (loading.get(key) === load) loading.delete(key);
  }
}

async function build(db: Db, locationId: Id<"str">, before: readonly DeliveryZone[]): Promise<Kept> {
  const { version, zones } = await loadZoneSet(db, locationId, new Map(before.map((zone) => [zone.stamp, zone])));
  const index = buildZoneIndex(zones);
  return { version, index, weight: zones.reduce((sum, zone) => sum + zone.corners + 10, 0) };
}

function keep(locationId: Id<"str">, loaded: Kept): void {
  const before = kept.get(locationId);
  if (before !== undefined) drop(locationId, before);
  kept.set(locationId, loaded);
  weight += loaded.weight;
  for (const [oldest, entry] of kept) {
    if (weight <= maxWeight || oldest === locationId) break;
    drop(oldest, entry);
  }
}

function drop(locationId: Id<"str">, entry: Kept): void {
  kept.delete(locationId);
  weight -= entry.weight;
}
