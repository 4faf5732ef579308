import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { exactPoint, meetsItself, polygonHas } from "../../../test/models/exact-plane.ts";
import { partsOf, polygonCovers } from "./covers.ts";
import { distanceBetween } from "./geodesy.ts";
import { polygonsOf, withoutTraces, type Polygon, type Position } from "./geometry.ts";
import { parseGeometry } from "./parse-geometry.ts";

type Mutable = [number, number];

const small: fc.Arbitrary<Mutable> = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }));
const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true, noDefaultInfinity: true });
const anywhere: fc.Arbitrary<Mutable> = fc.tuple(degrees(80), degrees(80));
/** A tenth of a metre apart, as on city maps: neighbours differ in the last bits only. */
const near: fc.Arbitrary<Mutable> = fc.tuple(
  fc.integer({ min: 0, max: 12 }).map((step) => 13.4 + step * 1e-6),
  fc.integer({ min: 0, max: 12 }).map((step) => 52.5 + step * 1e-6),
);

/** Corners in order of their angle make a ring that seldom crosses itself. */
function around(points: readonly Mutable[]): Mutable[] {
  const [x, y] = [0, 1].map((axis) => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / points.length);
  return points.toSorted(
    (a, b) => Math.atan2(a[1] - (y ?? 0), a[0] - (x ?? 0)) - Math.atan2(b[1] - (y ?? 0), b[0] - (x ?? 0)),
  );
}

function accepted(rings: readonly (readonly Position[])[]): Polygon | undefined {
  const parsed = parseGeometry({ type: "Polygon", coordinates: rings }, null, "g");
  return parsed.kind === "ok" ? polygonsOf(parsed.geometry)[0] : undefined;
}

function agrees(polygon: Polygon, point: Position): void {
  const [x, y] = [withoutTraces(point[0]), withoutTraces(point[1])];
  const expected = polygonHas(
    polygon.map((ring) => ring.map(exactPoint)),
    exactPoint([x, y]),
  );
  assert.equal(polygonCovers(polygon, x, y), expected, JSON.stringify({ polygon, point: [x, y] }));
}

describe("a point in a polygon, beside winding numbers in exact whole numbers", () => {
  test("every point of a grid against rings on the same grid: corners, edges, lines through corners", () => {
    let polygons = 0;
    fc.assert(
      fc.property(fc.array(small, { minLength: 3, maxLength: 9 }), fc.boolean(), (corners, sorted) => {
        const polygon = accepted([sorted ? around(corners) : corners]);
        fc.pre(polygon !== undefined);
        polygons++;
        for (let x = -1; x <= 7; x++) for (let y = -1; y <= 7; y++) agrees(polygon, [x, y]);
        for (let x = -1; x <= 13; x++) for (let y = -1; y <= 13; y++) agrees(polygon, [x / 2, y / 2]);
      }),
      { numRuns: 100 },
    );
    assert.ok(polygons >= 100);
  });

  test("with a hole: its edge and corners belong to the zone (rules/delivery-zones 3.2)", () => {
    fc.assert(
      fc.property(
        fc.array(small, { minLength: 3, maxLength: 6 }),
        fc.array(small, { minLength: 3, maxLength: 5 }),
        (a, b) => {
          const outer = around(a).map(([x, y]): Mutable => [x * 3, y * 3]);
          const polygon = accepted([outer, around(b).map(([x, y]): Mutable => [x + 4, y + 4])]);
          fc.pre(polygon !== undefined);
          for (let x = 0; x <= 18; x++) for (let y = 0; y <= 18; y++) agrees(polygon, [x, y]);
        },
      ),
      { numRuns: 40 },
    );
  });

  for (const [name, point] of [
    ["anywhere on the earth", anywhere],
    ["centimetres apart", near],
  ] as const) {
    test(`${name}: corners, points beside corners, and points as near to an edge as numbers can be`, () => {
      fc.assert(
        fc.property(
          fc.array(point, { minLength: 3, maxLength: 12 }),
          point,
          fc.double({ min: 0, max: 1, noNaN: true }),
          (corners, free, share) => {
            const polygon = accepted([around(corners)]);
            fc.pre(polygon !== undefined);
            agrees(polygon, free);
            for (const ring of polygon) {
              ring.slice(1).forEach((to, index) => {
                const from = ring[index] ?? to;
                agrees(polygon, to);
                const x = from[0] + share * (to[0] - from[0]);
                const y = from[1] + share * (to[1] - from[1]);
                for (const dx of [-1, 0, 1])
                  for (const dy of [-1, 0, 1]) agrees(polygon, [x + dx * 2 ** -46, y + dy * 2 ** -46]);
              });
            }
          },
        ),
        { numRuns: 400 },
      );
    });
  }
});

