import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { connect, createApp, createLocation } from "../../../test/harness/factories.ts";
import { createOrderPartner, type OrderPartner } from "../../../test/harness/order-calls.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let partner: OrderPartner;
let locationId: string;

const near = { latitude: 40.7258, longitude: -73.9988 };
const money = (amount: number, currency = "EUR") => ({ amount, currency });
const square = (west: number, south: number, size: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
    ],
  ],
});
const around = square(-74.02, 40.7, 0.05);

const zones = (path = ""): string => `/v1/locations/${locationId}/delivery_zones${path}`;
const call = (method: string, path: string, body?: unknown): Promise<CallAnswer> => partner.call(method, path, body);

async function create(fields: object = {}): Promise<CallAnswer["body"]> {
  const answer = await call("POST", zones(), { name: "Downtown", fee: money(350), geometry: around, ...fields });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

async function check(point: object = near): Promise<CallAnswer["body"]> {
  const answer = await call("POST", zones("/check"), point);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

before(async () => {
  service = await startService();
  partner = await createOrderPartner(service);
});
after(() => service.stop());
beforeEach(async () => {
  // A location of the partner without the zone that other tests' locations have.
  locationId = await partner.connectedLocation(near);
  for (const { id } of (await call("GET", zones())).body.data) await call("DELETE", zones(`/${id}`));
});

describe("zones come, change and go", () => {
  test("a zone shows everything about it (rules/delivery-zones 1.2)", async () => {
    const fields = {
      name: "Innenstadt 🍁",
      priority: 3,
      minimum_order: money(1500),
      free_delivery_over: money(5000),
      estimated_minutes: { min: 20, max: 35 },
      hours: {
        windows: [{ dayOfWeek: 5, startTime: "17:00", endTime: "01:00" }],
        exceptions: [{ date: "2026-12-24", closed: true }],
      },
    };
    const { id, created, updated_at: updatedAt, ...zone } = await create(fields);
    assert.match(id, /^dzn_/);
    assert.ok(Math.abs(created - Date.now() / 1000) < 60);
    assert.ok(Math.abs(Date.parse(updatedAt) - Date.now()) < 60_000);
    const [ring = []] = around.coordinates;
    assert.deepEqual(zone, {
      object: "delivery_zone",
      livemode: false,
      location_id: locationId,
      enabled: true,
      fee: money(350),
      ...fields,
      geometry: { type: "Polygon", coordinates: [[...ring, ring[0]]] },
      version: 1,
    });
    assert.deepEqual((await call("GET", zones(`/${id}`))).body, { id, created, updated_at: updatedAt, ...zone });
  });

  test("the defaults: enabled, priority 0, no minimum, never free, always open", async () => {
    const zone = await create();
    assert.deepEqual(
      [zone.enabled, zone.priority, zone.minimum_order, zone.free_delivery_over, zone.estimated_minutes, zone.hours],
      [true, 0, null, null, null, null],
    );
  });

  test("the list is the full set, newest first", async () => {
    const ids = [
      await create(),
      await create({ geometry: { type: "Circle", radius_meters: 500 } }),
      await create(),
    ].map(({ id }) => id);
    const { body } = await call("GET", zones());
    assert.equal(body.object, "list");
    assert.deepEqual(
      body.data.map((zone: { readonly id: string }) => zone.id),
      ids.toReversed(),
    );
  });

  test("a change keeps what it does not name, null clears, the version grows (rules/delivery-zones 1.3)", async () => {
    const { id } = await create({ minimum_order: money(900), hours: { windows: [] } });
    const changed = await call("PATCH", zones(`/${id}`), { fee: money(0), hours: null, expected_version: 1 });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(
      [changed.body.fee, changed.body.minimum_order, changed.body.hours, changed.body.version, changed.body.name],
      [money(0), money(900), null, 2, "Downtown"],
    );
    const stale = await call("PATCH", zones(`/${id}`), { fee: money(1), expected_version: 1 });
    assert.deepEqual(
      [stale.status, stale.body.code, stale.body.details],
      [409, "stale_version", { expected: 1, actual: 2 }],
    );
    const moved = await call("PATCH", zones(`/${id}`), { geometry: { type: "Circle", radius_meters: 900 } });
    assert.deepEqual(moved.body.geometry, { type: "Circle", radius_meters: 900, center: near });
    assert.equal((await call("GET", zones(`/${id}`))).body.version, 3);
  });

  test("a removed zone is gone", async () => {
    const { id } = await create();
    const removed = await call("DELETE", zones(`/${id}`));
    assert.deepEqual([removed.status, removed.body], [200, { object: "delivery_zone.deleted", id, deleted: true }]);
    for (const method of ["GET", "DELETE"]) assert.equal((await call(method, zones(`/${id}`))).status, 404);
    assert.equal((await call("PATCH", zones(`/${id}`), {})).status, 404);
    assert.equal((await check()).deliverable, false);
  });

  test("numbers come back as they were written", async () => {
    const geometry = square(-74.01234567890123, 40.70000000000001, 0.1 + 0.2);
    const [ring = []] = geometry.coordinates;
    assert.deepEqual((await create({ geometry })).geometry.coordinates[0], [...ring, ring[0]]);
  });

  test("of parallel changes none is lost", async () => {
    const { id } = await create();
    const priorities = Array.from({ length: 12 }, (_, index) => index + 1);
    const answers = await Promise.all(priorities.map((priority) => call("PATCH", zones(`/${id}`), { priority })));
    assert.deepEqual(
      answers.map(({ body }) => body.version).toSorted((a, b) => a - b),
      priorities.map((n) => n + 1),
    );
  });
});

describe("what is refused", () => {
  const refused = async (fields: object, status = 400): Promise<CallAnswer["body"]> => {
    const answer = await call("POST", zones(), { name: "Downtown", fee: money(350), geometry: around, ...fields });
    assert.equal(answer.status, status, answer.text);
    return answer.body;
  };

  test("a bad geometry, with its reason and where (rules/delivery-zones 2.3)", async () => {
    const bowTie = {
      type: "Polygon",
      coordinates: [
        [
          [-74, 40.7],
          [-73.9, 40.8],
          [-73.9, 40.7],
          [-74, 40.8],
        ],
      ],
    };
    const body = await refused({ geometry: bowTie });
    assert.equal(body.code, "invalid_geometry");
    assert.equal(body.details.reason, "self_crossing");
    assert.equal(body.details.issues[0].path, "body.geometry.coordinates[0]");
    const far = await refused({
      geometry: {
        ...around,
        coordinates: [
          [
            [40.7, -74],
            [40.8, -74],
            [40.8, -73.9],
          ],
        ],
      },
    });
    assert.deepEqual([far.code, far.details.reason], ["invalid_geometry", "too_far"]);
    assert.match(far.message, /exchanged it is near/);
  });

  test("a circle where nobody knows the location's coordinate (rules/delivery-zones 2.4)", async () => {
    locationId = await partner.connectedLocation();
    const circle = { type: "Circle", radius_meters: 500, center: near };
    assert.equal((await refused({ geometry: circle }, 422)).code, "configuration_missing");
    assert.equal((await create({ geometry: square(10, 10, 1) })).version, 1);
  });

  test("everything else by its field", async () => {
    for (const [fields, path] of [
      [{ name: "" }, "body.name"],
      [{ fee: undefined }, "body.fee"],
      [{ fee: money(-1) }, "body.fee.amount"],
      [{ fee: money(1.5) }, "body.fee.amount"],
      [{ fee: money(1, "eur") }, "body.fee.currency"],
      [{ minimum_order: money(1, "USD") }, "body.minimum_order.currency"],
      [{ free_delivery_over: money(1, "USD") }, "body.free_delivery_over.currency"],
      [{ estimated_minutes: { min: 30, max: 20 } }, "body.estimated_minutes"],
      [
        { hours: { windows: [{ dayOfWeek: 7, startTime: "25:00", endTime: "10:00" }] } },
        "body.hours.windows[0].dayOfWeek",
      ],
      [{ free_delivery_ovr: money(1) }, "body.free_delivery_ovr"],
      [{ geometry: undefined }, "body.geometry"],
    ] as const) {
      const body = await refused(fields);
      assert.equal(body.code, "invalid_request", JSON.stringify(fields));
      assert.ok(
        body.details.issues.some((issue: { readonly path: string }) => issue.path === path),
        JSON.stringify(body),
      );
    }
  });

  test("without the connection, and without the grant (rules/delivery-zones 1.1)", async () => {
    const stranger = await createApp(service.database);
    const other = await createLocation(service.database);
    await connect(service.database, stranger, other);
    for (const path of ["", "/preview.svg"]) {
      assert.equal(
        (await service.call("GET", `/v1/locations/${other}/delivery_zones${path}`, { key: partner.app.key })).status,
        404,
      );
    }
    await call("DELETE", `/v1/locations/${locationId}/connection`);
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["POST", "", { name: "A", fee: money(0), geometry: around }],
      ["POST", "/check", near],
      ["POST", "/import", { wkt: "POLYGON((0 0,1 0,1 1))", defaults: { fee: money(0) } }],
      ["GET", "/preview.svg", undefined],
    ] as const) {
      const answer = await call(method, zones(path), body);
      assert.deepEqual([answer.status, answer.body.code], [404, "connection_not_found"], path);
    }
  });
});
