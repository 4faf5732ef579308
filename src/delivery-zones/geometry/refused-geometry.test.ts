import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { GeometryReason } from "./geometry-issue.ts";
import type { Point } from "./geometry.ts";
import { parseGeometry } from "./parse-geometry.ts";

const polygon = (...coordinates: unknown[]) => ({ type: "Polygon", coordinates });
const manhattan: Point = { latitude: 40.7258, longitude: -73.9988 };
const square = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
];

function reasonsOf(geometry: unknown, location: Point | null = null): readonly string[] {
  const parsed = parseGeometry(geometry, location, "g");
  return parsed.kind === "ok" ? [] : parsed.issues.map(({ reason, path }) => `${reason} ${path}`);
}

describe("what is refused, and why", () => {
  const frame = [
    [0, 0],
    [9, 0],
    [9, 9],
    [0, 9],
  ];
  const cases: readonly (readonly [string, unknown, GeometryReason, string?])[] = [
    ["no object", null, "malformed", "g"],
    ["no rings", polygon(), "malformed", "g.coordinates"],
    ["a ring that is a position", { type: "Polygon", coordinates: [7] }, "malformed", "g.coordinates[0]"],
    [
      "a position of text",
      polygon([
        ["0", "0"],
        [1, 0],
        [1, 1],
      ]),
      "malformed",
      "g.coordinates[0][0]",
    ],
    ["an empty multipolygon", { type: "MultiPolygon", coordinates: [] }, "malformed", "g.coordinates"],
    ["no corner", polygon([]), "too_few_corners"],
    [
      "two corners",
      polygon([
        [0, 0],
        [1, 1],
        [0, 0],
      ]),
      "too_few_corners",
    ],
    [
      "two corners, many times",
      polygon([
        [0, 0],
        [1, 1],
        [0, 0],
        [1, 1],
        [0, 0],
      ]),
      "too_few_corners",
    ],
    [
      "three corners in line",
      polygon([
        [0, 0],
        [1, 1],
        [2, 2],
      ]),
      "zero_area",
    ],
    [
      "a bow tie",
      polygon([
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
      ]),
      "self_crossing",
    ],
    [
      "a bow tie with a corner in the knot",
      polygon([
        [0, 0],
        [1, 1],
        [2, 2],
        [2, 0],
        [1, 1],
        [0, 2],
      ]),
      "self_crossing",
    ],
    [
      "a ring that touches itself",
      polygon([
        [0, 0],
        [1, 1],
        [2, 0],
        [2, 2],
        [1, 1],
        [0, 2],
      ]),
      "self_crossing",
    ],
    [
      "a spike",
      polygon([
        [0, 0],
        [4, 0],
        [2, 0],
        [2, 2],
      ]),
      "self_crossing",
    ],
    [
      "a spike where the ring closes",
      polygon([
        [2, 0],
        [2, 2],
        [0, 0],
        [4, 0],
      ]),
      "self_crossing",
    ],
    [
      "a latitude of 91",
      polygon([
        [0, 91],
        [1, 0],
        [1, 1],
      ]),
      "out_of_range",
      "g.coordinates[0][0]",
    ],
    [
      "a longitude of 181",
      polygon([
        [181, 0],
        [179, 0],
        [179, 1],
      ]),
      "out_of_range",
      "g.coordinates[0][0]",
    ],
    [
      "a hole outside",
      polygon(square, [
        [3, 3],
        [4, 3],
        [4, 4],
      ]),
      "hole_outside",
      "g.coordinates[1]",
    ],
    [
      "a hole around the outer ring",
      polygon(square, [
        [-1, -1],
        [3, -1],
        [3, 3],
        [-1, 3],
      ]),
      "hole_outside",
      "g.coordinates[1]",
    ],
    [
      "a hole across the outer ring",
      polygon(square, [
        [1, 1],
        [3, 1],
        [3, 2],
      ]),
      "self_crossing",
      "g.coordinates[1]",
    ],
    [
      "a hole that cuts the zone in two",
      polygon(frame, [
        [0, 4],
        [9, 4],
        [5, 5],
      ]),
      "self_crossing",
      "g.coordinates[1]",
    ],
    [
      "a hole along the outer ring",
      polygon(frame, [
        [0, 2],
        [3, 3],
        [0, 4],
      ]),
      "self_crossing",
      "g.coordinates[1]",
    ],
    [
      "a hole in a hole",
      polygon(
        frame,
        [
          [1, 1],
          [8, 1],
          [8, 8],
          [1, 8],
        ],
        [
          [3, 3],
          [4, 3],
          [4, 4],
        ],
      ),
      "hole_outside",
    ],
    [
      "holes that cross",
      polygon(
        frame,
        [
          [1, 1],
          [5, 1],
          [5, 5],
        ],
        [
          [3, 2],
          [8, 2],
          [8, 8],
        ],
      ),
      "self_crossing",
    ],
    ["a circle of nothing", { type: "Circle", radius_meters: 0 }, "location_without_coordinate", "g"],
  ];
  for (const [name, geometry, reason, path] of cases) {
    test(name, () => {
      const [first, ...others] = reasonsOf(geometry);
      assert.deepEqual(others, []);
      assert.equal(first?.split(" ")[0], reason);
      if (path !== undefined) assert.equal(first?.split(" ")[1], path);
    });
  }

  test("a hole may touch the outer ring in one point", () => {
    assert.deepEqual(
      reasonsOf(
        polygon(frame, [
          [0, 4],
          [5, 4],
          [5, 5],
        ]),
      ),
      [],
    );
  });

  test("circles: the radius and the centre (rules/delivery-zones 2.1)", () => {
    const circle = (fields: object) => reasonsOf({ type: "Circle", ...fields }, manhattan);
    assert.deepEqual(circle({}), ["malformed g.radius_meters"]);
    assert.deepEqual(circle({ radius_meters: 0 }), ["zero_area g.radius_meters"]);
    assert.deepEqual(circle({ radius_meters: -5 }), ["zero_area g.radius_meters"]);
    assert.deepEqual(circle({ radius_meters: 300_001 }), ["out_of_range g.radius_meters"]);
    assert.deepEqual(circle({ radius_meters: 5, center: {} }), ["malformed g.center"]);
    assert.deepEqual(circle({ radius_meters: 5, center: { latitude: 91, longitude: 0 } }), [
      "out_of_range g.center.latitude",
    ]);
    assert.deepEqual(circle({ radius_meters: 5, center: { latitude: 0, longitude: 0 } }), ["too_far g.center"]);
  });

  test("every bad position is named, up to twenty", () => {
    const ring = Array.from({ length: 30 }, () => [200, 100]);
    assert.equal(reasonsOf(polygon(ring)).length, 20);
  });
});
