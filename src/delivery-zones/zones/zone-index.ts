/**
 * The zones of one location, in order of precedence, with an index of their boxes. A question looks only at zones whose
 * box has the point, and stops at the first that answers it.
 */
import Flatbush from "flatbush";
import { partsOf, type ZonePart } from "../geometry/covers.ts";
import { withoutTraces, type ZoneGeometry } from "../geometry/geometry.ts";
import { compareZones, type DeliveryZone } from "./delivery-zone.ts";

export interface ZoneIndex {
  /** The first one wins. */
  readonly zones: readonly DeliveryZone[];
  /** Calls `visit` with each zone that covers the point, the first in precedence first, until it answers true. */
  visitAt(longitude: number, latitude: number, visit: (zone: DeliveryZone) => boolean): void;
}

/** A zone that has not changed keeps its parts from one index of its location to the next. */
const partsByGeometry = new WeakMap<ZoneGeometry, readonly ZonePart[]>();

function keptPartsOf(geometry: ZoneGeometry): readonly ZonePart[] {
  const kept = partsByGeometry.get(geometry);
  if (kept !== undefined) return kept;
  const parts = partsOf(geometry);
  partsByGeometry.set(geometry, parts);
  return parts;
}

/** Builds the index; O(n log n), and thousands of questions take less than building it. */
export function buildZoneIndex(unordered: readonly DeliveryZone[]): ZoneIndex {
  const zones = unordered.toSorted(compareZones);
  const parts: ZonePart[] = [];
  const owners: number[] = [];
  for (const [position, zone] of zones.entries()) {
    for (const part of keptPartsOf(zone.geometry)) {
      parts.push(part);
      owners.push(position);
    }
  }
  if (parts.length === 0) return { zones, visitAt: () => {} };
  const boxes = new Flatbush(parts.length);
  for (const { box } of parts) boxes.add(box.west, box.south, box.east, box.north);
  boxes.finish();
  const search = (longitude: number, latitude: number): number[] =>
    boxes.search(longitude, latitude, longitude, latitude);

  function visitAt(longitude: number, latitude: number, visit: (zone: DeliveryZone) => boolean): void {
    const near = search(withoutTraces(longitude), withoutTraces(latitude));
    // 180 and -180 degrees are one meridian.
    const beyond = Math.abs(longitude) === 180 ? search(-longitude, latitude) : [];
    const all = beyond.length === 0 ? near : [...near, ...beyond];
    let seen = -1;
    for (const candidate of ordered(all)) {
      const owner = owners[candidate];
      const part = parts[candidate];
      if (owner === undefined || part === undefined || owner === seen) continue;
      if (!part.covers(longitude, latitude) && !(beyond.length > 0 && part.covers(-longitude, latitude))) continue;
      seen = owner;
      const zone = zones[owner];
      if (zone !== undefined && visit(zone)) return;
    }
  }
  return { zones, visitAt };
}

/** Parts were added in order of precedence. A handful is sorted in place, which is much quicker than a call per pair. */
function ordered(parts: number[]): readonly number[] {
  if (parts.length > 24) return parts.toSorted((a, b) => a - b);
  for (let i = 1; i < parts.length; i++) {
    const part = parts[i] as number;
    let free = i;
    for (; free > 0 && (parts[free - 1] as number) > part; free--) parts[free] = parts[free - 1] as number;
    parts[free] = part;
  }
  return parts;
}
