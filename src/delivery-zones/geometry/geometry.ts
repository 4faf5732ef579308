/** The parts of a zone's area: GeoJSON positions ([longitude, latitude], degrees), rings and polygons, and circles. */
import { orient2d } from "robust-predicates";

export type Position = readonly [longitude: number, latitude: number];

/** Closed: the last position is the first one again. */
export type Ring = readonly Position[];

/** The outer ring, then the holes. */
export type Polygon = readonly Ring[];

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export interface CircleGeometry {
  readonly type: "Circle";
  readonly radius_meters: number;
  readonly center: Point;
}

/** As stored: closed rings, outer ones counter-clockwise and holes clockwise (RFC 7946, section 3.1.6). */
export type ZoneGeometry =
  | { readonly type: "Polygon"; readonly coordinates: Polygon }
  | { readonly type: "MultiPolygon"; readonly coordinates: readonly Polygon[] }
  | CircleGeometry;

/** The polygons of a geometry; a circle has none. */
export function polygonsOf(geometry: ZoneGeometry): readonly Polygon[] {
  if (geometry.type === "Circle") return [];
  return geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
}

/** Less than an atom's width is nothing; it also keeps every product of the exact predicate clear of underflow. */
export function withoutTraces(degrees: number): number {
  return Math.abs(degrees) < 1e-20 ? 0 : degrees;
}

/** Above 0 when the way from a over b to c turns left, below when right, 0 when the three are in line. Exact. */
export function orientation(a: Position, b: Position, c: Position): number {
  // The package counts the y axis downwards.
  return -orient2d(a[0], a[1], b[0], b[1], c[0], c[1]);
}

/** How many corners a geometry has in all its rings, the closing positions not counted. */
export function countCorners(geometry: ZoneGeometry): number {
  return polygonsOf(geometry).reduce((sum, rings) => rings.reduce((count, ring) => count + ring.length - 1, sum), 0);
}
