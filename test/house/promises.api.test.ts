/** Rules of several features that no test beside their code shows. They share one service. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { guest, startBookingPartner, tablesOfFour, type BookingPartner } from "../harness/booking-partner.ts";
import { createLocation } from "../harness/factories.ts";
import { operatorToken, type CallAnswer } from "../harness/service.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const publish = (locationId: string, configuration: unknown): Promise<CallAnswer> =>
  partner.call("PUT", `/v1/locations/${locationId}/booking_configuration`, { configuration });
const operate = (method: string, path: string, body: unknown): Promise<CallAnswer> =>
  partner.service.call(method, `/operator/v1/test${path}`, { key: operatorToken, body });

test("a configuration that takes a booking's table away is taken, and names the booking (rules/bookings 1.6)", async () => {
  const location = await partner.location(tablesOfFour(2));
  const book = async (phone: string): Promise<CallAnswer> => {
    const { slot_token } = await partner.slot(location, 2);
    return partner.call("POST", "/v1/bookings", { slot_token, guest: { ...guest, phone } });
  };
  const [first, second] = [await book("+33142600143"), await book("+33142600144")];
  assert.deepEqual(
    [first, second].map(({ body }) => body.table.unit_ids),
    [["t1"], ["t2"]],
  );
  const answer = await publish(location, tablesOfFour(1));
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.body.warnings, [{ code: "table_removed", booking_id: second.body.id }]);
  const kept = await partner.call("GET", `/v1/bookings/${second.body.id}`);
  assert.deepEqual([kept.body.status, kept.body.table.unit_ids], ["confirmed", ["t2"]]);
});

test("a configuration has at most 500 units, 20 areas, 50 services and 100 experiences (rules/bookings 1.7)", async () => {
  const location = await partner.location();
  const base = tablesOfFour(1);
  const [area, service] = [base.areas[0], base.services[0]];
  const times = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, at) => make(at));
  const areas = (count: number) =>
    times(count, (at) => ({ ...area, areaId: `a${at}`, poolId: at, units: unitsOf(at) }));
  const unitsOf = (at: number) => area?.units.map((unit) => ({ ...unit, unitId: `u${at}` }));
  const services = (count: number) => times(count, (at) => ({ ...service, serviceId: `s${at}`, days: [at % 7] }));
  const experiences = (count: number) =>
    times(count, (at) => ({ experienceId: `e${at}`, name: "Tasting", prepaymentRequired: false }));
  const cases: readonly (readonly [string, object, object])[] = [
    ["units", tablesOfFour(500), tablesOfFour(501)],
    ["areas", { ...base, areas: areas(20) }, { ...base, areas: areas(21) }],
    ["experiences", { ...base, experiences: experiences(100) }, { ...base, experiences: experiences(101) }],
    ["services", { ...base, services: services(7) }, { ...base, services: services(51) }],
  ];
  for (const [name, within, beyond] of cases) {
    const taken = await publish(location, within);
    assert.equal(taken.status, 200, `${name}: ${taken.text}`);
    const refused = await publish(location, beyond);
    assert.deepEqual([refused.status, refused.body.code], [400, "invalid_request"], name);
    assert.match(refused.body.message, new RegExp(name));
  }
});

test("a page of bookings has 20 unless it says from 1 to 100 (rules/bookings 12.5)", async () => {
  const location = await partner.location(tablesOfFour(22));
  const slot = await partner.slot(location, 2);
  for (let at = 0; at < 22; at++) {
    const answer = await partner.call("POST", "/v1/bookings", {
      slot_token: slot.slot_token,
      guest: { ...guest, phone: `+331426002${String(at).padStart(2, "0")}` },
    });
    assert.equal(answer.status, 201, answer.text);
  }
  const list = (query: string): Promise<CallAnswer> =>
    partner.call("GET", `/v1/bookings?location_id=${location}${query}`);
  const [usual, one, all] = [await list(""), await list("&limit=1"), await list("&limit=100")];
  assert.deepEqual(
    [usual, one, all].map(({ body }) => [body.data.length, body.has_more]),
    [
      [20, true],
      [1, true],
      [22, false],
    ],
  );
  for (const limit of ["0", "101", "-1", "1.5", "ten"]) {
    const answer = await list(`&limit=${limit}`);
    assert.deepEqual([answer.status, answer.body.code], [400, "invalid_request"], limit);
  }
});

test("a provider is not replaced while bookings of it are to come (rules/providers 1.8)", async () => {
  const location = await createLocation(partner.service.database, { timezone: "Europe/Paris", bookings_enabled: true });
  await partner.grant(partner.app, location);
  const server = { adapter: "booking_server_v3", base_url: "http://127.0.0.1:9/" };
  const set = (booking_provider: unknown): Promise<CallAnswer> =>
    operate("PATCH", `/locations/${location}`, { booking_mode: "provider", booking_provider });
  assert.equal((await set({ adapter: "simulated" })).status, 200);
  const { slot_token } = await partner.slot(location, 2, { from: "19:00" });
  const booked = await partner.call("POST", "/v1/bookings", { slot_token, guest, idempotency_key: "to-come" });
  assert.equal(booked.status, 201, booked.text);
  const refused = await set(server);
  assert.deepEqual([refused.status, refused.body.code], [400, "invalid_request"]);
  assert.match(refused.body.message, /booking_provider cannot become another while bookings/);
  const cancelled = await partner.call("POST", `/v1/bookings/${booked.body.id}/cancel`, { idempotency_key: "away" });
  assert.equal(cancelled.status, 200, cancelled.text);
  const replaced = await set(server);
  assert.deepEqual([replaced.status, replaced.body.booking_provider.adapter], [200, "booking_server_v3"]);
});

/** What a program sends on its first day, and what the answer says to send instead. */
const firstDay: readonly (readonly [string, string, unknown, RegExp])[] = [
  ["GET", "/v1/order", undefined, /^there is nothing at GET \/v1\/order; did you mean \/v1\/orders\?$/],
  ["GET", "/orders", undefined, /; did you mean \/v1\/orders\?$/],
  ["GET", "/V2/Webhook-Subscriptions/", undefined, /; did you mean \/v1\/webhook_subscriptions\?$/],
  ["GET", "/v1/tickets", undefined, /; \/openapi\.json lists every call$/],
  ["GET", "/v1/orders/", undefined, /^path\.orderId is empty; it needs an id \(ord_ and 26 characters\)$/],
  ["GET", "/v1/orders/{orderId}", undefined, /^path\.orderId is not a well-formed id \(ord_ and 26 characters\)$/],
  ["GET", "/v1/orders?since=2026-11-01", undefined, /^query\.since must be whole seconds since 1970, such as \d+$/],
  ["GET", "/v1/orders?since=1795279460000", undefined, /since 1970, such as \d+; milliseconds are divided by 1000$/],
  ["GET", "/v1/orders?page=2", undefined, /^query\.page is not a known field; check its spelling or remove it$/],
  [
    "GET",
    "/v1/orders?status=pending",
    undefined,
    /^query\.status must be statuses with commas between, out of PENDING, /,
  ],
  ["GET", "/v1/orders?limit=1000", undefined, /^query\.limit must be at most 100$/],
  [
    "POST",
    "/v1/sandbox/triggers",
    { type: "order.paid" },
    /^body\.event_type is required; body\.type is not a known field/,
  ],
  ["POST", "/v1/webhook_subscriptions", { url: "https://pos.example" }, /^body\.notification_url is required/],
  ["DELETE", "/v1/orders", undefined, /^DELETE is not offered here; use GET/],
];

