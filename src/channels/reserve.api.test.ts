/** /reserve/v3 as a booking channel meets it: the booking server v3 contract over our native locations. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../test/harness/booking-partner.ts";
import { asking } from "../../test/harness/paid-bookings.ts";
import { operatorToken, type CallAnswer } from "../../test/harness/service.ts";
import type { Id } from "../kernel/id.ts";
import { basic, createBodyAt, newUser, slotAt, type Channel } from "./channel.fixture.ts";

let partner: BookingPartner;
let locationId: Id<"str">;
let channel: Channel;

before(async () => {
  partner = await startBookingPartner();
  locationId = await partner.location(tablesOfFour(4, { leadTime: { minMinutes: 60, maxDays: 60 } }));
  channel = await newChannel([locationId]);
});
after(() => partner.service.stop());

const operate = (method: string, path: string, body?: unknown): Promise<CallAnswer> =>
  partner.service.call(method, `/operator/v1${path}`, {
    key: operatorToken,
    ...(body === undefined ? {} : { body }),
  });

async function newChannel(ids: readonly string[]): Promise<Channel> {
  const answer = await operate("POST", "/test/booking_channels", { name: "Maps", location_ids: ids });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

function reserve(
  path: string,
  body?: unknown,
  by: Pick<Channel, "username" | "password"> = channel,
): Promise<CallAnswer> {
  return partner.service.call(body === undefined ? "GET" : "POST", path, {
    headers: { authorization: basic(by) },
    ...(body === undefined ? {} : { body }),
  });
}

async function starts(days = 2, size = 2): Promise<readonly number[]> {
  const slots = await partner.search(locationId, size, { days });
  return slots.map((slot) => Date.parse(slot.starts_at) / 1000);
}

const slot = (start: number, size = 2, merchant: string = locationId) => slotAt(merchant, start, size);
const createBody = (start: number, token: string, over: object = {}) => createBodyAt(locationId, start, token, over);

async function booked(token: string, days: number) {
  const [start = 0] = await starts(days);
  const body = createBody(start, token);
  const answer = await reserve("/reserve/v3/CreateBooking", body);
  assert.equal(answer.body.booking?.status, "CONFIRMED", answer.text);
  return { body, booking: answer.body.booking, start };
}

describe("who may call", () => {
  test("a name and password; without, or with wrong ones, 401", async () => {
    assert.equal((await reserve("/reserve/v3/HealthCheck")).status, 200);
    assert.equal((await reserve("/reserve/v3/HealthCheck/")).status, 200);
    assert.equal((await partner.service.call("GET", "/reserve/v3/HealthCheck")).status, 401);
    const wrong = { username: channel.username, password: "wrong" };
    assert.equal((await reserve("/reserve/v3/HealthCheck", undefined, wrong)).status, 401);
    assert.equal((await reserve("/reserve/v3/HealthCheck", undefined, { ...wrong, username: "nobody" })).status, 401);
    assert.equal((await partner.call("GET", "/reserve/v3/HealthCheck")).status, 401);
  });

  test("a channel that is switched off, or has a new password, is out at once", async () => {
    const other = await newChannel([locationId]);
    const list = await operate("GET", "/test/booking_channels");
    assert.ok(list.body.data.some((one: { id: string }) => one.id === other.id) && !list.text.includes(other.password));
    const renewed = await operate("PATCH", `/test/booking_channels/${other.id}`, { renew_password: true });
    assert.equal((await reserve("/reserve/v3/HealthCheck", undefined, other)).status, 401);
    const next = { username: other.username, password: renewed.body.password };
    assert.equal((await reserve("/reserve/v3/HealthCheck", undefined, next)).status, 200);
    const off = await operate("PATCH", `/test/booking_channels/${other.id}`, { enabled: false });
    assert.deepEqual([off.body.enabled, off.body.password], [false, null]);
    assert.equal((await reserve("/reserve/v3/HealthCheck", undefined, next)).status, 401);
  });

  test("only its own locations and bookings; and only native locations can be given (rules/providers 6.1)", async () => {
    const { booking } = await booked("own-1", 20);
    const stranger = await newChannel([]);
    const [start = 0] = await starts(21);
    for (const [method, body] of [
      ["CreateBooking", createBody(start, "strange-1")],
      ["BatchAvailabilityLookup", { merchant_id: locationId, slot_time: [] }],
      ["CreateLease", { lease: { slot: slot(start) } }],
      ["GetBookingStatus", { booking_id: booking.booking_id }],
      ["UpdateBooking", { booking: { booking_id: booking.booking_id, status: "CANCELED" } }],
    ] as const) {
      const answer = await reserve(`/reserve/v3/${method}`, body, stranger);
      assert.deepEqual([answer.status, answer.body.code], [404, "not_found"], method);
    }
    const managed = await partner.location(undefined, { booking_mode: "provider" });
    const refused = await operate("POST", "/test/booking_channels", { name: "No", location_ids: [managed] });
    assert.equal(refused.status, 400, refused.text);
  });
});

describe("a booking through a channel", () => {
  test("is looked up, made, moved, listed, cancelled, and a partner sees all of it (rules/bookings 8.6; rules/providers 6.2)", async () => {
    const [start = 0, , third = 0] = await starts();
    const asked = [start, start + 60, third].map((at) => {
      const { service_id, start_sec, duration_sec, resources } = slot(at);
      return {
        service_id,
        start_sec: at === third ? Number(start_sec) : start_sec,
        duration_sec,
        resource_ids: resources,
      };
    });
    const looked = await reserve("/reserve/v3/BatchAvailabilityLookup", { merchant_id: locationId, slot_time: asked });
    assert.deepEqual(
      looked.body.slot_time_availability.map((one: { available: boolean }) => one.available),
      [true, false, true],
      looked.text,
    );
    const body = createBody(start, "made-1", { additional_request: "A quiet corner" });
    const made = await reserve("/reserve/v3/CreateBooking/", body);
    const { booking } = made.body;
    assert.deepEqual([booking.status, booking.slot], ["CONFIRMED", slot(start)], made.text);
    const seen = await partner.call("GET", `/v1/bookings/${booking.booking_id}`);
    assert.deepEqual(
      [seen.body.source, seen.body.notes, seen.body.guest.phone],
      ["online", "A quiet corner", body.user_information.telephone],
    );
    const moved = await reserve("/reserve/v3/UpdateBooking", {
      booking: { booking_id: booking.booking_id, slot: { start_sec: String(third), resources: { party_size: 3 } } },
    });
    assert.deepEqual(moved.body.booking.slot, slot(third, 3), moved.text);
    const status = await reserve("/reserve/v3/GetBookingStatus", { booking_id: booking.booking_id });
    assert.equal(status.body.booking_status, "CONFIRMED");
    const { user_id } = body.user_information;
    const listed = await reserve("/reserve/v3/ListBookings", { user_id });
    assert.deepEqual(
      listed.body.bookings.map((one: { slot: unknown }) => one.slot),
      [slot(third, 3)],
    );
    for (let time = 0; time < 2; time++) {
      const cancelled = await reserve("/reserve/v3/UpdateBooking", {
        booking: { booking_id: booking.booking_id, status: "CANCELED" },
      });
      assert.equal(cancelled.body.booking.status, "CANCELED", cancelled.text);
    }
    assert.deepEqual((await reserve("/reserve/v3/ListBookings", { user_id })).body.bookings, []);
    const events = await partner.events(booking.booking_id);
    assert.deepEqual(
      events.map((one) => one.event_type),
      ["booking.created", "booking.changed", "booking.cancelled"],
    );
  });

  test("the same token makes one booking and answers the same bytes; another request with it is refused (rules/providers 6.2)", async () => {
    const { body, booking } = await booked("once-1", 3);
    const again = await reserve("/reserve/v3/CreateBooking", body);
    assert.deepEqual([again.body.booking, again.headers.get("idempotent-replayed")], [booking, "true"]);
    const other = await reserve("/reserve/v3/CreateBooking", { ...body, additional_request: "other" });
    assert.deepEqual([other.status, other.body.code], [409, "idempotency_key_reused"]);
    const same = await Promise.all(
      Array.from({ length: 8 }, () => reserve("/reserve/v3/CreateBooking", createBody(0, "zero"))),
    );
    assert.ok(same.every(({ status }) => status === 200 || status === 409));
  });

  test("a token of one channel is nothing to another", async () => {
    const [start = 0] = await starts(4);
    const other = await newChannel([locationId]);
    const first = await reserve("/reserve/v3/CreateBooking", createBody(start, "shared"));
    const second = await reserve("/reserve/v3/CreateBooking", createBody(start, "shared"), other);
    assert.notEqual(first.body.booking.booking_id, second.body.booking.booking_id);
  });

  test("a lease keeps the table for its booking alone", async () => {
    const [start = 0] = await starts(5, 4);
    const lease = (token: string) =>
      reserve("/reserve/v3/CreateLease", {
        lease: { slot: slot(start, 4), user_reference: token },
        idempotency_token: token,
      });
    const leases = await Promise.all(["l1", "l2", "l3", "l4"].map(lease));
    const [{ lease_id: leaseId, lease_expiration_time_sec: ends } = { lease_id: "", lease_expiration_time_sec: "0" }] =
      leases.map(({ body }) => body.lease);
    assert.ok(Number(ends) > Date.now() / 1000 + 200);
    assert.equal((await lease("l5")).body.booking_failure.cause, "SLOT_UNAVAILABLE");
    assert.equal((await lease("l1")).body.lease.lease_id, leaseId);
    const made = await reserve(
      "/reserve/v3/CreateBooking",
      createBody(start, "leased", { slot: slot(start, 4), lease_ref: { lease_id: leaseId } }),
    );
    assert.equal(made.body.booking?.status, "CONFIRMED", made.text);
    const used = await reserve(
      "/reserve/v3/CreateBooking",
      createBody(start, "used", { slot: slot(start, 4), lease_ref: { lease_id: leaseId } }),
    );
    assert.equal(used.body.booking_failure.cause, "LEASE_EXPIRED");
  });

  test("a lease of one restaurant books no table of another", async () => {
    const other = await partner.location(tablesOfFour(2));
    const both = await newChannel([locationId, other]);
    const [start = 0] = await starts(8);
    const lease = await reserve("/reserve/v3/CreateLease", { lease: { slot: slot(start) } }, both);
    const { lease_id } = lease.body.lease;
    const body = createBody(start, "elsewhere", { slot: slot(start, 2, other), lease_ref: { lease_id } });
    const made = await reserve("/reserve/v3/CreateBooking", body, both);
    assert.equal(made.body.booking_failure?.cause, "LEASE_EXPIRED", made.text);
  });

  test("what the venue refuses is a failure of the contract, with status 200 (rules/providers 6.3)", async () => {
    const [start = 0] = await starts(6);
    const { booking, body } = await booked("fail-1", 7);
    const { now } = { now: Math.floor(Date.now() / 1000) };
    const cases = [
      [createBody(start + 420, "f-1"), "SLOT_UNAVAILABLE"],
      [createBody(now + 600, "f-2"), "SLOT_UNAVAILABLE"],
      [createBody(start, "f-3", { slot: slot(start, 9) }), "SLOT_UNAVAILABLE"],
      [createBody(start, "f-4", { user_information: { ...newUser(), telephone: "12" } }), "UNSUPPORTED_PHONE_NUMBER"],
      [
        createBody(Number(booking.slot.start_sec), "f-5", { user_information: body.user_information }),
        "OVERLAPPING_RESERVATION",
      ],
    ] as const;
    for (const [request, cause] of cases) {
      const answer = await reserve("/reserve/v3/CreateBooking", request);
      assert.deepEqual([answer.status, answer.body.booking_failure?.cause], [200, cause], answer.text);
    }
    const near = await reserve("/reserve/v3/CreateBooking", createBody(now + 600, "f-6"));
    assert.equal(near.body.booking_failure.description, "TOO_NEAR");
  });

  for (const start of ["32503680000", "999999999999", 32_503_680_000]) {
    test(`a start at ${typeof start} ${start} is 400, and the message names it (rules/http 4.11)`, async () => {
      const wrong = { slot: { ...slot(0), start_sec: start } };
      const answer = await reserve("/reserve/v3/CreateBooking", createBody(0, "", wrong));
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.body.message, /start_sec/);
    });
  }

  test("a booking whose stay is too near is not cancelled by the guest any more", async () => {
    const { booking } = await booked("late-1", 8);
    const seconds = Number(booking.slot.start_sec) - Math.floor(Date.now() / 1000) - 3_600;
    const clock = await partner.call("POST", `/v1/sandbox/locations/${locationId}/clock`, { advance_seconds: seconds });
    assert.equal(clock.status, 200, clock.text);
    const answer = await reserve("/reserve/v3/UpdateBooking", {
      booking: { booking_id: booking.booking_id, status: "CANCELED" },
    });
    assert.deepEqual(
      [answer.status, answer.body.booking_failure?.cause],
      [200, "OUTSIDE_CANCELLATION_WINDOW"],
      answer.text,
    );
  });
});

test("too many wrong passwords from one address are answered 429, and the right one is not", async () => {
  const wrong = { username: channel.username, password: "wrong" };
  let answer = await reserve("/reserve/v3/HealthCheck", undefined, wrong);
  for (let tries = 0; tries < 25 && answer.status === 401; tries++)
    answer = await reserve("/reserve/v3/HealthCheck", undefined, wrong);
  assert.deepEqual([answer.status, answer.body.code], [429, "rate_limited"]);
  assert.ok(answer.headers.has("retry-after"));
  assert.equal((await reserve("/reserve/v3/HealthCheck")).status, 200);
});

test("a slot that asks for a payment is not offered: a channel cannot lead its guests to it (rules/bookings 17.4)", async () => {
  const paid = await partner.location(asking());
  const maps = await newChannel([paid]);
  const start = Date.parse((await partner.slot(paid, 2)).starts_at) / 1000;
  const body = createBody(start, "paid-ahead", { slot: slot(start, 2, paid) });
  const answer = await reserve("/reserve/v3/CreateBooking", body, maps);
  assert.deepEqual([answer.body.booking?.status, answer.body.booking_failure?.cause], [undefined, "SLOT_UNAVAILABLE"]);
});
