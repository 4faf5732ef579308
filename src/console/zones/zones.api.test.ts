/** The delivery zones of a location, written by its managers and by a partner at the same time (rules/console 1.2, 1.3). */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import { connect, createApp, createLocation, type TestApp } from "../../../test/harness/factories.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";

const coordinate = { latitude: 48.8638, longitude: 2.3615 };
const money = (amount: number) => ({ amount, currency: "EUR" });
const circle = { type: "Circle", radius_meters: 2000 };

let service: TestService;
let app: TestApp;
let here: Id<"str">;
let boss: TestPerson;

before(async () => {
  service = await startService();
  app = await createApp(service.database);
});
beforeEach(async () => {
  here = await createLocation(service.database, { ...coordinate, timezone: "Europe/Paris" });
  await connect(service.database, app, here);
  boss = await createPerson(service.database, [{ role: "manager", at: here }], { name: "Mia" });
});
after(() => service.stop());

const zones = (below = ""): string => `/console/v1/locations/${here}/delivery_zones${below}`;
const manager = (method: string, path: string, body?: object): Promise<CallAnswer> =>
  service.call(method, path, { key: boss.token, ...(body === undefined ? {} : { body }) });
const partner = (method: string, below: string, body?: object): Promise<CallAnswer> =>
  service.call(method, `/v1/locations/${here}/delivery_zones${below}`, {
    key: app.key,
    ...(body === undefined ? {} : { body }),
  });

async function create(fields: object = {}): Promise<CallAnswer["body"]> {
  const answer = await manager("POST", zones(), { name: "Marais", fee: money(350), geometry: circle, ...fields });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

describe("a manager's zone", () => {
  test("is the partner's zone: both read it, and each change is a version", async () => {
    const zone = await create();
    const path = zones(`/${zone.id}`);
    assert.deepEqual((await partner("GET", `/${zone.id}`)).body, zone);
    const changed = await manager("PATCH", path, { fee: money(400), expected_version: 1 });
    assert.deepEqual([changed.status, changed.body.fee.amount, changed.body.version], [200, 400, 2]);
    await partner("PATCH", `/${zone.id}`, { minimum_order: money(1500) });
    assert.equal((await manager("GET", path)).body.minimum_order.amount, 1500);
    const { body } = await manager("GET", zones());
    assert.deepEqual(
      body.data.map(({ id, version }: { readonly id: string; readonly version: number }) => [id, version]),
      [[zone.id, 3]],
    );
  });

  test("written over an older version is refused, and nothing is changed", async () => {
    const zone = await create();
    await partner("PATCH", `/${zone.id}`, { fee: money(500) });
    const late = await manager("PATCH", zones(`/${zone.id}`), { fee: money(100), expected_version: 1 });
    assert.deepEqual([late.status, late.body.code], [409, "stale_version"]);
    assert.deepEqual(late.body.details, { expected: 1, actual: 2 });
    assert.equal((await partner("GET", `/${zone.id}`)).body.fee.amount, 500);
  });

  test("says who wrote the version that is read", async () => {
    const { id } = await create();
    const writer = async () => (await manager("GET", zones(`/${id}`))).body.updated_by;
    const mia = { kind: "person", id: boss.id, name: "Mia" };
    assert.deepEqual(await writer(), mia);
    await partner("PATCH", `/${id}`, { fee: money(500) });
    assert.deepEqual(await writer(), { kind: "app", id: null, name: null });
    await manager("PATCH", zones(`/${id}`), { fee: money(300) });
    assert.deepEqual(await writer(), mia);
  });

  test("meets the partner's checks (rules/console 3.1)", async () => {
    const crossed = {
      type: "Polygon",
      coordinates: [
        [
          [2.36, 48.86],
          [2.37, 48.87],
          [2.37, 48.86],
          [2.36, 48.87],
        ],
      ],
    };
    const refused = await manager("POST", zones(), { name: "Bow", fee: money(350), geometry: crossed });
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.details.reason],
      [400, "invalid_geometry", "self_crossing"],
    );
    assert.deepEqual((await manager("GET", zones())).body.data, []);
  });

  test("is removed for good, and what is not there is not found", async () => {
    const zone = await create();
    const path = zones(`/${zone.id}`);
    assert.equal((await manager("DELETE", path)).body.deleted, true);
    for (const [method, body] of [["GET"], ["DELETE"], ["PATCH", { name: "x" }]] as const)
      assert.equal((await manager(method, path, body)).status, 404, method);
  });

  test("is audited in the manager's name, with what it was (rules/console 3.1)", async () => {
    const zone = await create();
    await manager("PATCH", zones(`/${zone.id}`), { fee: money(400) });
    await manager("DELETE", zones(`/${zone.id}`));
    const { body } = await manager("GET", `/console/v1/locations/${here}/audit_log`);
    const entries: readonly CallAnswer["body"][] = body.data;
    const own = entries.filter(({ action }) => action.startsWith("delivery_zone."));
    assert.deepEqual(
      own.map(({ action, before, after }) => [action, before?.fee ?? null, after?.fee ?? null]),
      [
        ["delivery_zone.removed", 400, null],
        ["delivery_zone.changed", 350, 400],
        ["delivery_zone.created", null, 350],
      ],
    );
  });
});

test("the check of a point is the rule of quotes and orders (rules/console 3.1)", async () => {
  const zone = await create({ free_delivery_over: money(3000) });
  const inside = await manager("POST", `/console/v1/locations/${here}/delivery_zones/check`, {
    ...coordinate,
    subtotal: money(3000),
  });
  assert.deepEqual([inside.body.deliverable, inside.body.zone.id, inside.body.fee.amount], [true, zone.id, 0]);
  assert.equal(
    (await manager("POST", `/console/v1/locations/${here}/delivery_zones/check`, coordinate)).body.fee.amount,
    350,
  );
  const outside = await manager("POST", `/console/v1/locations/${here}/delivery_zones/check`, {
    latitude: 48.9,
    longitude: 2.5,
  });
  assert.deepEqual([outside.status, outside.body.deliverable, outside.body.reason], [200, false, "outside_zones"]);
});
