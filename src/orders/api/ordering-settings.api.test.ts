/** A till changes the ordering of its location, and who is told. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createApp } from "../../../test/harness/factories.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { setBusyDelay } from "../../locations/settings/change-ordering.command.ts";

let service: TestService;
let shop: OrderingLocation;

before(async () => {
  service = await startService();
  shop = await createOrderingLocation(service, { timezone: "America/Chicago", preparation_minutes: 10 });
});
after(() => service.stop());

const path = (at: OrderingLocation): string => `/v1/locations/${at.locationId}/ordering_settings`;
const read = async (at: OrderingLocation) => (await at.call("GET", path(at))).body;
const change = (at: OrderingLocation, body: object) => at.call("PATCH", path(at), body);
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

test("a till pauses, says why, and goes on; every change is told and audited (rules/ordering 17.1, 17.4)", async () => {
  const before = await read(shop);
  assert.equal(before.accepting_orders, true);
  assert.equal(before.ordering_paused_until, null);
  const until = inMinutes(45);
  const paused = await change(shop, { ordering_paused_until: until, pause_reason: "The oven is broken" });
  assert.equal(paused.status, 200, paused.text);
  assert.deepEqual(paused.body, await read(shop));
  assert.equal(paused.body.ordering_paused_until, until);
  assert.equal(paused.body.pause_reason, "The oven is broken");
  assert.equal(paused.body.updated_by, "partner");
  assert.equal(paused.body.version, before.version + 1);
  const refused = await shop.call("POST", "/v1/sandbox/orders", { location_id: shop.locationId });
  assert.equal(refused.body.code, "basket_refused");
  const [told] = (await shop.events(shop.locationId)).slice(-1);
  assert.equal(told?.event_type, "store.settings.changed");
  assert.deepEqual(told.data, { settings: paused.body, changed: ["ordering_paused_until", "pause_reason"] });
  const [audited] = await service.database.read.rows<{ readonly actor_id: string }>(
    "SELECT actor_id FROM audit_log WHERE subject = $1 ORDER BY sequence DESC LIMIT 1",
    [shop.locationId],
  );
  assert.equal(audited?.actor_id, shop.app.id);
  const resumed = await change(shop, { ordering_paused_until: null });
  assert.equal(resumed.body.pause_reason, null, "the reason goes with its pause");
  await shop.place();
});

test("a delay ends by itself, and staff and till write the same settings (rules/ordering 17.2, 17.3)", async () => {
  const own = await createOrderingLocation(service, { timezone: "America/Chicago", preparation_minutes: 10 });
  const busy = await change(own, { busy_delay_minutes: 25, busy_until: inMinutes(30) });
  assert.equal(busy.body.busy_delay_minutes, 25);
  const staff = { actor: "person", by: { kind: "person", id: "per_x" }, requestId: null } as const;
  const done = await service.database.transaction((tx) => setBusyDelay(tx, own.locationId, 40, staff));
  assert.ok(!isRefusal(done));
  const after = await read(own);
  assert.deepEqual([after.busy_delay_minutes, after.busy_until, after.updated_by], [40, null, "store"]);
  const stale = await change(own, { busy_delay_minutes: 5, expected_version: busy.body.version });
  assert.equal(`${stale.status} ${stale.body.code}`, "409 stale_version");
  assert.deepEqual(stale.body.details, { expected: busy.body.version, actual: after.version });
  await change(own, { busy_delay_minutes: 30, busy_until: inMinutes(20), expected_version: after.version });
  await own.call("POST", `/v1/sandbox/locations/${own.locationId}/clock`, { advance_seconds: 1_201 });
  const ended = await read(own);
  assert.deepEqual([ended.busy_delay_minutes, ended.busy_until], [0, null]);
  const told = (await own.events(own.locationId)).filter((event) => event.event_type === "store.settings.changed");
  assert.deepEqual(
    told.map((event) => event.data?.["changed"]),
    [
      ["busy_delay_minutes", "busy_until"],
      ["busy_delay_minutes", "busy_until"],
      ["busy_delay_minutes", "busy_until"],
    ],
  );
});

test("accepting_orders closes and opens; an inactive location is the operator's (rules/ordering 17.1, 17.2)", async () => {
  const own = await createOrderingLocation(service);
  const closed = await change(own, { accepting_orders: false });
  assert.equal(closed.body.accepting_orders, false);
  const types = (await own.events(own.locationId)).map((event) => event.event_type);
  assert.deepEqual(types.slice(-2), ["store.status.changed", "store.settings.changed"]);
  assert.equal((await own.call("GET", `/v1/locations/${own.locationId}`)).body.status, "paused");
  assert.equal((await change(own, { accepting_orders: true })).body.accepting_orders, true);
  await own.place();
  const inactive = await createOrderingLocation(service, { status: "inactive" });
  const refused = await change(inactive, { accepting_orders: true });
  assert.equal(`${refused.status} ${refused.body.code}`, "409 illegal_transition");
});

test("hours are the restaurant's local times (rules/ordering 17.1)", async () => {
  const own = await createOrderingLocation(service, { timezone: "America/Chicago" });
  const hours = { windows: [{ dayOfWeek: 6, startTime: "11:30", endTime: "22:00" }] };
  const changed = await change(own, { opening_hours: hours, preparation_minutes: 15 });
  assert.deepEqual(changed.body.opening_hours.windows, hours.windows);
  const twice = { windows: [hours.windows[0], { dayOfWeek: 6, startTime: "25:00", endTime: "22:00" }] };
  const wrong = await change(own, { opening_hours: twice });
  assert.equal(wrong.status, 400);
  assert.match(wrong.body.message, /body\.opening_hours\.windows\[1\]\.startTime/);
  assert.deepEqual((await read(own)).opening_hours.windows, hours.windows);
});

test("what a till may not say, and who may not say anything (rules/ordering 17.1, 17.2)", async () => {
  const own = await createOrderingLocation(service);
  const { version } = await read(own);
  const cases: readonly (readonly [object, string])[] = [
    [{}, "change_required"],
    [{ expected_version: version }, "change_required"],
    [{ ordering_paused_until: inMinutes(-1) }, "invalid_request"],
    [{ ordering_paused_until: inMinutes(7 * 24 * 60 + 5) }, "invalid_request"],
    [{ pause_reason: "No gas" }, "invalid_request"],
    [{ ordering_paused_until: null, pause_reason: "No gas" }, "invalid_request"],
    [{ busy_until: inMinutes(5) }, "invalid_request"],
    [{ busy_delay_minutes: 121 }, "invalid_request"],
    [{ busy_delay_minutes: 5, busy_until: inMinutes(-5) }, "invalid_request"],
  ];
  for (const [body, code] of cases) {
    const answer = await change(own, body);
    assert.equal(`${answer.status} ${answer.body.code}`, `400 ${code}`, JSON.stringify(body));
  }
  assert.equal((await read(own)).version, version);
  const reader = await createApp(service.database, ["locations:read"]);
  const lacking = await own.call("PATCH", path(own), { busy_delay_minutes: 5 }, { key: reader.key });
  assert.equal(lacking.body.code, "insufficient_scope");
  await own.call("DELETE", `/v1/locations/${own.locationId}/connection`);
  assert.equal((await change(own, { busy_delay_minutes: 5 })).body.code, "connection_not_found");
  assert.equal((await own.call("GET", path(own))).body.code, "connection_not_found");
  assert.equal((await shop.call("GET", path(own))).body.code, "not_found");
});
