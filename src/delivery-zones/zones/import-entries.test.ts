import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { listImportEntries } from "./import-entries.ts";
import { parsePolyline } from "../geometry/parse-polyline.ts";
import { parseWkt } from "../geometry/parse-wkt.ts";

describe("well-known text", () => {
  const outer = [
    [30, 10],
    [40, 40],
    [20, 40],
    [10, 20],
    [30, 10],
  ];
  const ok = (type: "Polygon" | "MultiPolygon", coordinates: unknown) => ({ kind: "ok", type, coordinates });

  for (const [text, expected] of [
    ["POLYGON ((30 10, 40 40, 20 40, 10 20, 30 10))", ok("Polygon", [outer])],
    ["polygon((30 10,40 40,20 40,10 20,30 10))", ok("Polygon", [outer])],
    ["SRID=4326;POLYGON((30 10, 40 40, 20 40, 10 20, 30 10))", ok("Polygon", [outer])],
    [
      "POLYGON Z ((30 10 5, 40 40 5, 20 40 5))",
      ok("Polygon", [
        [
          [30, 10, 5],
          [40, 40, 5],
          [20, 40, 5],
        ],
      ]),
    ],
    [
      "POLYGON ((35 10, 45 45, 15 40), (20 30, 35 35, 30 20))",
      ok("Polygon", [
        [
          [35, 10],
          [45, 45],
          [15, 40],
        ],
        [
          [20, 30],
          [35, 35],
          [30, 20],
        ],
      ]),
    ],
    [
      "MULTIPOLYGON (((40 40, 20 45, 45 30)), ((-1.5e1 +.5, 1. 2, 3 4)))",
      ok("MultiPolygon", [
        [
          [
            [40, 40],
            [20, 45],
            [45, 30],
          ],
        ],
        [
          [
            [-15, 0.5],
            [1, 2],
            [3, 4],
          ],
        ],
      ]),
    ],
  ] as const) {
    test(text, () => assert.deepEqual(parseWkt(text), expected));
  }

  for (const [text, message] of [
    ["", /must begin/],
    ["POINT (1 2)", /must begin/],
    ["POLYGON EMPTY", /cannot be read/],
    ["SRID=3857;POLYGON((1 2))", /reference system 3857/],
    ["SRID=;POLYGON((1 2))", /must begin/],
    ["SRID=1234567;POLYGON((1 2))", /must begin/],
    [`${"P".repeat(30)} ((1 2))`, /must begin/],
    ["POLYGON ((1 2e, 3 4))", /cannot be read at character 14/],
    ["POLYGON ((1 -, 3 4))", /cannot be read at character 13/],
    [`POLYGON (${" ".repeat(40_000)}`, /cannot be read at character 40010/],
    ["POLYGON ((1 2, 3 4)", /cannot be read at character 20/],
    ["POLYGON ((1 2, 3 4))) ", /more after/],
    ["POLYGON ((1 2; 3 4))", /cannot be read/],
    ["POLYGON (((((((1 2)))))))", /parenthesis too many/],
    ["POLYGON ((1 2, 3 (4 5)))", /parenthesis too many/],
  ] as const) {
    test(`refused: ${text}`, () => {
      const parsed = parseWkt(text);
      assert.match(parsed.kind === "issue" ? parsed.message : "taken", message);
    });
  }

  test("any text at all is read or refused, never a fault", () => {
    const piece = fc.constantFrom("POLYGON", "MULTI", "(", ")", ",", " ", "1", "-2.5", "e", "SRID=4326;", "é");
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => void parseWkt(pieces.join(""))));
  });
});

/** The published algorithm, forwards. */
function encode(positions: readonly (readonly [number, number])[], precision: number): string {
  let [before, text] = [[0, 0], ""];
  for (const [longitude, latitude] of positions) {
    const now = [latitude, longitude].map((degrees) => Math.round(degrees * 10 ** precision));
    for (const axis of [0, 1]) {
      const step = (now[axis] ?? 0) - (before[axis] ?? 0);
      let value = step < 0 ? -2 * step - 1 : 2 * step;
      for (; value >= 32; value = Math.floor(value / 32)) text += String.fromCharCode((value % 32) + 32 + 63);
      text += String.fromCharCode(value + 63);
    }
    before = now;
  }
  return text;
}

describe("encoded polylines", () => {
  test("the example of the format's own description", () => {
    assert.deepEqual(parsePolyline("_p~iF~ps|U_ulLnnqC_mqNvxq`@", 5), {
      kind: "ok",
      positions: [
        [-120.2, 38.5],
        [-120.95, 40.7],
        [-126.453, 43.252],
      ],
    });
  });

  test("what was encoded is decoded, with five and six decimals", () => {
    const position = fc.tuple(fc.integer({ min: -180e6, max: 180e6 }), fc.integer({ min: -90e6, max: 90e6 }));
    fc.assert(
      fc.property(fc.array(position, { maxLength: 30 }), fc.constantFrom(5, 6), (grid, precision) => {
        const unit = 10 ** (6 - precision);
        const positions = grid.map(
          ([x, y]) => [Math.round(x / unit) / 10 ** precision, Math.round(y / unit) / 10 ** precision] as const,
        );
        const parsed = parsePolyline(encode(positions, precision), precision);
        assert.deepEqual(
          parsed.kind === "ok" && parsed.positions.map(([x, y]) => [x + 0, y + 0]),
          positions.map(([x, y]) => [x + 0, y + 0]),
        );
      }),
    );
  });

  for (const text of ["_p~iF", "_p~iF~", "_p~iF~ps|U ", "é", "~~~~~~~~~~~~~~~~~~"]) {
    test(`refused: ${text}`, () => assert.equal(parsePolyline(text, 5).kind, "issue"));
  }
});

describe("what an import holds", () => {
  const geometry = { type: "Polygon", coordinates: [] };
  const paths = (source: object) => {
    const listed = listImportEntries(source);
    return listed.kind === "ok"
      ? listed.entries.map((entry) => entry.geometryPath)
      : listed.issues.map(({ path }) => path);
  };

  test("a collection, a feature, a bare geometry, text", () => {
    const feature = { type: "Feature", properties: null, geometry };
    assert.deepEqual(paths({ geojson: { type: "FeatureCollection", features: [feature, feature] } }), [
      "body.geojson.features[0].geometry",
      "body.geojson.features[1].geometry",
    ]);
    assert.deepEqual(paths({ geojson: feature }), ["body.geojson.geometry"]);
    assert.deepEqual(paths({ geojson: geometry }), ["body.geojson"]);
    assert.deepEqual(paths({ wkt: "POLYGON((0 0,1 0,1 1))" }), ["body.wkt"]);
    assert.deepEqual(paths({ polyline: "_p~iF~ps|U_ulLnnqC_mqNvxq`@" }), ["body.polyline"]);
  });

  test("exactly one source, and every feature that is none is named (rules/delivery-zones 5.1)", () => {
    assert.deepEqual(paths({}), ["body"]);
    assert.deepEqual(paths({ wkt: "x", polyline: "y" }), ["body"]);
    assert.deepEqual(paths({ geojson: { type: "FeatureCollection", features: [] } }), ["body.geojson.features"]);
    const features = [5, { type: "Feature", geometry }, { type: "Feature", geometry, properties: [] }];
    assert.deepEqual(paths({ geojson: { type: "FeatureCollection", features } }), [
      "body.geojson.features[0].type",
      "body.geojson.features[2].properties",
    ]);
    assert.deepEqual(paths({ geojson: { type: "Topology" } }), ["body.geojson.type"]);
  });
});
