/** Reads the rings of one polygon: first positions, then the rules of one ring, then the relation of the rings to each other. */
import Flatbush from "flatbush";
import { partsOf, type ZonePart } from "./covers.ts";
import type { ReportGeometryIssue } from "./geometry-issue.ts";
import { withoutTraces, orientation, type Polygon, type Position, type Ring } from "./geometry.ts";
import { findRingContacts, type Effort, type RingFault } from "./ring-contacts.ts";

/**
 * Reads an array of rings into closed rings that wind as RFC 7946 says, or undefined after reporting every issue. `effort`
 * is what may still be spent on this geometry.
 */
export function parseRings(
  value: unknown,
  path: string,
  report: ReportGeometryIssue,
  effort: Effort,
): Polygon | undefined {
  if (!Array.isArray(value) || value.length === 0) {
    report(path, "malformed", "must be an array of rings: the outer ring first, then its holes");
    return undefined;
  }
  const rings = value.map((ring: unknown, index) => parseRing(ring, `${path}[${index}]`, report));
  const sound = rings.filter((ring) => ring !== undefined);
  if (sound.length < rings.length) return undefined;
  const { fault, touches } = findRingContacts(sound, effort);
  if (fault !== undefined) {
    reportFault(fault, path, report);
    return undefined;
  }
  if (!checkHoles(sound, touches, { path, report, effort })) return undefined;
  return sound.map((ring, index) => (windsLeft(ring) === (index === 0) ? ring : ring.toReversed()));
}

function parseRing(value: unknown, path: string, report: ReportGeometryIssue): Ring | undefined {
  if (!Array.isArray(value)) {
    report(path, "malformed", "must be a ring: an array of positions [longitude, latitude]");
    return undefined;
  }
  const read = value.map((position: unknown, index) => parsePosition(position, `${path}[${index}]`, report));
  const positions = read.filter((position) => position !== undefined);
  if (positions.length < read.length) return undefined;
  const corners = positions.filter((position, index) => !same(position, positions[index - 1]));
  if (corners.length > 1 && same(corners[0], corners.at(-1))) corners.pop();
  return checkRing(corners, path, report) ? [...corners, ...corners.slice(0, 1)] : undefined;
}

function checkRing(corners: readonly Position[], path: string, report: ReportGeometryIssue): boolean {
  const [first, second] = corners;
  if (first === undefined || second === undefined || new Set(corners.map(String)).size < 3) {
    report(path, "too_few_corners", "must have at least three different corners");
    return false;
  }
  if (corners.every((corner) => orientation(first, second, corner) === 0)) {
    report(path, "zero_area", "has no area: all its corners are in one line");
    return false;
  }
  const jump = corners.findIndex((corner, index) => Math.abs(corner[0] - (corners.at(index - 1)?.[0] ?? 0)) > 180);
  if (jump < 0) return true;
  report(
    `${path}[${jump}]`,
    "crosses_antimeridian",
    "is more than 180 degrees of longitude from the corner before it: split the zone at 180 degrees into two polygons of a MultiPolygon",
  );
  return false;
}

function parsePosition(value: unknown, path: string, report: ReportGeometryIssue): Position | undefined {
  const [longitude, latitude] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  if (typeof longitude !== "number" || typeof latitude !== "number") {
    report(path, "malformed", "must be a position [longitude, latitude] of two numbers");
    return undefined;
  }
  if (Math.abs(latitude) > 90) {
    const hint = Math.abs(longitude) <= 90 ? " (the order is [longitude, latitude]; are they swapped?)" : "";
    report(path, "out_of_range", `has the latitude ${latitude}, outside of -90 to 90${hint}`);
    return undefined;
  }
  if (Math.abs(longitude) > 180) {
    report(
      path,
      "out_of_range",
      `has the longitude ${longitude}, outside of -180 to 180; a zone beyond 180 degrees is split there into two polygons`,
    );
    return undefined;
  }
  return [withoutTraces(longitude), withoutTraces(latitude)];
}

