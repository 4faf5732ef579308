/**
 * Reads unknown JSON as the geometry of a zone (rules/delivery-zones 2): GeoJSON Polygon or MultiPolygon, or a circle.
 * Unclosed rings are closed, either winding is turned to RFC 7946's, holes are kept, altitudes are dropped, foreign
 * members are ignored. Every fault is reported with its reason.
 */
import { areaOf, distanceBetween, distanceToPolygon } from "./geodesy.ts";
import type { GeometryIssue, GeometryReason, ReportGeometryIssue } from "./geometry-issue.ts";
import {
  countCorners,
  polygonsOf,
  type CircleGeometry,
  type Point,
  type Polygon,
  type ZoneGeometry,
} from "./geometry.ts";
import { polygonCovers } from "./covers.ts";
import { parseRings } from "./parse-rings.ts";
import { effortForGeometry } from "./ring-contacts.ts";

export const maxCorners = 10_000;
/** In metres: a zone that is nowhere nearer to its location has its coordinates swapped, or is another city's. */
export const maxDistance = 300_000;
const maxIssues = 20;

export interface ParsedGeometry {
  readonly kind: "ok";
  readonly geometry: ZoneGeometry;
  readonly corners: number;
  readonly areaSquareMeters: number;
}

export interface GeometryIssues {
  readonly kind: "issues";
  readonly issues: readonly GeometryIssue[];
}

/** `location` is where the restaurant is, null when nobody has said; `path` is where the geometry stands in the body. */
export function parseGeometry(value: unknown, location: Point | null, path: string): ParsedGeometry | GeometryIssues {
  const issues: GeometryIssue[] = [];
  const report: ReportGeometryIssue = (at, reason, message) => {
    if (issues.length < maxIssues) issues.push({ path: at, reason, message });
  };
  const geometry = isRecord(value) ? parseKind(value, location, path, report) : undefined;
  if (geometry === undefined) {
    if (issues.length === 0)
      report(path, "malformed", "must be an object with a type: Polygon, MultiPolygon or Circle");
    return { kind: "issues", issues };
  }
  if (location !== null) checkDistance(geometry, location, path, report);
  if (issues.length > 0) return { kind: "issues", issues };
  return { kind: "ok", geometry, corners: countCorners(geometry), areaSquareMeters: areaOf(geometry) };
}

function parseKind(
  value: Readonly<Record<string, unknown>>,
  location: Point | null,
  path: string,
  report: ReportGeometryIssue,
): ZoneGeometry | undefined {
  const { type, coordinates } = value;
  const at = `${path}.coordinates`;
  const effort = { left: effortForGeometry };
  switch (type) {
    case "Circle":
      return parseCircle(value, location, path, report);
    case "Polygon": {
      if (hasTooManyCorners([coordinates], at, report)) return undefined;
      const polygon = parseRings(coordinates, at, report, effort);
      return polygon && { type, coordinates: polygon };
    }
    case "MultiPolygon": {
      if (!Array.isArray(coordinates) || coordinates.length === 0) {
        report(at, "malformed", "must be an array of polygons");
        return undefined;
      }
      if (hasTooManyCorners(coordinates, at, report)) return undefined;
      const polygons = coordinates.map((entry: unknown, index) => parseRings(entry, `${at}[${index}]`, report, effort));
      const sound = polygons.filter((polygon): polygon is Polygon => polygon !== undefined);
      return sound.length === polygons.length ? { type, coordinates: sound } : undefined;
    }
    default:
      report(`${path}.type`, "malformed", "must be Polygon, MultiPolygon or Circle");
      return undefined;
  }
}

/** Counted before anything else is looked at; a closing position is a corner here. */
function hasTooManyCorners(polygons: readonly unknown[], path: string, report: ReportGeometryIssue): boolean {
  const rings = polygons.flatMap((polygon) => (Array.isArray(polygon) ? (polygon as readonly unknown[]) : []));
  const corners = rings.reduce<number>((sum, ring) => {
    if (!Array.isArray(ring)) return sum;
    const positions = ring as readonly unknown[];
    return sum + positions.length - (isClosed(positions) ? 1 : 0);
  }, 0);
  if (corners <= maxCorners) return false;
  report(path, "too_many_corners", `has ${corners} corners; a zone has at most ${maxCorners}`);
  return true;
}

/** Whether the last of some unread positions is the first one again. */
function isClosed(positions: readonly unknown[]): boolean {
  const [first, last] = [positions[0], positions.at(-1)];
  return (
    positions.length > 1 && Array.isArray(first) && Array.isArray(last) && first[0] === last[0] && first[1] === last[1]
  );
}

function parseCircle(
  { radius_meters: radius, center }: Readonly<Record<string, unknown>>,
  location: Point | null,
  path: string,
  report: ReportGeometryIssue,
): CircleGeometry | undefined {
  if (location === null) {
    report(path, "location_without_coordinate", "a circle needs a location whose coordinate is known");
    return undefined;
  }
  const middle = center === undefined || center === null ? location : parsePoint(center, `${path}.center`, report);
  if (typeof radius !== "number") {
    report(`${path}.radius_meters`, "malformed", "must be a number of metres");
    return undefined;
  }
  if (radius <= 0) report(`${path}.radius_meters`, "zero_area", "must be more than 0 metres");
  else if (radius > maxDistance) {
    report(`${path}.radius_meters`, "out_of_range", `must be at most ${maxDistance} metres`);
  } else if (middle !== undefined) return { type: "Circle", radius_meters: radius, center: middle };
  return undefined;
}

function parsePoint(value: unknown, path: string, report: ReportGeometryIssue): Point | undefined {
  const { latitude, longitude } = isRecord(value) ? value : {};
  if (typeof latitude !== "number" || typeof longitude !== "number") {
    report(path, "malformed", "must be {latitude, longitude}, two numbers");
  } else if (Math.abs(latitude) > 90) report(`${path}.latitude`, "out_of_range", "must be -90 to 90");
  else if (Math.abs(longitude) > 180) report(`${path}.longitude`, "out_of_range", "must be -180 to 180");
  else return { latitude, longitude };
  return undefined;
}

function checkDistance(geometry: ZoneGeometry, location: Point, path: string, report: ReportGeometryIssue): void {
  const far = (at: string, distance: number, swapped: boolean): void => {
    const hint = swapped
      ? "; with the two numbers exchanged it is near: the order is [longitude, latitude]"
      : "; the order is [longitude, latitude], are they swapped?";
    const limit = maxDistance / 1000;
    const reason: GeometryReason = "too_far";
    report(at, reason, `is ${Math.round(distance / 1000)} km from the location, further than ${limit} km${hint}`);
  };
  if (geometry.type === "Circle") {
    const distance = distanceBetween(location, geometry.center) - geometry.radius_meters;
    if (distance > maxDistance) far(`${path}.center`, distance, false);
    return;
  }
  for (const [index, polygon] of polygonsOf(geometry).entries()) {
    const distance = distanceTo(polygon, location);
    if (distance <= maxDistance) continue;
    const at = geometry.type === "Polygon" ? `${path}.coordinates` : `${path}.coordinates[${index}]`;
    far(at, distance, distanceTo(exchange(polygon), location) <= maxDistance);
  }
}

function distanceTo(polygon: Polygon, location: Point): number {
  return polygonCovers(polygon, location.longitude, location.latitude) ? 0 : distanceToPolygon(location, polygon);
}

function exchange(polygon: Polygon): Polygon {
  return polygon.map((ring) => ring.map(([longitude, latitude]) => [latitude, longitude] as const));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
