import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { newId } from "../../kernel/id.ts";
import { checkDelivery, type DeliveryQuestion } from "./check-delivery.ts";
import { partsOf } from "../geometry/covers.ts";
import { compareZones, type DeliveryZone } from "./delivery-zone.ts";
import { drawDeliverablePoint } from "../preview/draw-point.ts";
import { areaOf } from "../geometry/geodesy.ts";
import type { ZoneGeometry } from "../geometry/geometry.ts";
import { buildZoneIndex } from "./zone-index.ts";

/** A Sunday noon in Chicago. */
const noon = Date.parse("2026-03-01T18:00:00Z");
const moment = { at: noon, timeZone: "America/Chicago" };

function box(west: number, south: number, east: number, north: number): ZoneGeometry {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as const;
  return { type: "Polygon", coordinates: [ring] };
}

function zone(fields: Partial<DeliveryZone> = {}): DeliveryZone {
  const geometry = fields.geometry ?? box(0, 0, 1, 1);
  return {
    id: newId("dzn"),
    location_id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke" as DeliveryZone["location_id"],
    name: "Zone",
    enabled: true,
    priority: 0,
    currency: "USD",
    fee: 300,
    minimum_order: null,
    free_delivery_over: null,
    estimated_minutes: null,
    hours: null,
    corners: 4,
    area_square_meters: areaOf(geometry),
    created_at: 0,
    updated_at: 0,
    version: 1,
    stamp: 1,
    ...fields,
    geometry,
  };
}

function check(zones: readonly DeliveryZone[], question: Partial<DeliveryQuestion> = {}) {
  return checkDelivery(buildZoneIndex(zones), {
    latitude: 0.5,
    longitude: 0.5,
    subtotal: null,
    ...moment,
    ...question,
  });
}

describe("which zone decides", () => {
  const winner = (...zones: DeliveryZone[]) => [check(zones).zone, check(zones.toReversed()).zone];
  const id = (last: string) => `dzn_01k0w3h7d1q8m5v2c9x6b3n0r${last}` as DeliveryZone["id"];

  test("the highest priority, before anything else (rules/delivery-zones 3.3)", () => {
    const dear = zone({ priority: 5, fee: 900, geometry: box(-5, -5, 5, 5) });
    assert.deepEqual(winner(zone({ fee: 0 }), dear), [dear, dear]);
    const plain = zone();
    assert.deepEqual(winner(zone({ priority: -1, fee: 0 }), plain), [plain, plain]);
  });

  test("then the lowest fee, not the first made (rules/delivery-zones 3.3)", () => {
    const cheap = zone({ fee: 299, geometry: box(-5, -5, 5, 5) });
    assert.deepEqual(winner(zone(), cheap), [cheap, cheap]);
  });

  test("then the smallest area (rules/delivery-zones 3.3)", () => {
    const small = zone({ geometry: box(0.4, 0.4, 0.6, 0.6) });
    assert.deepEqual(winner(zone(), small), [small, small]);
    const circle = zone({
      geometry: { type: "Circle", radius_meters: 100, center: { latitude: 0.5, longitude: 0.5 } },
    });
    assert.deepEqual(winner(small, circle), [circle, circle]);
  });

  test("then the id (rules/delivery-zones 3.3)", () => {
    const first = zone({ id: id("a") });
    assert.deepEqual(winner(zone({ id: id("b") }), first), [first, first]);
  });
});

describe("why not", () => {
  const closed = { windows: [{ dayOfWeek: 0, startTime: "17:00", endTime: "22:00" }] };
  const open = { windows: [{ dayOfWeek: 0, startTime: "11:00", endTime: "14:00" }] };
  const reason = (zones: readonly DeliveryZone[], question: Partial<DeliveryQuestion> = {}) => {
    const checked = check(zones, question);
    return checked.deliverable ? null : checked.reason;
  };

  test("outside of every zone, and without any", () => {
    assert.equal(reason([]), "outside_zones");
    assert.equal(reason([zone({ geometry: box(2, 2, 3, 3) })]), "outside_zones");
    assert.equal(check([zone()], { latitude: 5 }).zone, null);
  });

  test("a closed zone gives way to an open one, whatever its priority", () => {
    assert.equal(reason([zone({ hours: closed })]), "zone_closed");
    assert.equal(reason([zone({ hours: open })]), null);
    const second = zone({ fee: 800 });
    assert.equal(check([zone({ hours: closed, priority: 9 }), second]).zone, second);
  });

  test("hours are local to the location: from the first minute on, up to the last (rules/delivery-zones 4.4)", () => {
    const zones = [zone({ hours: open })];
    for (const [time, expected] of [
      ["16:59:59.999", "zone_closed"],
      ["17:00:00.000", null],
      ["19:59:59.999", null],
      ["20:00:00.000", "zone_closed"],
    ] as const) {
      assert.equal(reason(zones, { at: Date.parse(`2026-03-01T${time}Z`) }), expected, time);
    }
  });

  test("a disabled zone never delivers and gives way to a closed one (rules/delivery-zones 3.3)", () => {
    assert.equal(reason([zone({ enabled: false })]), "disabled");
    assert.equal(reason([zone({ enabled: false, priority: 9 }), zone({ hours: closed })]), "zone_closed");
    assert.equal(reason([zone({ enabled: false, priority: 9 }), zone()]), null);
  });
});

