/** Lengths and areas on the sphere: degrees in, metres and square metres out. */
import { polygonsOf, type Point, type Polygon, type Position, type Ring, type ZoneGeometry } from "./geometry.ts";

/** The mean radius of the earth (IUGG), in metres. */
export const earthRadius = 6_371_008.8;

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The great-circle distance in metres (haversine). */
export function distanceBetween(a: Point, b: Point): number {
  const latitudes = Math.sin(radians(b.latitude - a.latitude) / 2);
  const longitudes = Math.sin(radians(b.longitude - a.longitude) / 2);
  const h =
    latitudes * latitudes + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * longitudes * longitudes;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The area in square metres: holes are taken away, the parts of a MultiPolygon are added up. */
export function areaOf(geometry: ZoneGeometry): number {
  if (geometry.type === "Circle") {
    return 2 * Math.PI * earthRadius ** 2 * (1 - Math.cos(geometry.radius_meters / earthRadius));
  }
  return polygonsOf(geometry).reduce((sum, [outer = [], ...holes]) => {
    const without = holes.reduce((taken, hole) => taken + ringArea(hole), 0);
    return sum + Math.max(0, ringArea(outer) - without);
  }, 0);
}

/** Edges are straight in longitude and latitude, as RFC 7946 has them. */
function ringArea(ring: Ring): number {
  let sum = 0;
  let [west, south] = ring[0] ?? [0, 0];
  for (const [east, north] of ring.slice(1)) {
    sum += radians(east - west) * (Math.sin(radians(south)) + Math.sin(radians(north)));
    [west, south] = [east, north];
  }
  return (Math.abs(sum) * earthRadius ** 2) / 2;
}

/**
 * The distance in metres from a point outside of a polygon to the nearest point of its outer ring. Reckoned on a plane
 * through the point: good to a percent up to a few hundred kilometres, and never small for what is far.
 */
export function distanceToPolygon(point: Point, [outer = []]: Polygon): number {
  const flat = outer.map((position) => flatten(point, position));
  let nearest = Infinity;
  for (let i = 1; i < flat.length; i++) nearest = Math.min(nearest, distanceToOrigin(flat[i - 1], flat[i]));
  return nearest;
}

type Flat = readonly [x: number, y: number];

/** Metres east and north of the origin, the short way round the earth. */
function flatten(origin: Point, [longitude, latitude]: Position): Flat {
  const east = ((longitude - origin.longitude + 540) % 360) - 180;
  const middle = Math.cos(radians((latitude + origin.latitude) / 2));
  return [radians(east) * middle * earthRadius, radians(latitude - origin.latitude) * earthRadius];
}

function distanceToOrigin([x1, y1]: Flat = [0, 0], [x2, y2]: Flat = [0, 0]): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length));
  return Math.hypot(x1 + along * dx, y1 + along * dy);
}
