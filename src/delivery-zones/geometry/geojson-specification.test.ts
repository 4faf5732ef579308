/** The examples of GeoJSON's own specification, RFC 7946, by appendix and section. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ZoneGeometry } from "./geometry.ts";
import { parseGeometry } from "./parse-geometry.ts";

const polygon = (...coordinates: unknown[]) => ({ type: "Polygon", coordinates });

function stored(geometry: unknown): ZoneGeometry {
  const parsed = parseGeometry(geometry, null, "g");
  assert.equal(parsed.kind, "ok", JSON.stringify(parsed));
  return parsed.geometry;
}

function reasonsOf(geometry: unknown): readonly string[] {
  const parsed = parseGeometry(geometry, null, "g");
  return parsed.kind === "ok" ? [] : parsed.issues.map(({ reason, path }) => `${reason} ${path}`);
}

describe("examples of RFC 7946", () => {
  /** Appendix A.3; the exterior winds counter-clockwise, the interior clockwise. */
  const exterior = [
    [100.0, 0.0],
    [101.0, 0.0],
    [101.0, 1.0],
    [100.0, 1.0],
    [100.0, 0.0],
  ];
  const interior = [
    [100.8, 0.8],
    [100.8, 0.2],
    [100.2, 0.2],
    [100.2, 0.8],
    [100.8, 0.8],
  ];
  const far = [
    [102.0, 2.0],
    [103.0, 2.0],
    [103.0, 3.0],
    [102.0, 3.0],
    [102.0, 2.0],
  ];

  test("a polygon without holes and one with a hole are stored as they are", () => {
    assert.deepEqual(stored(polygon(exterior)), polygon(exterior));
    assert.deepEqual(stored(polygon(exterior, interior)), polygon(exterior, interior));
  });

  test("a multipolygon (appendix A.6) is stored as it is", () => {
    const given = { type: "MultiPolygon", coordinates: [[far], [exterior, interior]] };
    assert.deepEqual(stored(given), given);
  });

  test("either winding is taken and the right-hand rule stored (section 3.1.6) (rules/delivery-zones 2.2)", () => {
    const rewound = stored(polygon(exterior.toReversed(), interior.toReversed()));
    assert.deepEqual(rewound, polygon(exterior, interior));
  });

  test("the cut at the antimeridian (section 3.1.9) is taken, the uncut area refused", () => {
    const halves = {
      type: "MultiPolygon",
      coordinates: [
        [
          [
            [180.0, 40.0],
            [180.0, 50.0],
            [170.0, 50.0],
            [170.0, 40.0],
            [180.0, 40.0],
          ],
        ],
        [
          [
            [-170.0, 40.0],
            [-170.0, 50.0],
            [-180.0, 50.0],
            [-180.0, 40.0],
            [-170.0, 40.0],
          ],
        ],
      ],
    };
    assert.deepEqual(stored(halves), halves);
    const uncut = polygon([
      [170, 40],
      [-170, 40],
      [-170, 50],
      [170, 50],
      [170, 40],
    ]);
    assert.deepEqual(reasonsOf(uncut), ["crosses_antimeridian g.coordinates[0][1]"]);
    const beyond = polygon([
      [170, 40],
      [190, 40],
      [190, 50],
      [170, 50],
      [170, 40],
    ]);
    assert.deepEqual(reasonsOf(beyond), ["out_of_range g.coordinates[0][1]", "out_of_range g.coordinates[0][2]"]);
  });

  test("altitudes, boxes and foreign members do not matter (sections 4, 5 and 6.1)", () => {
    const raised = exterior.map((position) => [...position, 12]);
    assert.deepEqual(stored({ ...polygon(raised), bbox: [100, 0, 101, 1], crs: null }), polygon(exterior));
  });

  test("the other kinds of geometry (appendix A) are no zones", () => {
    for (const other of [
      { type: "Point", coordinates: [100.0, 0.0] },
      {
        type: "LineString",
        coordinates: [
          [100.0, 0.0],
          [101.0, 1.0],
        ],
      },
      {
        type: "MultiPoint",
        coordinates: [
          [100.0, 0.0],
          [101.0, 1.0],
        ],
      },
      { type: "GeometryCollection", geometries: [] },
    ]) {
      assert.deepEqual(reasonsOf(other), ["malformed g.type"]);
    }
  });
});
