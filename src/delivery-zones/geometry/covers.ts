/**
 * Whether an area covers a point. The boundary belongs to the area, the edge of a hole too (rules/delivery-zones 3.2).
 * For polygons the answer is exact for every pair of double-precision numbers (of at least 1e-20): an exact predicate
 * judges each edge on the numbers as they are, and nothing is subtracted or rounded before. Runs at every check and
 * quote, so it must be fast.
 */
import { orient2d } from "robust-predicates";
import { distanceBetween, earthRadius, radians } from "./geodesy.ts";
import {
  polygonsOf,
  withoutTraces,
  type CircleGeometry,
  type Polygon,
  type Ring,
  type ZoneGeometry,
} from "./geometry.ts";

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A piece of a zone with the box around it: a polygon, or a circle (two pieces when it passes the antimeridian). */
export interface ZonePart {
  readonly box: Box;
  covers(longitude: number, latitude: number): boolean;
}

/** The pieces of a geometry. */
export function partsOf(geometry: ZoneGeometry): readonly ZonePart[] {
  if (geometry.type === "Circle") return circleParts(geometry);
  return polygonsOf(geometry).map((polygon) => {
    const rings = polygon.map(flatRing);
    return { box: boxOf(polygon[0] ?? []), covers: (longitude, latitude) => ringsCover(rings, longitude, latitude) };
  });
}

/** Whether the polygon covers the point, its boundary included. */
export function polygonCovers(polygon: Polygon, longitude: number, latitude: number): boolean {
  return ringsCover(polygon.map(flatRing), longitude, latitude);
}

/** The box around a ring. */
export function boxOf(ring: Ring): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude, latitude] of ring) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return { west, south, east, north };
}

/** x, y, x, y, … of a closed ring: half the time of nested arrays. */
function flatRing(ring: Ring): Float64Array {
  const flat = new Float64Array(ring.length * 2);
  ring.forEach(([longitude, latitude], index) => {
    flat[2 * index] = longitude;
    flat[2 * index + 1] = latitude;
  });
  return flat;
}

/** Counts the edges to the right of the point over all rings: an odd count is inside, on any edge is inside too. */
function ringsCover(rings: readonly Float64Array[], longitude: number, latitude: number): boolean {
  const x = withoutTraces(longitude);
  const y = withoutTraces(latitude);
  let inside = false;
  for (const ring of rings) {
    const end = ring.length - 2;
    for (let i = 0; i < end; i += 2) {
      const y1 = ring[i + 1] as number;
      const y2 = ring[i + 3] as number;
      if (y1 > y && y2 > y) continue;
      if (y1 < y && y2 < y) continue;
      const x1 = ring[i] as number;
      const x2 = ring[i + 2] as number;
      if (y1 === y && y2 === y) {
        if ((x1 <= x && x <= x2) || (x2 <= x && x <= x1)) return true;
        continue;
      }
      if (x1 < x && x2 < x) continue;
      const straddles = y1 > y !== y2 > y;
      if (x1 > x && x2 > x) {
        if (straddles) inside = !inside;
        continue;
      }
      const side = orient2d(x1, y1, x2, y2, x, y);
      if (side === 0) return true;
      // Below 0 the point is left of the edge's direction; the edge is to its right when that direction is upwards.
      if (straddles && side < 0 === y2 > y1) inside = !inside;
    }
  }
  return inside;
}

function circleParts(circle: CircleGeometry): readonly ZonePart[] {
  const { center, radius_meters: radius } = circle;
  const covers = (longitude: number, latitude: number): boolean =>
    distanceBetween(center, { longitude, latitude }) <= radius;
  return circleBoxes(circle).map((box) => ({ box, covers }));
}

/** A hair wider than the circle, so that rounding loses no point of it. */
function circleBoxes({ center, radius_meters: radius }: CircleGeometry): readonly Box[] {
  const reach = (radius / earthRadius) * (180 / Math.PI) + 1e-9;
  const south = Math.max(-90, center.latitude - reach);
  const north = Math.min(90, center.latitude + reach);
  const whole = { west: -180, south, east: 180, north };
  if (south === -90 || north === 90) return [whole];
  const sine = Math.sin(radius / earthRadius) / Math.cos(radians(center.latitude));
  const width = (Math.asin(Math.min(1, sine)) * 180) / Math.PI + 1e-9;
  const [west, east] = [center.longitude - width, center.longitude + width];
  if (west < -180)
    return [
      { ...whole, east },
      { ...whole, west: west + 360 },
    ];
  if (east > 180)
    return [
      { ...whole, west },
      { ...whole, east: east - 360 },
    ];
  return [{ ...whole, west, east }];
}