function reportFault(fault: RingFault, path: string, report: ReportGeometryIssue): void {
  if (fault.kind === "too_intricate") {
    report(
      path,
      "too_intricate",
      "has too many edges that lie across each other to be checked; draw it with fewer corners",
    );
    return;
  }
  const at = `near [${fault.at.map((number) => Number(number.toFixed(6))).join(", ")}]`;
  if (fault.kind === "self") {
    report(`${path}[${fault.ring}]`, "self_crossing", `crosses or touches itself ${at}`);
    return;
  }
  const other = fault.ring === 0 ? "the outer ring" : `ring ${fault.ring}`;
  report(`${path}[${fault.other}]`, "self_crossing", `crosses ${other} ${at}`);
}

interface HoleCheck {
  readonly path: string;
  readonly report: ReportGeometryIssue;
  readonly effort: Effort;
}

/** With no crossing and at most one common point, one corner elsewhere tells on which side a whole ring lies. */
function checkHoles(
  rings: readonly Ring[],
  touches: ReadonlyMap<number, Position>,
  { path, report, effort }: HoleCheck,
): boolean {
  const areas = rings.flatMap((ring) => partsOf({ type: "Polygon", coordinates: [ring] }));
  const isInside = (inner: number, around: number, area: ZonePart | undefined): boolean => {
    const [low, high] = inner < around ? [inner, around] : [around, inner];
    const touch = touches.get(low * rings.length + high);
    const corner = rings[inner]?.find((position) => !same(position, touch));
    effort.left -= rings[around]?.length ?? 0;
    return corner !== undefined && area?.covers(corner[0], corner[1]) === true;
  };
  const [outer, ...holes] = areas;
  const boxes = indexOf(holes);
  for (const [index, hole] of holes.entries()) {
    const number = index + 1;
    if (!isInside(number, 0, outer)) {
      report(`${path}[${number}]`, "hole_outside", "is a hole outside of the outer ring");
      return false;
    }
    const { west, south, east, north } = hole.box;
    const near = boxes?.search(west, south, east, north, (at) => at !== index && contains(holes[at], hole)) ?? [];
    const around = near.find((at) => isInside(number, at + 1, holes[at]));
    if (around !== undefined) {
      report(`${path}[${number}]`, "hole_outside", `is a hole inside of another hole (ring ${around + 1})`);
      return false;
    }
    if (effort.left < 0) {
      reportFault({ kind: "too_intricate" }, path, report);
      return false;
    }
  }
  return true;
}

/** The boxes of the holes; an index of nothing cannot be made. */
function indexOf(holes: readonly ZonePart[]): Flatbush | undefined {
  if (holes.length === 0) return undefined;
  const index = new Flatbush(holes.length);
  for (const { box } of holes) index.add(box.west, box.south, box.east, box.north);
  index.finish();
  return index;
}

/** What lies inside of a ring lies inside of its box, box and all. */
function contains(around: ZonePart | undefined, { box: inner }: ZonePart): boolean {
  if (around === undefined) return false;
  const { west, south, east, north } = around.box;
  return west <= inner.west && south <= inner.south && inner.east <= east && inner.north <= north;
}

/** Whether a sound ring winds counter-clockwise: read off at its most western corner, where it cannot be straight. */
function windsLeft(ring: Ring): boolean {
  const corners = ring.slice(1);
  let lowest = 0;
  corners.forEach(([x, y], index) => {
    const [westmost, south] = corners[lowest] ?? [Infinity, Infinity];
    if (x < westmost || (x === westmost && y < south)) lowest = index;
  });
  const [before, corner, next] = [corners.at(lowest - 1), corners[lowest], corners[(lowest + 1) % corners.length]];
  return before !== undefined && corner !== undefined && next !== undefined && orientation(before, corner, next) > 0;
}

function same(a: Position | undefined, b: Position | undefined): boolean {
  return a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1];
}
