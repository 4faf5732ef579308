import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, createApp, createLocation as createRow } from "../../../test/harness/factories.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { TextDatabase, TextTx } from "../../platform/postgres/database.ts";
import { advanceClock } from "../location/advance-clock.command.ts";
import { leaveOrdersToStaff } from "../../orders/decide/leave-orders.command.ts";
import { grantLocation, revokeGrant } from "../grants/change-grant.command.ts";
import { createLocation, updateLocation } from "./change-location.command.ts";
import { clockLimitSeconds } from "../location/location.ts";
import { emptyProfile } from "../location/profile.ts";
import { findConnection, getLocationClock, getLocationSettings } from "../grants/read-locations.query.ts";

const by = { actor: "operator", requestId: null };
let service: TestService;
let database: TextDatabase;

before(async () => {
  service = await startService({ routes: () => [] });
  database = service.database;
});
after(() => service.stop());

function isAccepted<T>(value: T): value is Exclude<T, Refusal> {
  return !isRefusal(value);
}

async function run<T>(work: (tx: TextTx) => Promise<T>): Promise<Exclude<Awaited<T>, Refusal>> {
  const value = await database.transaction(work);
  assert.ok(isAccepted(value), JSON.stringify(value));
  return value;
}

interface EventRow {
  readonly app_id: string;
  readonly event_type: string;
  readonly sequence: number;
  readonly idempotency_key: string;
  readonly data: unknown;
}

function eventsOf(locationId: Id<"str">): Promise<EventRow[]> {
  return database.read.rows(
    "SELECT app_id, event_type, sequence, idempotency_key, data FROM events WHERE resource_id = $1 ORDER BY sequence, app_id",
    [locationId],
  );
}

async function auditedActions(): Promise<string[]> {
  const rows = await database.read.rows<{ action: string }>("SELECT action FROM audit_log ORDER BY sequence");
  return rows.map((row) => row.action);
}

test("a new location has the documented defaults", async () => {
  const location = await run((tx) => createLocation(tx, { name: "Corner Café" }, by));
  const settings = await getLocationSettings(database.read, location.id);
  assert.ok(!isRefusal(settings));
  const { id, created_at, updated_at, now, version, ...rest } = settings;
  assert.equal(version, 1);
  assert.equal(id, location.id);
  assert.ok(Math.abs(now - created_at) < 60_000 && updated_at === created_at);
  assert.deepEqual(rest, {
    name: "Corner Café",
    status: "active",
    timezone: null,
    phone: null,
    address: { line1: null, line2: null, city: null, region: null, postal_code: null, country: null },
    coordinate: null,
    opening_hours: null,
    order_routing: "app",
    decision_timeout: "reject",
    validation_timeout: "reject",
    lead_minutes: null,
    ordering_paused_until: null,
    preparation_minutes: 0,
    busy_delay_minutes: 0,
    busy_until: null,
    pause_reason: null,
    updated_by: "service",
    order_capacity: null,
    payment_options: ["link"],
    tip_percentages: [5, 10, 15],
    payment_window_minutes: 15,
    alert_phone: null,
    auto_pause_after: 3,
    booking_mode: "native",
    bookings_enabled: false,
    messaging: false,
    order_messages: "email",
    guest_retention_days: null,
    language: null,
    profile: emptyProfile,
    clock_offset_seconds: 0,
    connected_app_id: null,
  });
});

test("every field comes back as it was set", async () => {
  const input = {
    name: "Émile’s \u{1F341}",
    status: "paused",
    timezone: "Europe/Paris",
    phone: "call Émile, ext. 4",
    address: { line1: "1 rue X", city: "Paris" },
    coordinate: { latitude: 48.85661400000001, longitude: -0.1 },
    opening_hours: {
      windows: [{ dayOfWeek: 5, startTime: "18:00", endTime: "02:00" }],
      exceptions: [
        { date: "2026-12-25", closed: true },
        { date: "2026-12-31", windows: [{ startTime: "10:00", endTime: "10:00" }] },
      ],
    },
    order_routing: "manual",
    decision_timeout: "accept",
    validation_timeout: "continue",
    lead_minutes: 45,
    payment_options: ["link", "pay_in_store"],
    tip_percentages: [12, 18],
    booking_mode: "provider",
    bookings_enabled: true,
    messaging: "on",
    order_messages: "email_and_sms",
  } as const;
  const { id } = await run((tx) => createLocation(tx, input, by));
  const settings = await getLocationSettings(database.read, id);
  assert.ok(!isRefusal(settings));
  const { address, messaging, ...plain } = input;
  assert.deepEqual({ ...settings, ...plain }, settings);
  assert.equal(settings.messaging, messaging === "on");
  assert.deepEqual(
    [settings.address.line1, settings.address.city, settings.address.country],
    [address.line1, address.city, null],
  );
});

