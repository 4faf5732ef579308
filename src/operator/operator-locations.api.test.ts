import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startOperatorService, type OperatorService } from "../../test/harness/operator-service.ts";

let service: OperatorService;

before(async () => {
  service = await startOperatorService();
});
after(() => service.stop());

test("a location is made, read, changed, listed", async () => {
  const hours = { windows: [{ dayOfWeek: 0, startTime: "10:00", endTime: "15:30" }] };
  const made = await service.operate("POST", "/test/locations", {
    name: "Brunch",
    timezone: "America/New_York",
    coordinate: { latitude: 40.7, longitude: -74 },
    opening_hours: hours,
    messaging: "on",
    payment_options: ["pay_in_store"],
  });
  assert.equal(made.status, 201, made.text);
  const { id } = made.body;
  assert.deepEqual((await service.operate("GET", `/test/locations/${id}`)).body, made.body);
  assert.deepEqual(
    [
      made.body.coordinate,
      made.body.opening_hours,
      made.body.messaging,
      made.body.connected_app_id,
      made.body.granted_app_ids,
    ],
    [{ latitude: 40.7, longitude: -74 }, hours, "on", null, []],
  );
  const changed = await service.operate("PATCH", `/test/locations/${id}`, {
    status: "inactive",
    coordinate: null,
    opening_hours: null,
    lead_minutes: 0,
  });
  const { updated_at } = changed.body;
  assert.deepEqual(changed.body, {
    ...made.body,
    status: "inactive",
    coordinate: null,
    opening_hours: null,
    lead_minutes: 0,
    updated_at,
  });
  const listed = await service.operate("GET", "/test/locations");
  assert.deepEqual(listed.body.data[0], changed.body);
  const [, update] = await service.audited(id);
  assert.partialDeepStrictEqual(update, {
    action: "location.updated",
    before: { status: "active" },
    after: { status: "inactive" },
  });
});

test("pause, preparation, delay and capacity are set, read back and cleared (rules/http 10.4)", async () => {
  const id = await service.makeLocation();
  const set = {
    ordering_paused_until: "2099-03-01T18:30:00.000Z",
    preparation_minutes: 20,
    busy_delay_minutes: 15,
    order_capacity: { interval_minutes: 15, max_orders: 8 },
  };
  assert.partialDeepStrictEqual((await service.operate("PATCH", `/test/locations/${id}`, set)).body, set);
  assert.partialDeepStrictEqual((await service.operate("GET", `/test/locations/${id}`)).body, set);
  const cleared = { ordering_paused_until: null, order_capacity: null, busy_delay_minutes: 0 };
  const kept = { ...cleared, preparation_minutes: 20 };
  assert.partialDeepStrictEqual((await service.operate("PATCH", `/test/locations/${id}`, cleared)).body, kept);
});

test("the time to pay is 15 minutes, or from 5 to 60 as set", async () => {
  const id = await service.makeLocation();
  const path = `/test/locations/${id}`;
  assert.equal((await service.operate("GET", path)).body.payment_window_minutes, 15);
  for (const minutes of [5, 60])
    assert.equal(
      (await service.operate("PATCH", path, { payment_window_minutes: minutes })).body.payment_window_minutes,
      minutes,
    );
  for (const minutes of [4, 61, 7.5, "15", null]) {
    const refused = await service.operate("PATCH", path, { payment_window_minutes: minutes });
    assert.equal(refused.status, 400);
    assert.match(refused.body.message, /payment_window_minutes/);
  }
  assert.equal((await service.operate("GET", path)).body.payment_window_minutes, 60);
});

