import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { createOrderPartner, type OrderPartner } from "../../../test/harness/order-calls.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let partner: OrderPartner;
let locationId: string;

const near = { latitude: 40.7258, longitude: -73.9988 };
const fee = { amount: 350, currency: "EUR" };
const square = (west: number, south: number, size = 0.05) => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
});
const feature = (geometry: unknown, properties: object | null = null) => ({ type: "Feature", properties, geometry });
const collection = (...features: unknown[]) => ({ geojson: { type: "FeatureCollection", features } });

const importZones = (body: object, query = ""): Promise<CallAnswer> =>
  partner.call("POST", `/v1/locations/${locationId}/delivery_zones/import${query}`, body);
const listZones = async () => (await partner.call("GET", `/v1/locations/${locationId}/delivery_zones`)).body.data;
const names = async () => (await listZones()).map((zone: { readonly name: string }) => zone.name);

before(async () => {
  service = await startService();
  partner = await createOrderPartner(service);
});
after(() => service.stop());
beforeEach(async () => {
  locationId = await partner.connectedLocation(near);
  for (const { id } of await listZones())
    await partner.call("DELETE", `/v1/locations/${locationId}/delivery_zones/${id}`);
});

describe("what partners already have (importDeliveryZones)", () => {
  test("a feature collection: properties, then defaults, other people's columns ignored", async () => {
    const document = collection(
      feature(square(-74, 40.7), { name: "West", priority: 4, fill: "#f00", minimum_order: null }),
      feature(
        { type: "MultiPolygon", coordinates: [square(-74.1, 40.7).coordinates] },
        { fee: { amount: 0, currency: "EUR" }, name: null },
      ),
      feature(square(-74.2, 40.7)),
    );
    const defaults = { fee, minimum_order: { amount: 900, currency: "EUR" }, estimated_minutes: { min: 20, max: 30 } };
    const answer = await importZones({ ...document, defaults });
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual(
      [answer.body.object, answer.body.dry_run, answer.body.created],
      ["delivery_zone_import", false, 3],
    );
    const [first] = answer.body.zones;
    assert.deepEqual(
      { ...first, id: "", area_square_meters: 0 },
      {
        id: "",
        path: "body.geojson.features[0]",
        name: "West",
        type: "Polygon",
        corners: 4,
        area_square_meters: 0,
      },
    );
    assert.ok(Math.abs(first.area_square_meters / 1e6 - 23.4) < 0.1, String(first.area_square_meters));
    const [third, second, west] = await listZones();
    assert.deepEqual([west.name, west.priority, west.minimum_order.amount, west.fee], ["West", 4, 900, fee]);
    assert.deepEqual([second.name, second.fee.amount], ["Zone 2", 0]);
    assert.deepEqual([third.name, third.estimated_minutes], ["Zone 3", { min: 20, max: 30 }]);
    assert.equal(west.id, first.id);
  });

  test("one feature, WKT, an encoded polyline", async () => {
    for (const [source, corners] of [
      [{ geojson: feature(square(-74, 40.7)) }, 4],
      [{ geojson: square(-74, 40.7) }, 4],
      [{ wkt: "SRID=4326;POLYGON ((-74 40.7, -73.9 40.7, -73.9 40.8))" }, 3],
      [{ wkt: "MULTIPOLYGON (((-74 40.7, -73.9 40.7, -73.9 40.8)), ((-74 40.9, -73.9 40.9, -73.9 41)))" }, 6],
      [{ polyline: "_`vwF~s{bM?_pR_pR?" }, 3],
    ] as const) {
      const answer = await importZones({ ...source, defaults: { fee, name: "Mine" } });
      assert.equal(answer.status, 201, answer.text);
      assert.deepEqual(
        [answer.body.created, answer.body.zones[0].corners, answer.body.zones[0].name],
        [1, corners, "Mine"],
      );
    }
    assert.equal((await listZones()).length, 5);
  });
});

describe("large and hostile texts", () => {
  test("a text of blanks is refused, however long; one beyond the limit before it is read", async () => {
    for (const [wkt, message] of [
      [`POLYGON (${" ".repeat(40_000)}`, /body\.wkt cannot be read at character 40010/],
      [`POLYGON (${" ".repeat(4_000_000)}`, /body\.wkt cannot be read at character 4000010/],
      [" ".repeat(4 * 1024 * 1024 + 1), /body\.wkt must have at most 4194304 characters/],
    ] as const) {
      const answer = await importZones({ wkt, defaults: { fee } });
      assert.equal(answer.status, 400, answer.text.slice(0, 300));
      assert.match(answer.body.message, message);
    }
  });

  test("a text with too many corners and a polyline that is too long are refused", async () => {
    const corners = Array.from({ length: 200_000 }, (_, index) => `${index / 1e5} 1`).join(",");
    const many = await importZones({ wkt: `POLYGON((${corners}))`, defaults: { fee } });
    assert.deepEqual([many.status, many.body.details.reason], [400, "too_many_corners"], many.text.slice(0, 300));
    const long = await importZones({ polyline: "?".repeat(128 * 1024 + 1), defaults: { fee } });
    assert.match(long.body.message, /body\.polyline must have at most 131072 characters/);
  });

  test("a large import is stored as it was sent", async () => {
    const features = Array.from({ length: 300 }, (_, index) =>
      feature(square(-74 + index * 0.001, 40.7, 0.01), { name: `Zone number ${index}`, priority: index }),
    );
    const answer = await importZones({ ...collection(...features), defaults: { fee } });
    assert.equal(answer.status, 201, answer.text.slice(0, 300));
    assert.equal(answer.body.created, 300);
    const zones: readonly { readonly id: string; readonly name: string; readonly priority: number }[] =
      await listZones();
    const stored = new Map(zones.map((zone) => [zone.id, zone]));
    for (const [index, { id, name }] of answer.body.zones.entries()) {
      assert.deepEqual([name, stored.get(id)?.name, stored.get(id)?.priority], [`Zone number ${index}`, name, index]);
    }
  });
});