describe("the terms", () => {
  const terms = (fields: Partial<DeliveryZone>, subtotal: number | null) => {
    const checked = check([zone(fields)], { subtotal });
    assert.ok(checked.deliverable);
    return [checked.fee, checked.minimumReached];
  };

  test("free from the very amount on (rules/delivery-zones 4.1)", () => {
    const fields = { free_delivery_over: 5000 };
    assert.deepEqual(terms(fields, 4999), [300, true]);
    assert.deepEqual(terms(fields, 5000), [0, true]);
    assert.deepEqual(terms(fields, null), [300, true]);
    assert.deepEqual(terms({ free_delivery_over: 0 }, 0), [0, true]);
  });

  test("the minimum is reached by the very amount (rules/delivery-zones 4.1)", () => {
    assert.deepEqual(terms({ minimum_order: 1500 }, 1499), [300, false]);
    assert.deepEqual(terms({ minimum_order: 1500 }, 1500), [300, true]);
    assert.deepEqual(terms({ minimum_order: 1500 }, null), [300, null]);
  });
});

describe("edges", () => {
  test("the boundary of a zone and the edge of its hole belong to it, the hole does not (rules/delivery-zones 3.2)", () => {
    const hole = [
      [0.4, 0.4],
      [0.4, 0.6],
      [0.6, 0.6],
      [0.6, 0.4],
      [0.4, 0.4],
    ] as const;
    const outer = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ] as const;
    const zones = [zone({ geometry: { type: "Polygon", coordinates: [outer, hole] } })];
    for (const [longitude, latitude, expected] of [
      [0, 0, true],
      [1, 1, true],
      [0.5, 0, true],
      [1, 0.3, true],
      [0.4, 0.4, true],
      [0.6, 0.5, true],
      [0.5, 0.5, false],
      [0.41, 0.41, false],
      [1.0000000000000002, 1, false],
      [-5e-324, 0.5, true],
      [-1e-19, 0.5, false],
    ] as const) {
      assert.equal(check(zones, { longitude, latitude }).deliverable, expected, `${longitude} ${latitude}`);
    }
  });

  test("180 and -180 degrees are one meridian", () => {
    const east = [zone({ geometry: box(179, 0, 180, 1) })];
    assert.equal(check(east, { longitude: -180 }).deliverable, true);
    assert.equal(check(east, { longitude: -179.9999 }).deliverable, false);
    const circle = [
      zone({ geometry: { type: "Circle", radius_meters: 20_000, center: { latitude: 0.5, longitude: 179.95 } } }),
    ];
    assert.equal(check(circle, { longitude: -179.95 }).deliverable, true);
    assert.equal(check(circle, { longitude: 179.85 }).deliverable, true);
    assert.equal(check(circle, { longitude: -179.8 }).deliverable, false);
  });
});

const anyZone = fc
  .record({
    x: fc.integer({ min: 0, max: 8 }),
    y: fc.integer({ min: 0, max: 8 }),
    width: fc.integer({ min: 1, max: 6 }),
    tall: fc.integer({ min: 1, max: 6 }),
    circle: fc.boolean(),
    priority: fc.integer({ min: 0, max: 2 }),
    fee: fc.constantFrom(0, 300, 500),
    enabled: fc.boolean(),
  })
  .map(({ x, y, width, tall, circle, ...fields }) =>
    zone({
      ...fields,
      geometry: circle
        ? { type: "Circle", radius_meters: width * 50_000, center: { latitude: y, longitude: x } }
        : box(x, y, x + width, y + tall),
    }),
  );

test("the index answers what going through all zones answers", () => {
  fc.assert(
    fc.property(
      fc.array(anyZone, { maxLength: 40 }),
      fc.array(fc.tuple(fc.integer({ min: -2, max: 30 }), fc.integer({ min: -2, max: 30 })), {
        minLength: 20,
        maxLength: 20,
      }),
      (zones, points) => {
        const index = buildZoneIndex(zones);
        for (const [x, y] of points) {
          const [longitude, latitude] = [x / 2, y / 2];
          const here = zones
            .filter(({ geometry }) => partsOf(geometry).some((part) => part.covers(longitude, latitude)))
            .toSorted(compareZones);
          const expected = here.find(({ enabled }) => enabled) ?? here[0] ?? null;
          assert.equal(checkDelivery(index, { longitude, latitude, subtotal: null, ...moment }).zone, expected);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test("a drawn point is delivered to, wherever there is such a place", () => {
  const random = Math.random;
  const closed = zone({ hours: { windows: [] }, minimum_order: null });
  const open = zone({
    geometry: { type: "Circle", radius_meters: 5, center: { latitude: 3, longitude: 3 } },
    minimum_order: 900,
  });
  for (let i = 0; i < 50; i++) {
    const index = buildZoneIndex([closed, open, zone({ enabled: false })]);
    const point = drawDeliverablePoint(index, { ...moment, random });
    assert.ok(point !== null);
    assert.equal(checkDelivery(index, { ...point, subtotal: null, ...moment }).zone, open);
  }
  assert.equal(drawDeliverablePoint(buildZoneIndex([zone({ enabled: false })]), { ...moment, random }), null);
  assert.ok(drawDeliverablePoint(buildZoneIndex([closed]), { ...moment, random }) !== null);
});