test("a grant is 201, then 200; its app sees and connects to the location; taking it away ends both (rules/ordering 1.2, 1.5)", async () => {
  const [appId, locationId] = [await service.makeApp(), await service.makeLocation()];
  const { key } = (await service.operate("POST", `/test/apps/${appId}/keys`)).body;
  const path = `/test/apps/${appId}/grants/${locationId}`;
  const first = await service.operate("PUT", path);
  const again = await service.operate("PUT", path);
  assert.deepEqual([first.status, again.status], [201, 200]);
  assert.deepEqual(again.body, {
    object: "grant",
    app_id: appId,
    location_id: locationId,
    created_at: first.body.created_at,
  });
  assert.equal((await service.call("POST", `/v1/locations/${locationId}/connection`, { key })).status, 201);
  const seen = (await service.operate("GET", `/test/locations/${locationId}`)).body;
  assert.deepEqual([seen.connected_app_id, seen.granted_app_ids], [appId, [appId]]);
  const removed = await service.operate("DELETE", path);
  assert.deepEqual(removed.body, { object: "grant.deleted", app_id: appId, location_id: locationId, deleted: true });
  assert.equal((await service.operate("DELETE", path)).status, 404);
  assert.equal((await service.call("GET", `/v1/locations/${locationId}`, { key })).status, 404);
  assert.equal((await service.operate("GET", `/test/locations/${locationId}`)).body.connected_app_id, null);
  assert.deepEqual(
    (await service.audited(`${appId}/${locationId}`)).map(({ action, before, after }) => [action, before, after]),
    [
      ["grant.created", null, { connected: false }],
      ["grant.revoked", { connected: true }, null],
    ],
  );
});

const badLocations: readonly (readonly [string, unknown, RegExp])[] = [
  ["an unknown field", { tables: 5 }, /body\.tables/],
  ["an unknown field inside", { address: { street: "x" } }, /body\.address\.street/],
  ["an unknown field in the hours", { opening_hours: { windows: [], days: [] } }, /body\.opening_hours\.days/],
  ["a status that is none", { status: "closed" }, /body\.status/],
  ["a zone that is none", { timezone: "Chicago" }, /body\.timezone/],
  ["a phone too long", { phone: "1".repeat(51) }, /body\.phone/],
  ["half a coordinate", { coordinate: { latitude: 1 } }, /body\.coordinate/],
  ["a latitude off the earth", { coordinate: { latitude: 91, longitude: 0 } }, /body\.coordinate/],
  [
    "hours off the clock",
    { timezone: "UTC", opening_hours: { windows: [{ dayOfWeek: 1, startTime: "25:00", endTime: "09:00" }] } },
    /body\.opening_hours\.windows\[0\]\.startTime/,
  ],
  ["hours without a zone", { opening_hours: { windows: [] } }, /body\.opening_hours/],
  ["no payment option", { payment_options: [] }, /body\.payment_options/],
  ["an unknown payment option", { payment_options: ["cash"] }, /body\.payment_options\[0\]/],
  ["minutes as text", { lead_minutes: "20" }, /body\.lead_minutes/],
  ["a fraction of a minute", { lead_minutes: 1.5 }, /body\.lead_minutes/],
  ["no days of retention", { guest_retention_days: 0 }, /body\.guest_retention_days/],
  ["too many minutes", { lead_minutes: 1441 }, /body\.lead_minutes/],
  ["a pause that is no instant", { ordering_paused_until: "at eight" }, /body\.ordering_paused_until/],
  ["a capacity without orders", { order_capacity: { interval_minutes: 15 } }, /body\.order_capacity/],
  ["an interval that does not fill the hour", { order_capacity: { interval_minutes: 7, max_orders: 1 } }, /interval/],
  ["a delay of a day", { busy_delay_minutes: 1440 }, /body\.busy_delay_minutes/],
  ["messaging as a boolean", { messaging: true }, /body\.messaging/],
  ["bookings as a word", { bookings_enabled: "on" }, /body\.bookings_enabled/],
];

test("bad locations are 400 and name the field, made or changed, and nothing is stored", async () => {
  const id = await service.makeLocation();
  const before = (await service.operate("GET", "/test/locations")).text;
  for (const [name, fields, field] of badLocations) {
    for (const answer of [
      await service.operate("POST", "/test/locations", { name: "x", ...(fields as object) }),
      await service.operate("PATCH", `/test/locations/${id}`, fields),
    ]) {
      assert.deepEqual([answer.status, answer.body.code], [400, "invalid_request"], `${name}: ${answer.text}`);
      assert.match(answer.body.message, field, name);
    }
  }
  assert.equal((await service.operate("GET", "/test/locations")).text, before);
});