describe("all or nothing", () => {
  test("a dry run says what would come and stores nothing (rules/delivery-zones 5.2)", async () => {
    const answer = await importZones({ ...collection(feature(square(-74, 40.7))), defaults: { fee } }, "?dry_run=true");
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual([answer.body.dry_run, answer.body.created, answer.body.zones[0].id], [true, 0, null]);
    assert.deepEqual(await names(), []);
  });

  test("every issue of every feature is listed, in a dry run and without (rules/delivery-zones 5.2)", async () => {
    const document = collection(
      feature(square(-74, 40.7), { name: "Good" }),
      feature({
        type: "Polygon",
        coordinates: [
          [
            [-74, 40.7],
            [-73.9, 40.8],
            [-73.9, 40.7],
            [-74, 40.8],
          ],
        ],
      }),
      feature(square(40.7, -74), { priority: "high" }),
      feature(null, { fee: { amount: -1, currency: "EUR" } }),
      feature(
        { type: "Point", coordinates: [0, 0] },
        { hours: { windows: [{ dayOfWeek: 9, startTime: "09:00", endTime: "10:00" }] } },
      ),
    );
    for (const query of ["", "?dry_run=true"]) {
      const { status, body } = await importZones({ ...document, defaults: { fee } }, query);
      assert.deepEqual([status, body.code, body.details.reason], [400, "invalid_geometry", "self_crossing"]);
      const issues: { readonly path: string; readonly reason?: string }[] = body.details.issues;
      assert.deepEqual(
        issues.map(({ path, reason }) => `${path} ${reason ?? ""}`.trim()),
        [
          "body.geojson.features[1].geometry.coordinates[0] self_crossing",
          "body.geojson.features[2].properties.priority",
          "body.geojson.features[2].geometry.coordinates too_far",
          "body.geojson.features[3].properties.fee.amount",
          "body.geojson.features[3].geometry malformed",
          "body.geojson.features[4].properties.hours.windows[0].dayOfWeek",
          "body.geojson.features[4].geometry.type malformed",
        ],
      );
    }
    assert.deepEqual(await names(), []);
  });

  test("without a fee anywhere, and without a source", async () => {
    const nameless = await importZones(collection(feature(square(-74, 40.7))));
    assert.deepEqual([nameless.status, nameless.body.code], [400, "invalid_request"]);
    assert.match(nameless.body.message, /features\[0\]\.properties\.fee is required/);
    assert.match((await importZones({ defaults: { fee } })).body.message, /exactly one of geojson, wkt and polyline/);
    assert.equal((await importZones({ wkt: "POLYGON((1 2", defaults: { fee } })).body.code, "invalid_geometry");
  });

  test("a thousand features, within the limits of a location (rules/delivery-zones 1.4)", async () => {
    const features = Array.from({ length: 1_000 }, (_, index) =>
      feature(square(-74 + (index % 40) * 0.01, 40.5 + Math.floor(index / 40) * 0.01, 0.01)),
    );
    const answer = await importZones({ ...collection(...features), defaults: { fee } });
    assert.equal(answer.status, 201, answer.text.slice(0, 300));
    assert.equal(answer.body.created, 1_000);
    await service.database.transaction((tx) =>
      tx.rows(
        `INSERT INTO delivery_zones (id, location_id, name, enabled, priority, geometry, corners, area_square_meters, currency, fee)
        SELECT replace(id, 'dzn_0', 'dzn_' || n), location_id, name, enabled, priority, geometry, corners,
          area_square_meters, currency, fee FROM delivery_zones, generate_series(1, 7) n WHERE location_id = $1`,
        [locationId],
      ),
    );
    assert.equal((await importZones({ ...collection(...features), defaults: { fee } })).status, 201);
    assert.equal((await importZones({ ...collection(...features.slice(0, 999)), defaults: { fee } })).status, 201);
    const full = await importZones({ ...collection(...features.slice(0, 2)), defaults: { fee } });
    assert.deepEqual([full.status, full.body.code, full.body.details], [409, "zone_limit", { limit: 10_000 }]);
  });
});

describe("the preview", () => {
  const preview = async () => {
    const answer = await partner.call("GET", `/v1/locations/${locationId}/delivery_zones/preview.svg`);
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "image/svg+xml"]);
    return answer.text;
  };

  test("shows each zone, escaped, with its terms", async () => {
    await importZones({
      ...collection(
        feature(square(-74.02, 40.7), { name: "<script>alert('1')</script> & co" }),
        feature(square(-74.04, 40.71), { name: "Off", enabled: false }),
      ),
      defaults: { fee, minimum_order: { amount: 900, currency: "EUR" } },
    });
    const svg = await preview();
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.match(svg, /&lt;script&gt;alert/);
    assert.doesNotMatch(svg, /<script/);
    assert.match(svg, /€3\.50 · from €9/);
    assert.match(svg, /off · €3\.50/);
  });

  test("says so when there is none, and refuses in JSON", async () => {
    assert.match(await preview(), /no delivery is offered/);
    await partner.call("DELETE", `/v1/locations/${locationId}/connection`);
    const refused = await partner.call("GET", `/v1/locations/${locationId}/delivery_zones/preview.svg`);
    assert.deepEqual([refused.status, refused.body.code], [404, "connection_not_found"]);
  });
});