test("a change of status tells every granted app, once, with the next number", async () => {
  const [one, two] = [await createApp(database), await createApp(database)];
  const { id } = await run((tx) => createLocation(tx, { name: "Told" }, by));
  for (const app of [one, two]) await run((tx) => grantLocation(tx, app.id, id, by));
  await run((tx) => updateLocation(tx, id, { status: "paused", name: "Told twice" }, by));
  await run((tx) => updateLocation(tx, id, { status: "paused" }, by));
  await run((tx) => updateLocation(tx, id, { name: "No news" }, by));
  const events = await eventsOf(id);
  assert.deepEqual(
    events.map((event) => [event.app_id, event.event_type, event.sequence, event.idempotency_key]),
    [
      [one.id, "store.provisioned", 1, `location:${id}:provisioned:1`],
      [two.id, "store.provisioned", 2, `location:${id}:provisioned:2`],
      [one.id, "store.status.changed", 3, `location:${id}:status_changed:3`],
      [two.id, "store.status.changed", 3, `location:${id}:status_changed:3`],
      [one.id, "store.settings.changed", 4, `location:${id}:settings_changed:4`],
      [two.id, "store.settings.changed", 4, `location:${id}:settings_changed:4`],
    ],
  );
  const told = events[2]?.data as { location: { status: string; name: string }; previous_status: string };
  assert.deepEqual(
    [told.location.status, told.location.name, told.previous_status],
    ["paused", "Told twice", "active"],
  );
});

test("a grant is made once however often it is asked for; its end names only the location", async () => {
  const app = await createApp(database);
  const id = await createRow(database);
  const made = await Promise.all(Array.from({ length: 6 }, () => run((tx) => grantLocation(tx, app.id, id, by))));
  assert.equal(made.filter((grant) => grant.created).length, 1);
  await run((tx) => revokeGrant(tx, app.id, id, by, leaveOrdersToStaff));
  const repeat = await database.transaction((tx) => revokeGrant(tx, app.id, id, by, leaveOrdersToStaff));
  assert.ok(isRefusal(repeat) && repeat.code === "not_found");
  const events = await eventsOf(id);
  assert.deepEqual(
    events.map((event) => [event.event_type, event.sequence]),
    [
      ["store.provisioned", 1],
      ["store.deprovisioned", 2],
    ],
  );
  assert.equal(events[1]?.data, null);
});

test("grants, revocations and status changes of one location at once keep the numbers strictly increasing (rules/webhooks 4.4)", async () => {
  const id = await createRow(database);
  const apps = await Promise.all(Array.from({ length: 5 }, () => createApp(database)));
  await Promise.all([
    ...apps.map((app) => run((tx) => grantLocation(tx, app.id, id, by))),
    ...(["paused", "inactive", "active", "paused"] as const).map((status) =>
      run((tx) => updateLocation(tx, id, { status }, by)),
    ),
    ...apps.map((app) => database.transaction((tx) => revokeGrant(tx, app.id, id, by, leaveOrdersToStaff))),
  ]);
  for (const app of apps) {
    const mine = (await eventsOf(id)).filter((event) => event.app_id === app.id);
    assert.equal(mine[0]?.event_type, "store.provisioned");
    assert.equal(new Set(mine.map((event) => event.sequence)).size, mine.length);
    const ended = mine.findIndex((event) => event.event_type === "store.deprovisioned");
    assert.ok(ended === -1 || ended === mine.length - 1, "nothing is told after the end of the grant");
  }
});

test("unknown apps and locations are refused and leave nothing", async () => {
  const app = await createApp(database);
  const id = await createRow(database);
  const before = (await auditedActions()).length;
  for (const refused of [
    await database.transaction((tx) => grantLocation(tx, newId("app"), id, by)),
    await database.transaction((tx) => grantLocation(tx, app.id, newId("str"), by)),
    await database.transaction((tx) => updateLocation(tx, newId("str"), { status: "paused" }, by)),
    await database.transaction((tx) => advanceClock(tx, newId("str"), 1)),
    await getLocationSettings(database.read, newId("str")),
  ]) {
    assert.ok(isRefusal(refused) && refused.code === "not_found");
  }
  assert.equal((await auditedActions()).length, before);
});

test("the settings name the connected app; a connection is found by its own app only", async () => {
  const [app, other] = [await createApp(database), await createApp(database)];
  const id = await createRow(database);
  await connect(database, app, id);
  const settings = await getLocationSettings(database.read, id);
  assert.ok(!isRefusal(settings));
  assert.equal(settings.connected_app_id, app.id);
  assert.equal((await findConnection(database.read, app.id, id))?.app_id, app.id);
  assert.equal(await findConnection(database.read, other.id, id), undefined);
});

test("the clock moves forward by what is asked, up to 400 days in all (rules/ordering 15.3)", async () => {
  const id = await createRow(database);
  const before = await getLocationClock(database.read, id);
  const moved = await run((tx) => advanceClock(tx, id, 3_600));
  assert.ok(!isRefusal(before));
  assert.equal(moved.clock_offset_seconds, 3_600);
  assert.ok(moved.now - before.now >= 3_600_000 && moved.now - before.now < 3_660_000);
  const rest = clockLimitSeconds - 3_600;
  for (const seconds of [rest + 1, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
    const refused = await database.transaction((tx) => advanceClock(tx, id, seconds));
    assert.ok(isRefusal(refused) && refused.code === "clock_limit");
    assert.deepEqual(refused.details, { offset_seconds: 3_600, limit_seconds: clockLimitSeconds });
  }
  assert.equal((await run((tx) => advanceClock(tx, id, rest))).clock_offset_seconds, clockLimitSeconds);
  const settings = await getLocationSettings(database.read, id);
  assert.ok(!isRefusal(settings) && settings.now - Date.now() > (clockLimitSeconds - 60) * 1000);
});

test("two who move the clock at once both count, and neither passes the limit", async () => {
  const id = await createRow(database);
  const half = clockLimitSeconds / 2;
  const results = await Promise.all(
    Array.from({ length: 5 }, () => database.transaction((tx) => advanceClock(tx, id, half))),
  );
  assert.equal(results.filter((result) => !isRefusal(result)).length, 2);
});
