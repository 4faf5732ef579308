/** Faults of providers that must do no harm here: hanging, cutting, failing, refusing, forgetting. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingServer, type BookingServer } from "../../test/stand-ins/booking-server.ts";
import { tablesOfFour, type BookingPartner } from "../../test/harness/booking-partner.ts";
import { waitUntil, waitUntilTrue } from "../../test/harness/wait-until.ts";
import type { Id } from "../kernel/id.ts";
import { authorization, startFaultyProvider, type FaultyProvider } from "./faulty-provider.fixture.ts";

let at: FaultyProvider;
let partner: BookingPartner;
let theirs: BookingServer;
before(async () => {
  at = await startFaultyProvider();
  ({ partner, theirs } = at);
});
after(() => at.stop());

describe("answers that are lost", () => {
  for (const [what, mischief] of [
    ["cut before it was done", { kind: "cut_before" }],
    ["cut after it was done", { kind: "cut_after" }],
    ["500 after it was done", { kind: "fail_after" }],
    ["done, with an answer without an end", { kind: "endless" }],
    ["done and answered twice", { kind: "twice" }],
  ] as const) {
    test(`a booking, ${what}: one booking at both sides, and the key tells (rules/providers 2.3, 2.4)`, async () => {
      const locationId = await at.providerLocation();
      const body = await at.bodyFor(locationId, `lost-${mischief.kind}`);
      at.next = [mischief];
      const answer = await partner.settled("/v1/bookings", body);
      assert.equal(answer.status, 201, answer.text);
      const of = [...theirs.bookings.values()].filter((one) => one.user_information["telephone"] === body.guest.phone);
      assert.equal(of.length, 1);
      assert.equal((await at.book(body)).text, answer.text);
      assert.equal((await partner.events(answer.body.id)).length, 1);
    });

    test(`a change and a cancellation, ${what}`, async () => {
      const locationId = await at.providerLocation();
      const { id, guest: who } = (await at.confirmed(locationId)).body;
      const later = await partner.slot(locationId, 3, { days: 4, from: "20:00" });
      at.next = [mischief];
      const path = `/v1/bookings/${id}`;
      const changed = await partner.settled(`${path}/change`, {
        slot_token: later.slot_token,
        idempotency_key: `c-${id}`,
      });
      assert.deepEqual([changed.status, changed.body.starts_at, changed.body.version], [200, later.starts_at, 2]);
      at.next = [mischief];
      const cancelled = await partner.settled(`${path}/cancel`, { idempotency_key: `x-${id}` });
      assert.deepEqual(
        [cancelled.status, cancelled.body.status, cancelled.body.version],
        [200, "cancelled_by_guest", 3],
      );
      const [kept] = [...theirs.bookings.values()].filter((one) => one.user_information["telephone"] === who.phone);
      assert.deepEqual([kept?.status, Number(kept?.slot.start_sec) * 1000], ["CANCELED", Date.parse(later.starts_at)]);
    });
  }

  test("while a booking is unsettled, another change of it waits, and the operator sees and settles it (rules/providers 2.7)", async () => {
    const locationId = await at.providerLocation();
    const { id } = (await at.confirmed(locationId)).body;
    at.always = { kind: "fail_after" };
    const path = `/v1/bookings/${id}`;
    const first = await partner.call("POST", `${path}/cancel`, { idempotency_key: "hand-1" });
    assert.deepEqual([first.status, first.body.code], [409, "operation_in_progress"]);
    const { operation_id: operationId } = first.body.details;
    const second = await partner.call("POST", `${path}/cancel`, { idempotency_key: "hand-2" });
    assert.deepEqual([second.status, second.body.details.operation_id], [409, operationId]);
    const list = await at.operate("GET", "/test/operations?state=unsettled");
    assert.deepEqual(
      list.body.data.map((one: { id: string }) => one.id),
      [operationId],
    );
    assert.equal(
      (await at.operate("POST", `/test/operations/${operationId}/settle`, { outcome: "ask_again" })).status,
      200,
    );
    const settledByHand = await at.operate("POST", `/test/operations/${operationId}/settle`, { outcome: "made" });
    assert.deepEqual([settledByHand.status, settledByHand.body.settled_by], [200, "operator"]);
    at.always = { kind: "none" };
    const told = await partner.call("POST", `${path}/cancel`, { idempotency_key: "hand-1" });
    assert.deepEqual([told.status, told.body.status], [200, "cancelled_by_guest"]);
    const again = await at.operate("POST", `/test/operations/${operationId}/settle`, { outcome: "not_made" });
    assert.deepEqual([again.status, again.body.code], [409, "illegal_transition"]);
  });
});

describe("what the restaurant did in its own system", () => {
  const post = (method: string, body: object) =>
    fetch(`${theirs.url}/v3/${method}/`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const cancelThere = async (phone: string): Promise<void> => {
    const [kept] = [...theirs.bookings.values()].filter((one) => one.user_information["telephone"] === phone);
    assert.ok(kept !== undefined);
    await post("UpdateBooking", { booking: { booking_id: kept.booking_id, status: "CANCELED" } });
  };

  test("a booking that it cancelled is told as the venue's cancellation, not as that of the guest who cancels later (rules/providers 3.6; rules/bookings 10.5)", async () => {
    const locationId = await at.providerLocation();
    const { id, guest: who } = (await at.confirmed(locationId)).body;
    await cancelThere(who.phone);
    const path = `/v1/bookings/${id}`;
    for (const key of ["late-guest", "late-guest", "another"]) {
      const refused = await partner.call("POST", `${path}/cancel`, { idempotency_key: `${key}-${id}`, reason: "Rain" });
      assert.deepEqual(
        [refused.status, refused.body.code, refused.body.details],
        [409, "not_cancellable", { reason: "terminal_state" }],
        refused.text,
      );
    }
    const { body } = await partner.call("GET", path);
    assert.deepEqual(
      [body.status, body.cancellation.actor, body.cancellation.reason],
      ["cancelled_by_venue", "venue", null],
    );
    const events = await partner.events(id);
    assert.deepEqual(
      events.map((event) => [event.event_type, event.data.status]),
      [
        ["booking.created", "confirmed"],
        ["booking.cancelled", "cancelled_by_venue"],
      ],
    );
  });

  test("a change by the partner and one by the restaurant are told with their causes (rules/webhooks 4.7)", async () => {
    const locationId = await at.providerLocation();
    const made = (await at.confirmed(locationId)).body;
    const later = await partner.slot(locationId, 3, { days: 4, from: "20:00" });
    const path = `/v1/bookings/${made.id}`;
    const changed = await partner.settled(`${path}/change`, {
      slot_token: later.slot_token,
      idempotency_key: `cause-${made.id}`,
    });
    assert.equal(changed.status, 200, changed.text);
    const { data } = (await partner.events(made.id)).at(-1) ?? assert.fail();
    assert.equal(data.cause, "partner");
    assert.deepEqual(data.changed, ["starts_at", "ends_at", "party_size", "changeable_until", "cancellable_until"]);
    assert.deepEqual([data.previous.starts_at, data.previous.party_size], [made.starts_at, made.party_size]);
    const [kept] = [...theirs.bookings.values()].filter(
      (one) => one.user_information["telephone"] === made.guest.phone,
    );
    const start_sec = String(Date.parse(made.starts_at) / 1000);
    await post("UpdateBooking", { booking: { booking_id: kept?.booking_id, slot: { ...kept?.slot, start_sec } } });
    const found = await partner.call(
      "GET",
      `/v1/bookings?location_id=${locationId}&phone=${encodeURIComponent(made.guest.phone)}`,
    );
    assert.equal(found.body.data[0].starts_at, made.starts_at, found.text);
    assert.equal((await partner.events(made.id)).at(-1)?.data.cause, "store");
  });
});

describe("refusals", () => {
  test("a full slot is slot_unavailable, and the same again with the same key (rules/providers 3.2)", async () => {
    const small = await startBookingServer({ tables: 1, authorization });
    const locationId = await at.providerLocation(small.url);
    const [first, second] = [await at.bodyFor(locationId), await at.bodyFor(locationId, "full")];
    assert.equal((await at.book(first)).status, 201);
    for (let time = 0; time < 2; time++) {
      const answer = await at.book(second);
      assert.deepEqual([answer.status, answer.body.code], [409, "slot_unavailable"]);
    }
    await small.stop();
  });

  test("holds are refused where the provider offers no leases; notes alone are not changed (rules/providers 5.2)", async () => {
    const locationId = await at.providerLocation();
    const { slot_token } = await at.bodyFor(locationId);
    const hold = await partner.call("POST", "/v1/booking_holds", { slot_token });
    assert.deepEqual([hold.status, hold.body.code], [422, "capability_unsupported"]);
    const { id } = (await at.confirmed(locationId)).body;
    const note = await partner.call("POST", `/v1/bookings/${id}/change`, { notes: "A cake" });
    assert.deepEqual([note.status, note.body.code], [422, "capability_unsupported"]);
    const profile = await partner.call("GET", `/v1/locations/${locationId}/booking_profile`);
    assert.deepEqual(
      [profile.body.management, profile.body.provider, profile.body.enabled, profile.body.capabilities.holds],
      ["provider", "booking_server_v3", true, false],
    );
    assert.deepEqual(
      [profile.body.capabilities.bookings, profile.body.capabilities.floor, profile.body.party_size.max],
      [true, false, 20],
    );
  });

  test("blackout dates block a provider's starts too (rules/providers 1.6)", async () => {
    const locationId = await at.providerLocation();
    const { slot_token } = await at.bodyFor(locationId);
    const slot = await partner.slot(locationId, 2, { days: 3, from: "19:00" });
    const date = slot.local_start.slice(0, 10);
    const blocked = await partner.call("PUT", `/v1/locations/${locationId}/booking_blackouts`, {
      expected_revision: 0,
      blackout_dates: [{ start_date: date, end_date: date }],
    });
    assert.equal(blocked.status, 200, blocked.text);
    const answer = await at.book({ slot_token, guest: at.guest() });
    assert.deepEqual([answer.status, answer.body.code], [422, "date_blocked"]);
  });

  test("a booking that the restaurant cancelled is cancelled_by_venue at the next look-up or asking", async () => {
    const locationId = await at.providerLocation();
    const { id } = (await at.confirmed(locationId)).body;
    const [reference, kept] = [...theirs.bookings].at(-1) ?? ["", undefined];
    assert.ok(kept !== undefined);
    (theirs.bookings as Map<string, unknown>).set(reference, { ...kept, status: "CANCELED" });
    await partner.service.database.transaction((tx) =>
      tx.rows("UPDATE provider_bookings SET next_check_at = clock_timestamp() WHERE booking_id = $1", [id]),
    );
    const { body } = await waitUntil(
      () => partner.call("GET", `/v1/bookings/${id}`),
      (answer) => answer.body.status !== "confirmed",
    );
    assert.equal(body.status, "cancelled_by_venue");
  });

  test("a guest's booking made elsewhere at the provider is found by phone (rules/providers 1.4)", async () => {
    const locationId = await at.providerLocation();
    const made = (await at.confirmed(locationId)).body;
    const [reference, kept] = [...theirs.bookings].at(-1) ?? ["", undefined];
    assert.ok(kept !== undefined);
    const start = String(Number(kept.slot.start_sec) + 86_400);
    const other = { ...kept, booking_id: "walked-in", slot: { ...kept.slot, start_sec: start } };
    (theirs.bookings as Map<string, unknown>).set("walked-in", other);
    const path = `/v1/bookings?location_id=${locationId}&phone=${encodeURIComponent(made.guest.phone)}`;
    for (let time = 0; time < 2; time++) {
      const found = await partner.call("GET", path);
      assert.deepEqual(
        found.body.data.map((one: { source: string; guest: { phone: string } }) => [one.source, one.guest.phone]),
        [
          ["partner", made.guest.phone],
          ["provider", made.guest.phone],
        ],
        reference,
      );
    }
  });
});

describe("a provider that is down or hangs", () => {
  test("one that nobody answers at: 503, nothing written down for good, and the same key works later (rules/providers 2.8)", async () => {
    const dead = await startBookingServer({ tables: 5, authorization });
    const locationId = await at.providerLocation(dead.url);
    const body = await at.bodyFor(locationId, "dead-1");
    const port = Number(new URL(dead.url).port);
    await dead.stop();
    const answer = await at.book(body);
    assert.equal(answer.status, 503, answer.text);
    assert.ok(answer.headers.has("retry-after"));
    const alive = await startBookingServer({ tables: 5, authorization, port });
    const later = await at.book(body);
    assert.equal(later.status, 201, later.text);
    assert.equal(alive.bookings.size, 1);
    await alive.stop();
  });

  test("a hundred calls that hang hold no connection and slow no native location (rules/providers 2.1, 2.8)", async () => {
    const locationId = await at.providerLocation();
    const native = await partner.location(tablesOfFour(200));
    const bodies = [];
    const { slot_token } = await at.bodyFor(locationId);
    for (let call = 0; call < 100; call++) bodies.push({ slot_token, guest: at.guest() });
    const alone = await timed(native);
    at.always = { kind: "hang" };
    const hanging = Promise.all(bodies.map(at.book));
    await waitUntilTrue(() => theirs.waiting() === 100);
    const { busy } = await partner.service.database.read.one<{ busy: number }>(
      `SELECT count(*)::int AS busy FROM pg_stat_activity
       WHERE datname = current_database() AND state LIKE 'idle in transaction%'
         AND xact_start < clock_timestamp() - interval '1 s'`,
    );
    assert.equal(busy, 0);
    const beside = await timed(native);
    const answers = await hanging;
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([409]));
    at.always = { kind: "none" };
    // Had they to wait for a connection or a provider, each of the twenty would take seconds.
    assert.ok(beside < alone * 5 + 5_000, `${Math.round(beside)} ms beside, ${Math.round(alone)} ms alone`);
  });

  /** Twenty native bookings one after the other, in milliseconds. */
  async function timed(native: Id<"str">): Promise<number> {
    const { slot_token } = await partner.slot(native, 2);
    const started = performance.now();
    for (let each = 0; each < 20; each++) {
      const answer = await at.book({ slot_token, guest: at.guest() });
      assert.equal(answer.status, 201, answer.text);
    }
    return performance.now() - started;
  }
});
