import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, createApp, createLocation, type TestApp } from "../../../test/harness/factories.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { grantLocation, revokeGrant } from "../grants/change-grant.command.ts";
import { leaveOrdersToStaff } from "../../orders/decide/leave-orders.command.ts";
import { locationRoutes } from "./locations.routes.ts";

const by = { actor: "operator", requestId: null };
let service: TestService;

before(async () => {
  service = await startService({ routes: () => locationRoutes({ onDisconnected: leaveOrdersToStaff }), live: true });
});
after(() => service.stop());

async function grantedPair(): Promise<{ app: TestApp; locationId: Id<"str">; path: string }> {
  const app = await createApp(service.database);
  const locationId = await createLocation(service.database);
  await grant(app, locationId);
  return { app, locationId, path: `/v1/locations/${locationId}/connection` };
}

async function grant(app: TestApp, locationId: Id<"str">): Promise<void> {
  await service.database.transaction((tx) => grantLocation(tx, app.id, locationId, by));
}

test("a location has exactly the documented fields, address lines null and present (rules/ordering 1.1)", async () => {
  const { app, locationId } = await grantedPair();
  const answer = await service.call("GET", `/v1/locations/${locationId}`, { key: app.key });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    object: "location",
    id: locationId,
    name: "Maple Street Diner",
    status: "active",
    timezone: "America/Chicago",
    phone: "+12175550100",
    address: {
      line1: "1 Main St",
      line2: null,
      city: "Springfield",
      region: "IL",
      postal_code: "62701",
      country: "US",
    },
  });
});

test("the list is the full set granted to the app, newest first, and nobody else's (rules/http 7.3; rules/ordering 1.2)", async () => {
  const app = await createApp(service.database);
  const ids = [];
  for (let i = 0; i < 3; i++) {
    const id = await createLocation(service.database);
    await grant(app, id);
    ids.unshift(id);
  }
  await grantedPair();
  const answer = await service.call("GET", "/v1/locations?limit=1", { key: app.key });
  assert.equal(answer.body.object, "list");
  assert.deepEqual(
    answer.body.data.map((location: { id: string }) => location.id),
    ids,
  );
});

const reads = ["locations:read", "connections:read", "connections:write"] as const;
const routes = [
  ["GET", "", "locations:read"],
  ["GET", "/connection", "connections:read"],
  ["POST", "/connection", "connections:write"],
  ["DELETE", "/connection", "connections:write"],
] as const;

for (const [method, suffix, scope] of routes) {
  const at = (id: string) => `/v1/locations/${id}${suffix}`;
  test(`${method} …${suffix}: scope, visibility, ids`, async () => {
    const { app, locationId } = await grantedPair();
    const others = await createApp(
      service.database,
      reads.filter((other) => other !== scope),
    );
    const stranger = await createApp(service.database);
    assert.equal((await service.call(method, at(locationId), { key: others.key })).body.code, "insufficient_scope");
    const hidden = await service.call(method, at(locationId), { key: stranger.key });
    assert.deepEqual([hidden.status, hidden.body.code], [404, "not_found"]);
    const unknown = await service.call(method, at(newId("str")), { key: app.key });
    assert.equal(unknown.status, 404);
    assert.partialDeepStrictEqual(unknown.body, { _tag: "DeveloperApiNotFound", code: "not_found" });
    assert.equal((await service.call(method, at(newId("ord")), { key: app.key })).status, 404);
    const malformed = await service.call(method, at("str_nonsense"), { key: app.key });
    assert.deepEqual([malformed.status, malformed.body.code], [400, "invalid_request"]);
    assert.match(malformed.body.message, /locationId/);
  });

  test(`${method} …${suffix}: an id of live with a test key is wrong_environment (rules/http 1.3)`, async () => {
    const { app } = await grantedPair();
    assert.ok(service.live !== null);
    const liveId = await createLocation(service.live);
    const answer = await service.call(method, `/v1/locations/${liveId}${suffix}`, { key: app.key });
    assert.deepEqual([answer.status, answer.body.code], [403, "wrong_environment"]);
  });
}