test("a ring is taken exactly when it does not meet itself", () => {
  const counts = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(fc.array(small, { minLength: 3, maxLength: 7 }), (corners) => {
      const parsed = parseGeometry({ type: "Polygon", coordinates: [corners] }, null, "g");
      const reason = parsed.kind === "ok" ? null : parsed.issues[0]?.reason;
      if (reason === "too_few_corners" || reason === "zero_area") return;
      const distinct = corners.filter((corner, index) => String(corner) !== String(corners[index - 1]));
      if (String(distinct[0]) === String(distinct.at(-1))) distinct.pop();
      const meets = meetsItself([...distinct, ...distinct.slice(0, 1)].map(exactPoint));
      assert.equal(reason, meets ? "self_crossing" : null, JSON.stringify(corners));
      counts[meets ? "refused" : "taken"]++;
    }),
    { numRuns: 1_500 },
  );
  assert.ok(counts.taken > 300 && counts.refused > 300, JSON.stringify(counts));
});

describe("a circle", () => {
  const center = fc.record({ latitude: degrees(90), longitude: degrees(180) });
  const radius = fc.integer({ min: 1, max: 300_000 });
  const covers = (geometry: Parameters<typeof partsOf>[0], longitude: number, latitude: number): boolean =>
    partsOf(geometry).some(
      (part) =>
        part.box.west <= longitude &&
        longitude <= part.box.east &&
        part.box.south <= latitude &&
        latitude <= part.box.north &&
        part.covers(longitude, latitude),
    );

  test("covers what is at most its radius away, also over the poles and the antimeridian (rules/delivery-zones 2.4)", () => {
    fc.assert(
      fc.property(
        center,
        radius,
        fc.double({ min: 0, max: 360, noNaN: true }),
        fc.constantFrom(0, 0.5, 0.999, 1.001, 2),
        (middle, meters, bearing, share) => {
          const point = travel(middle, bearing, meters * share);
          const geometry = { type: "Circle", radius_meters: meters, center: middle } as const;
          const distance = distanceBetween(middle, point);
          fc.pre(Math.abs(distance - meters) > 1e-3);
          assert.equal(
            covers(geometry, point.longitude, point.latitude),
            distance <= meters,
            JSON.stringify({ geometry, point }),
          );
        },
      ),
      { numRuns: 800 },
    );
  });

  test("its edge belongs to it", () => {
    const middle = { latitude: 0, longitude: 0 };
    const edge = { latitude: 0, longitude: 1 };
    const geometry = { type: "Circle", radius_meters: distanceBetween(middle, edge), center: middle } as const;
    assert.equal(covers(geometry, 1, 0), true);
    assert.equal(covers(geometry, 1.0000001, 0), false);
  });
});

/** The point that lies so many metres away in a direction (degrees from north), on the sphere. */
function travel(from: { readonly latitude: number; readonly longitude: number }, bearing: number, meters: number) {
  const [angle, course, latitude] = [meters / 6_371_008.8, (bearing * Math.PI) / 180, (from.latitude * Math.PI) / 180];
  const sine = Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(course);
  const east = Math.atan2(
    Math.sin(course) * Math.sin(angle) * Math.cos(latitude),
    Math.cos(angle) - Math.sin(latitude) * sine,
  );
  const longitude = from.longitude + (east * 180) / Math.PI;
  return { latitude: (Math.asin(sine) * 180) / Math.PI, longitude: ((((longitude + 180) % 360) + 360) % 360) - 180 };
}