test("what programs mistake on their first day is answered with what to send (rules/http 4.8)", async () => {
  for (const [method, path, body, message] of firstDay) {
    const answer = await partner.call(method, path, body);
    assert.ok(answer.status >= 400 && answer.status < 500, `${method} ${path}: ${answer.text}`);
    assert.match(answer.body.message, message, `${method} ${path}`);
  }
});

test("a party joins in person by a key of the venue, else through a partner (rules/waitlist 1.5)", async () => {
  const location = await partner.location(tablesOfFour(1));
  await partner.call("POST", `/v1/locations/${location}/waitlist/open`, {});
  const writer = await partner.otherApp(["bookings:read", "bookings:write"]);
  await partner.grant(writer, location);
  let keys = 0;
  const join = (key: string, channel?: string): Promise<CallAnswer> => {
    const body = { party_size: 2, guest: { first_name: "Ada" }, idempotency_key: `join-${keys++}`, channel };
    return partner.call("POST", `/v1/locations/${location}/waitlist_entries`, body, key);
  };
  const channels = [
    await join(partner.app.key),
    await join(writer.key),
    await join(writer.key, "online"),
    await join(partner.app.key, "phone"),
  ];
  assert.deepEqual(
    channels.map(({ status, body }) => [status, body.channel]),
    [
      [201, "in_person"],
      [201, "partner"],
      [201, "online"],
      [201, "phone"],
    ],
  );
  const unknown = await join(writer.key, "pigeon");
  assert.deepEqual([unknown.status, unknown.body.code], [400, "invalid_request"]);
});