test("connect, repeat, read, disconnect, connect again (rules/ordering 1.4, 1.6)", async () => {
  const { app, locationId, path } = await grantedPair();
  const none = await service.call("GET", path, { key: app.key });
  assert.deepEqual([none.status, none.body.code], [404, "connection_not_found"]);
  const made = await service.call("POST", path, { key: app.key });
  assert.equal(made.status, 201);
  const { created_at, updated_at } = made.body;
  assert.deepEqual(made.body, {
    object: "connection",
    location_id: locationId,
    status: "active",
    created_at,
    updated_at,
  });
  assert.equal(new Date(created_at).toISOString(), created_at);
  const repeated = await service.call("POST", path, { key: app.key });
  assert.deepEqual([repeated.status, repeated.body], [200, made.body]);
  assert.deepEqual((await service.call("GET", path, { key: app.key })).body, made.body);
  const ended = await service.call("DELETE", path, { key: app.key });
  assert.deepEqual(
    [ended.status, ended.body],
    [200, { object: "connection.deleted", location_id: locationId, deleted: true }],
  );
  const again = await service.call("DELETE", path, { key: app.key });
  assert.deepEqual([again.status, again.body.code], [404, "connection_not_found"]);
  assert.equal((await service.call("POST", path, { key: app.key })).status, 201);
});

test("a location connected to another app is 409, and its connection is not shown or ended (rules/ordering 1.4)", async () => {
  const { app, locationId, path } = await grantedPair();
  const rival = await createApp(service.database);
  await connect(service.database, rival, locationId);
  const refused = await service.call("POST", path, { key: app.key });
  assert.equal(refused.status, 409);
  assert.partialDeepStrictEqual(refused.body, { _tag: "DeveloperApiConflict", code: "location_connected" });
  assert.equal((await service.call("GET", path, { key: app.key })).body.code, "connection_not_found");
  assert.equal((await service.call("DELETE", path, { key: app.key })).body.code, "connection_not_found");
  assert.equal((await service.call("GET", path, { key: rival.key })).status, 200);
});

test("eight apps that connect at once: one 201, seven 409 (rules/ordering 1.3, 1.4)", async () => {
  const locationId = await createLocation(service.database);
  const apps = await Promise.all(Array.from({ length: 8 }, () => createApp(service.database)));
  for (const app of apps) await grant(app, locationId);
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(
      apps.map((app) => service.call("POST", `/v1/locations/${locationId}/connection`, { key: app.key })),
    );
    const statuses = answers.map((answer) => answer.status).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
    await service.database.transaction((tx) => tx.rows("DELETE FROM connections WHERE location_id = $1", [locationId]));
  }
});

test("connecting while others connect and disconnect ends in 200, 201, 404 or 409, never in a fault", async () => {
  const locationId = await createLocation(service.database);
  const apps = await Promise.all([
    createApp(service.database),
    createApp(service.database),
    createApp(service.database),
  ]);
  for (const app of apps) await grant(app, locationId);
  const path = `/v1/locations/${locationId}/connection`;
  const calls = Array.from({ length: 60 }, (_, index) =>
    service.call(index % 3 === 0 ? "DELETE" : "POST", path, {
      key: apps[index % 2 === 0 ? 0 : 1 + (index % 5 === 0 ? 1 : 0)]?.key ?? "",
    }),
  );
  for (const answer of await Promise.all(calls)) assert.ok([200, 201, 404, 409].includes(answer.status), answer.text);
});

test("losing the grant hides the location and ends the connection at once (rules/ordering 1.5)", async () => {
  const { app, locationId, path } = await grantedPair();
  await service.call("POST", path, { key: app.key });
  await service.database.transaction((tx) => revokeGrant(tx, app.id, locationId, by, leaveOrdersToStaff));
  const read = await service.call("GET", path, { key: app.key });
  assert.deepEqual([read.status, read.body.code], [404, "not_found"]);
  await grant(app, locationId);
  assert.equal((await service.call("GET", path, { key: app.key })).body.code, "connection_not_found");
});

test("a grant that is taken while its app connects: either both happened in turn or the app is refused", async () => {
  for (let round = 0; round < 15; round++) {
    const { app, locationId, path } = await grantedPair();
    const [answer] = await Promise.all([
      service.call("POST", path, { key: app.key }),
      service.database.transaction((tx) => revokeGrant(tx, app.id, locationId, by, leaveOrdersToStaff)),
    ]);
    assert.ok([201, 404].includes(answer.status), answer.text);
    const rows = await service.database.read.rows("SELECT 1 FROM connections WHERE location_id = $1", [locationId]);
    assert.equal(rows.length, 0);
  }
});

test("connecting under an Idempotency-Key answers the same bytes again", async () => {
  const { app, path } = await grantedPair();
  const headers = { "idempotency-key": "connect-1" };
  const first = await service.call("POST", path, { key: app.key, headers });
  const second = await service.call("POST", path, { key: app.key, headers });
  assert.deepEqual([second.status, second.text], [201, first.text]);
  assert.equal(second.headers.get("idempotent-replayed"), "true");
});
