/** A location whose book the simulated provider keeps, as a partner meets it. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, guest, type BookingPartner } from "../../test/harness/booking-partner.ts";
import { createLocation } from "../../test/harness/factories.ts";
import { operatorToken, type CallAnswer } from "../../test/harness/service.ts";
import { waitUntil } from "../../test/harness/wait-until.ts";
import type { Id } from "../kernel/id.ts";

let partner: BookingPartner;
let locationId: Id<"str">;

before(async () => {
  partner = await startBookingPartner({ workers: true });
  locationId = await providerLocation();
});
after(() => partner.service.stop());

async function providerLocation(): Promise<Id<"str">> {
  const { database } = partner.service;
  const id = await createLocation(database, { timezone: "Europe/Paris", bookings_enabled: true });
  await partner.grant(partner.app, id);
  const answer = await operate("PATCH", `/test/locations/${id}`, {
    booking_mode: "provider",
    booking_provider: { adapter: "simulated" },
  });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.booking_provider.adapter, "simulated");
  return id;
}

const operate = (method: string, path: string, body?: unknown): Promise<CallAnswer> =>
  partner.service.call(method, `/operator/v1${path}`, {
    key: operatorToken,
    ...(body === undefined ? {} : { body }),
  });

let phones = 0;
const person = (lastName: string) => ({
  first_name: "Ada",
  last_name: lastName,
  phone: `+331426001${String(phones++).padStart(2, "0")}`,
});

async function token(days = 2, size = 2): Promise<string> {
  return (await partner.slot(locationId, size, { days, from: "19:00" })).slot_token;
}

const book = async (lastName: string, key: string, days = 2): Promise<CallAnswer> =>
  partner.call("POST", "/v1/bookings", {
    slot_token: await token(days),
    guest: person(lastName),
    idempotency_key: key,
  });

describe("a day at a simulated restaurant", () => {
  test("its starts are every half hour from 17:00 to 22:00, for parties of 1 to 8 (rules/providers 4.1)", async () => {
    const slots = await partner.search(locationId, 8, { from: "00:00", until: "23:59" });
    const starts = slots.map((slot) => slot.local_start.slice(11, 16));
    assert.deepEqual(starts, [
      "17:00",
      "17:30",
      "18:00",
      "18:30",
      "19:00",
      "19:30",
      "20:00",
      "20:30",
      "21:00",
      "21:30",
      "22:00",
    ]);
    const window = "start=2030-01-01T18:00&end=2030-01-01T19:00";
    const path = `/v1/locations/${locationId}/booking_availability?${window}`;
    assert.equal((await partner.call("GET", `${path}&party_size=9`)).body.code, "party_size_out_of_bounds");
  });

  test("a booking is made, changed, listed and cancelled, with events (rules/providers 1.1)", async () => {
    const made = await book("Byron", "day-1");
    assert.equal(made.status, 201, made.text);
    assert.deepEqual([made.body.status, made.body.table, made.body.party_size], ["confirmed", null, 2]);
    const later = await partner.slot(locationId, 4, { days: 3, from: "20:00" });
    const changed = await partner.call("POST", `/v1/bookings/${made.body.id}/change`, {
      slot_token: later.slot_token,
      notes: "By the window",
    });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(
      [changed.body.starts_at, changed.body.party_size, changed.body.notes, changed.body.version],
      [later.starts_at, 4, "By the window", 2],
    );
    const found = await partner.call(
      "GET",
      `/v1/bookings?location_id=${locationId}&phone=${encodeURIComponent(made.body.guest.phone)}`,
    );
    assert.deepEqual(
      found.body.data.map((one: { id: string }) => one.id),
      [made.body.id],
    );
    const cancelled = await partner.call("POST", `/v1/bookings/${made.body.id}/cancel`, { reason: "Rain" });
    assert.equal(cancelled.status, 200, cancelled.text);
    assert.deepEqual([cancelled.body.status, cancelled.body.cancellation.reason], ["cancelled_by_guest", "Rain"]);
    const again = await partner.call("POST", `/v1/bookings/${made.body.id}/cancel`, {});
    assert.deepEqual([again.status, again.body.version], [200, 3]);
    const closed = await partner.call("POST", `/v1/bookings/${made.body.id}/change`, { notes: "late" });
    assert.deepEqual(
      [closed.status, closed.body.code, closed.body.details.reason],
      [409, "not_changeable", "terminal_state"],
    );
    const events = await partner.events(made.body.id);
    assert.deepEqual(
      events.map((event) => event.event_type),
      ["booking.created", "booking.changed", "booking.cancelled"],
    );
  });

  test("a hold is kept, booked once, and never shows what the provider gave for it (rules/providers 1.3)", async () => {
    const hold = await partner.call("POST", "/v1/booking_holds", { slot_token: await token(4) });
    assert.equal(hold.status, 201, hold.text);
    assert.equal(hold.body.status, "live");
    const { lease } = await partner.service.database.read.one<{ lease: string }>(
      "SELECT reference AS lease FROM simulated_reservations WHERE status = 'leased' LIMIT 1",
    );
    assert.ok(!hold.text.includes(lease));
    const { sealed } = await partner.service.database.read.one<{ sealed: Buffer }>(
      "SELECT lease_sealed AS sealed FROM provider_holds WHERE hold_id = $1",
      [hold.body.id],
    );
    assert.ok(!sealed.includes(lease));
    const booked = await partner.call("POST", "/v1/bookings", { hold_id: hold.body.id, guest: person("Holder") });
    assert.equal(booked.status, 201, booked.text);
    const second = await partner.call("POST", "/v1/bookings", { hold_id: hold.body.id, guest: person("Other") });
    assert.deepEqual([second.status, second.body.code], [409, "hold_consumed"]);
    const read = await partner.call("GET", `/v1/booking_holds/${hold.body.id}`);
    assert.deepEqual([read.body.status, read.body.booking_id], ["consumed", booked.body.id]);
    const { rows } = await partner.service.database.read.one<{ rows: string }>(
      "SELECT coalesce(jsonb_agg(o)::text, '') AS rows FROM provider_operations o",
    );
    assert.ok(!rows.includes(lease) && !rows.includes("Holder"), "neither lock token nor guest stays in the ledger");
  });

  test("the eleventh hold is refused, and one that is released makes room", async () => {
    const place = await providerLocation();
    const hold = async () => {
      const slot = await partner.slot(place, 1, { days: 5, from: "19:00" });
      return partner.call("POST", "/v1/booking_holds", { slot_token: slot.slot_token });
    };
    const made = [];
    for (let count = 0; count < 10; count++) made.push(await hold());
    assert.ok(made.every(({ status }) => status === 201));
    const slot = await partner.slot(place, 1, { days: 6, from: "19:00" });
    const eleventh = await partner.call("POST", "/v1/booking_holds", { slot_token: slot.slot_token });
    assert.deepEqual([eleventh.status, eleventh.body.code], [429, "hold_limit_reached"]);
    const released = await partner.call("DELETE", `/v1/booking_holds/${made[0]?.body.id}`);
    assert.deepEqual([released.status, released.body.status], [200, "released"]);
    assert.equal((await partner.call("POST", "/v1/booking_holds", { slot_token: slot.slot_token })).status, 201);
  });

  test("what only a native location offers is refused (rules/providers 1.2)", async () => {
    for (const [method, path, body] of [
      ["GET", `/v1/locations/${locationId}/booking_floor`, undefined],
      ["POST", `/v1/locations/${locationId}/walk_ins`, { party_size: 2, idempotency_key: "walk" }],
    ] as const) {
      const answer = await partner.call(method, path, body);
      assert.deepEqual([answer.status, answer.body.code], [422, "capability_unsupported"], path);
    }
    const made = await book("Venue", "venue-1", 7);
    for (const action of ["venue_cancel", "seat", "no_show", "complete"]) {
      const answer = await partner.call("POST", `/v1/bookings/${made.body.id}/${action}`, {});
      assert.deepEqual([answer.status, answer.body.code], [422, "capability_unsupported"], action);
    }
  });
});

describe("the guests with names", () => {
  test("Refuse: provider_rejected, final, and the same again (rules/providers 3.1, 4.2)", async () => {
    const body = { slot_token: await token(8), guest: person("Refuse"), idempotency_key: "refuse-1" };
    for (const replayed of [null, "true"]) {
      const answer = await partner.call("POST", "/v1/bookings", body);
      assert.deepEqual([answer.status, answer.body.code], [422, "provider_rejected"]);
      assert.equal(answer.headers.get("idempotent-replayed"), replayed);
    }
  });

  test("Slow: operation_in_progress after two seconds, the same key gets the settled booking (rules/providers 2.2, 4.2)", async () => {
    const body = { slot_token: await token(8), guest: person("Slow"), idempotency_key: "slow-1" };
    const started = performance.now();
    const first = await partner.call("POST", "/v1/bookings", body);
    const took = performance.now() - started;
    assert.deepEqual([first.status, first.body.code], [409, "operation_in_progress"]);
    assert.equal(first.body.details.reason, "provider_unsettled");
    assert.ok(took > 1_900, `${took} ms`);
    assert.ok(Number(first.headers.get("retry-after")) >= 1);
    const id = first.body.details.operation_id;
    const ledger = await operate("GET", `/test/operations/${id}`);
    assert.deepEqual([ledger.body.state, ledger.body.at_provider.state], ["open", "sending"]);
    const second = await partner.settled("/v1/bookings", body);
    assert.equal(second.status, 201, second.text);
    const third = await partner.call("POST", "/v1/bookings", body);
    assert.equal(third.text, second.text);
    assert.equal(third.headers.get("idempotent-replayed"), "true");
    const after = await operate("GET", `/test/operations/${id}`);
    assert.deepEqual(
      [after.body.state, after.body.at_provider.state, after.body.at_provider.settled_by],
      ["answered", "done", "answer"],
    );
    const other = await partner.call("POST", "/v1/bookings", { ...body, notes: "another request" });
    assert.deepEqual([other.status, other.body.code], [409, "idempotency_key_reused"]);
  });

  test("Lost: booked without an answer, settled by asking, once (rules/providers 4.2)", async () => {
    const body = { slot_token: await token(9), guest: person("Lost"), idempotency_key: "lost-1" };
    const first = await partner.call("POST", "/v1/bookings", body);
    assert.deepEqual([first.status, first.body.code], [409, "operation_in_progress"]);
    const second = await partner.settled("/v1/bookings", body);
    assert.equal(second.status, 201, second.text);
    const { count } = await partner.service.database.read.one<{ count: number }>(
      "SELECT count(*)::int AS count FROM simulated_reservations WHERE token = $1",
      [first.body.details.operation_id],
    );
    assert.equal(count, 1);
    const after = await operate("GET", `/test/operations/${first.body.details.operation_id}`);
    assert.equal(after.body.at_provider.settled_by, "asking");
    assert.equal((await partner.events(second.body.id)).length, 1);
  });

  for (const [name, days] of [
    ["Lost", 13],
    ["Slow", 14],
  ] as const)
    test(`${name}: what the provider refuses is settled as refused (rules/providers 4.2)`, async () => {
      const body = { slot_token: await token(days), guest: person(name) };
      const send = (key: string) => partner.settled("/v1/bookings", { ...body, idempotency_key: key });
      const answers = await Promise.all([send(`${name}-a`), send(`${name}-b`)]);
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);
      assert.equal(answers.find(({ status }) => status === 409)?.body.code, "overlapping_booking");
    });

  test("Pending: pending, then confirmed (rules/providers 1.5, 4.2)", async () => {
    const made = await book("Pending", "pending-1", 10);
    assert.deepEqual([made.status, made.body.status], [201, "pending"]);
    const { database } = partner.service;
    await database.transaction((tx) =>
      tx.rows("UPDATE simulated_reservations SET until = clock_timestamp() WHERE status = 'pending'"),
    );
    await database.transaction((tx) =>
      tx.rows("UPDATE provider_bookings SET next_check_at = clock_timestamp() WHERE booking_id = $1", [made.body.id]),
    );
    const { body } = await waitUntil(
      () => partner.call("GET", `/v1/bookings/${made.body.id}`),
      (answer) => answer.body.status !== "pending",
    );
    assert.equal(body.status, "confirmed");
    assert.deepEqual(
      (await partner.events(made.body.id)).map((event) => event.event_type),
      ["booking.created", "booking.confirmed"],
    );
  });

  test("a guest has one booking at a time, whoever refuses the second", async () => {
    const slot = await token(11);
    const first = await partner.call("POST", "/v1/bookings", { slot_token: slot, guest });
    assert.equal(first.status, 201, first.text);
    const second = await partner.call("POST", "/v1/bookings", { slot_token: slot, guest });
    assert.deepEqual([second.status, second.body.code], [409, "overlapping_booking"]);
  });
});
