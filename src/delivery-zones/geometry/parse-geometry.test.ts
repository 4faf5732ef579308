import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Point, ZoneGeometry } from "./geometry.ts";
import { maxCorners, parseGeometry } from "./parse-geometry.ts";

const polygon = (...coordinates: unknown[]) => ({ type: "Polygon", coordinates });
const manhattan: Point = { latitude: 40.7258, longitude: -73.9988 };
const square = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
];

function stored(geometry: unknown, location: Point | null = null): ZoneGeometry {
  const parsed = parseGeometry(geometry, location, "g");
  assert.equal(parsed.kind, "ok", JSON.stringify(parsed));
  return parsed.geometry;
}

function reasonsOf(geometry: unknown, location: Point | null = null): readonly string[] {
  const parsed = parseGeometry(geometry, location, "g");
  return parsed.kind === "ok" ? [] : parsed.issues.map(({ reason, path }) => `${reason} ${path}`);
}

describe("what is put right", () => {
  test("open rings are closed, corners given twice are taken once (rules/delivery-zones 2.2)", () => {
    const closed = polygon([...square, [0, 0]]);
    assert.deepEqual(stored(polygon(square)), closed);
    assert.deepEqual(
      stored(
        polygon([
          [0, 0],
          [0, 0],
          [2, 0],
          [2, 2],
          [2, 2],
          [0, 2],
          [0, 0],
          [0, 0],
        ]),
      ),
      closed,
    );
  });

  test("a circle's centre is where the location is, unless it says", () => {
    assert.deepEqual(stored({ type: "Circle", radius_meters: 3000 }, manhattan), {
      type: "Circle",
      radius_meters: 3000,
      center: manhattan,
    });
    const center = { latitude: 40.7, longitude: -74 };
    assert.deepEqual(stored({ type: "Circle", radius_meters: 0.5, center }, manhattan), {
      type: "Circle",
      radius_meters: 0.5,
      center,
    });
  });
});

describe("how far a zone may be", () => {
  const around = (longitude: number, latitude: number, size: number) =>
    polygon([
      [longitude - size, latitude - size],
      [longitude + size, latitude - size],
      [longitude + size, latitude + size],
      [longitude - size, latitude + size],
    ]);

  test("300 km from the location to the nearest place of the zone (rules/delivery-zones 2.3)", () => {
    assert.deepEqual(reasonsOf(around(-73.9988, 40.7258 + 2.6, 0.01), manhattan), []);
    assert.deepEqual(reasonsOf(around(-73.9988, 40.7258 + 2.8, 0.01), manhattan), ["too_far g.coordinates"]);
    assert.deepEqual(reasonsOf(around(-73.9988, 40.7258, 10), manhattan), [], "around the location, however large");
    assert.deepEqual(reasonsOf(around(12, 41, 0.1), null), [], "nobody knows where the location is");
  });

  test("exchanged coordinates are recognised, and each part of a zone is looked at", () => {
    const parsed = parseGeometry(around(40.7258, -73.9988, 0.01), manhattan, "g");
    assert.match(parsed.kind === "issues" ? (parsed.issues[0]?.message ?? "") : "", /exchanged it is near/);
    const parts = [around(-73.9988, 40.7258, 0.01), around(2.35, 48.85, 0.01)].map(({ coordinates }) => coordinates);
    assert.deepEqual(reasonsOf({ type: "MultiPolygon", coordinates: parts }, manhattan), ["too_far g.coordinates[1]"]);
  });

  test("across the antimeridian it is near, the short way round", () => {
    const fiji = { latitude: -17, longitude: 179.9 };
    assert.deepEqual(reasonsOf(around(-179.5, -17, 0.1), fiji), []);
  });
});

describe("how many corners", () => {
  const wheel = (corners: number) =>
    polygon(
      Array.from({ length: corners }, (_, index) => {
        const angle = (index / corners) * 2 * Math.PI;
        const reach = 1 + 0.1 * Math.sin(index);
        return [Math.cos(angle) * reach, Math.sin(angle) * reach];
      }),
    );

  test("10,000 are taken, one more is refused, closed or not (rules/delivery-zones 2.3)", () => {
    assert.deepEqual(reasonsOf(wheel(maxCorners)), []);
    const [ring = []] = wheel(maxCorners).coordinates as number[][][];
    assert.deepEqual(reasonsOf(polygon([...ring, ring[0]])), []);
    assert.deepEqual(reasonsOf(wheel(maxCorners + 1)), ["too_many_corners g.coordinates"]);
  });

  test("a drawing made to be slow is given up, soon", () => {
    const crossing = Array.from({ length: 9_998 }, (_, index) => [index * 1e-5 + (index % 2) * 5, (index % 2) * 5]);
    assert.deepEqual(reasonsOf(polygon([...crossing, [6, 6], [-1, 7]])), ["too_intricate g.coordinates"]);
  });
});
