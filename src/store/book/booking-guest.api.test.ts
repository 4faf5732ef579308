/** The guest's side of bookings over HTTP: without a key, a guest reaches only what they were given. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { tablesOfFour } from "../../../test/harness/booking-partner.ts";
import { connect, createApp, type TestApp } from "../../../test/harness/factories.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";
import type { GivenConfiguration } from "../../bookings/venue/configuration.schemas.ts";
import { smallConfiguration } from "../../bookings/api/setup-examples.ts";
import type { Id } from "../../kernel/id.ts";
import { localDate } from "../../kernel/wall-time.ts";

const many = { diner_reads: 100_000, diner_writes: 100_000, photos: 100_000 };
const ada = { first_name: "Ada", last_name: "Byron", phone: "01 42 60 01 43" };
const here = {
  name: "Bistro Maple",
  phone: "+33142600142",
  address: { line1: "1 Rue X", city: "Paris", country: "FR" },
};

describe("guests book without an app", () => {
  let service: TestService;
  let app: TestApp;
  before(async () => {
    service = await startService({ live: true, settings: { addressLimits: many } });
    app = await createApp(service.database);
  });
  after(() => service.stop());

  const store = (method: string, path: string, body?: unknown): Promise<CallAnswer> =>
    service.call(method, `/store/v1${path}`, body === undefined ? {} : { body });
  const location = (configuration: GivenConfiguration = tablesOfFour(1), fields: object = {}): Promise<Id<"str">> =>
    createBookableLocation(service.database, configuration, { ...here, ...fields });
  const dateIn = (days: number): string => localDate("Europe/Paris", Date.now() + days * 24 * 3_600_000);
  const search = (locationId: Id<"str">, party = 2, more = "") =>
    store(
      "GET",
      `/locations/${locationId}/booking_availability?start=${dateIn(2)}T00:00&end=${dateIn(3)}T00:00&party_size=${party}${more}`,
    );
  const slotOf = async (locationId: Id<"str">, time = "20:00", more = ""): Promise<string> => {
    const found = await search(locationId, 2, more);
    assert.equal(found.status, 200, found.text);
    const slot = found.body.data.find((each: { local_start: string }) => each.local_start.includes(`T${time}`));
    assert.ok(slot !== undefined, `no slot at ${time}`);
    return slot.slot_token;
  };
  const hold = async (locationId: Id<"str">, time?: string): Promise<CallAnswer> =>
    store("POST", "/booking_holds", { slot_token: await slotOf(locationId, time) });
  const book = async (locationId: Id<"str">, guest: object = ada): Promise<CallAnswer> => {
    const held = await hold(locationId);
    assert.equal(held.status, 201, held.text);
    return store("POST", "/bookings", { hold_token: held.body.token, guest });
  };
  const move = (locationId: Id<"str">, seconds: number) =>
    service.database.transaction((tx) =>
      tx.rows("UPDATE locations SET clock_offset_seconds = clock_offset_seconds + $2 WHERE id = $1", [
        locationId,
        seconds,
      ]),
    );

  test("storeGetBookingProfile: what a guest needs, and why not where tables are not booked", async () => {
    const { body } = await store("GET", `/locations/${await location()}/booking_profile`);
    assert.deepEqual([body.bookable, body.reason, body.contact_required], [true, null, "none"]);
    assert.deepEqual(body.location.address, "1 Rue X, Paris");
    const off = await location(undefined, { bookings_enabled: false });
    const refused = (await store("GET", `/locations/${off}/booking_profile`)).body;
    assert.deepEqual([refused.bookable, refused.reason, refused.party_size], [false, "bookings_not_enabled", null]);
    assert.equal((await store("GET", "/locations/str_01k0w3gzq4w1d8n5v7j2m6t9ke/booking_profile")).status, 404);
  });

  test("storeListBookingDays: open, full, closed and over are told apart", async () => {
    const exceptions = [{ date: dateIn(3), closed: true as const }];
    const locationId = await location(tablesOfFour(1, { exceptions, leadTime: { minMinutes: 0, maxDays: 5 } }));
    for (const time of ["18:00", "19:30", "21:00"]) assert.equal((await hold(locationId, time)).status, 201);
    const { body } = await store("GET", `/locations/${locationId}/booking_days?party_size=2&from=${dateIn(2)}&days=5`);
    const states = body.data.map((day: { state: string }) => day.state);
    assert.deepEqual(states, ["full", "closed", "open", "open", "over"]);
    const unknown = await store("GET", `/locations/${locationId}/booking_days?party_size=2&from=2026-02-30`);
    assert.deepEqual([unknown.status, unknown.body.details.issues[0].path], [400, "query.from"]);
    const words = await store("GET", `/locations/${locationId}/booking_days?party_size=2&from=zz`);
    assert.equal(words.body.message, "query.from must be a date YYYY-MM-DD, such as 2026-11-25");
    const large = await store("GET", `/locations/${locationId}/booking_days?party_size=9`);
    assert.equal(large.body.code, "party_size_out_of_bounds");
  });

  test("storeHoldSlot, storeGetHold, storeCreateBooking: a hold becomes one booking, however often it is sent (rules/bookings 14.2)", async () => {
    const locationId = await location();
    await connect(service.database, app, locationId);
    const held = await hold(locationId);
    assert.equal(held.status, 201, held.text);
    assert.equal((await search(locationId)).body.data.length, 3, "18:00, 18:30 and 21:30 do not touch the held stay");
    const { token } = held.body;
    assert.equal((await store("GET", `/booking_holds/${token}`)).body.status, "live");
    const unread = await store("POST", "/bookings", { hold_token: token, guest: { ...ada, phone: "12" } });
    assert.deepEqual([unread.body.code, unread.body.details.issues[0].path], ["invalid_phone", "body.guest.phone"]);
    const send = (): Promise<CallAnswer> =>
      store("POST", "/bookings", { hold_token: token, guest: ada, notes: "Window" });
    const answers = await Promise.all([send(), send(), send()]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    );
    assert.equal(new Set(answers.map(({ body }) => body.token)).size, 1);
    for (const other of [{ first_name: "Eve" }, { phone: "01 42 60 01 44" }, { email: "ada@example.org" }]) {
      const late = await store("POST", "/bookings", { hold_token: token, guest: { ...ada, ...other } });
      assert.deepEqual([late.status, late.body.code], [409, "hold_consumed"], late.text);
      assert.equal(/bkg_/.test(late.text), false);
    }
    const booking = answers[0].body;
    assert.deepEqual(booking.guest, { ...ada, phone: "+33142600143", email: null });
    assert.equal(booking.page_url, `${service.url}/booking/${booking.token}`);
    const seen = await service.call("GET", `/v1/bookings?location_id=${locationId}`, { key: app.key });
    assert.deepEqual(
      seen.body.data.map((each: { source: string; notes: string }) => [each.source, each.notes]),
      [["online", "Window"]],
    );
  });

  test("storeSearchBookings, storeReleaseHold: releasing frees the table; a hold that ran out is booked while the table is free, not after (rules/bookings 14.3)", async () => {
    const locationId = await location();
    const first = await hold(locationId);
    assert.equal((await store("DELETE", `/booking_holds/${first.body.token}`)).body.status, "released");
    assert.equal(
      (await store("POST", "/bookings", { hold_token: first.body.token, guest: ada })).body.code,
      "hold_expired",
    );
    const second = await hold(locationId);
    await move(locationId, 301);
    assert.equal((await store("GET", `/booking_holds/${second.body.token}`)).body.status, "expired");
    const late = await store("POST", "/bookings", { hold_token: second.body.token, guest: ada });
    assert.equal(late.status, 201, late.text);
    const again = await store("POST", "/bookings", { hold_token: second.body.token, guest: ada });
    assert.equal(again.body.token, late.body.token);

    const other = await location();
    const slow = await hold(other);
    await move(other, 301);
    assert.equal((await hold(other)).status, 201);
    const gone = await store("POST", "/bookings", { hold_token: slow.body.token, guest: ada });
    assert.deepEqual([gone.status, gone.body.code], [409, "slot_unavailable"]);
  });

  test("a guest who chose an area and was slow gets a table in that area or none (rules/bookings 14.3)", async () => {
    const locationId = await location(smallConfiguration);
    const slot_token = await slotOf(locationId, "20:00", "&area_id=terrace");
    const slow = await Promise.all([1, 2].map(() => store("POST", "/booking_holds", { slot_token })));
    await move(locationId, 301);
    const [late, gone] = slow.map(({ body }) => ({ hold_token: body.token }));
    const booked = await store("POST", "/bookings", { ...late, guest: ada });
    assert.deepEqual([booked.status, booked.body.area?.area_id], [201, "terrace"], booked.text);
    const terrace = await slotOf(locationId, "20:00", "&area_id=terrace");
    for (let tables = 0; tables < 2; tables++)
      assert.equal((await store("POST", "/booking_holds", { slot_token: terrace })).status, 201);
    const refused = await store("POST", "/bookings", { ...gone, guest: { ...ada, phone: "01 42 60 01 44" } });
    assert.deepEqual([refused.status, refused.body.code], [409, "slot_unavailable"]);
  });

  test("storeGetBooking, storeChangeBooking, storeCancelBooking by the key alone, within the policy (rules/bookings 14.1)", async () => {
    const locationId = await location();
    const { token } = (await book(locationId)).body;
    const read = await store("GET", `/bookings/${token}`);
    assert.equal(read.body.can_cancel, true);
    assert.equal(read.headers.get("cache-control"), "no-store");
    assert.equal(read.headers.get("referrer-policy"), "no-referrer");
    const slot_token = await slotOf(locationId, "20:30", `&booking_token=${token}`);
    const moved = await store("POST", `/bookings/${token}/change`, { slot_token, notes: "Late", expected_version: 1 });
    assert.equal(moved.status, 200, moved.text);
    assert.match(moved.body.local_start, /T20:30/);
    assert.equal(
      (await store("POST", `/bookings/${token}/change`, { notes: " ", expected_version: 1 })).body.message,
      "body.notes must not be blank",
    );
    assert.equal(
      (await store("POST", `/bookings/${token}/change`, { notes: null, expected_version: 1 })).body.code,
      "stale_version",
    );
    await move(locationId, 3 * 24 * 3600);
    const late = await store("POST", `/bookings/${token}/cancel`, {});
    assert.deepEqual([late.status, late.body.details.reason], [409, "outside_policy_window"]);
    await move(locationId, -3 * 24 * 3600);
    for (let times = 0; times < 2; times++) {
      const cancelled = await store("POST", `/bookings/${token}/cancel`, { reason: "Ill" });
      assert.deepEqual([cancelled.status, cancelled.body.status], [200, "cancelled_by_guest"]);
    }
    const seen = await service.database.read.one<{ readonly updated_by: string }>(
      "SELECT updated_by FROM bookings WHERE location_id = $1 AND status = 'cancelled_by_guest'",
      [locationId],
    );
    assert.equal(seen.updated_by, "guest");
  });

  test("storeGetBookingCalendar is a calendar file; keys of others, of bookings of partners and made-up ones open nothing", async () => {
    const locationId = await location();
    const made = await book(locationId);
    const { token } = made.body;
    const file = await store("GET", `/bookings/${token}/calendar`);
    assert.match(file.headers.get("content-type") ?? "", /^text\/calendar/);
    assert.match(file.text, /^BEGIN:VCALENDAR\r\n/);
    for (const wrong of [
      `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
      "x",
      token.toLowerCase(),
      `${token}A`,
    ])
      for (const path of ["", "/calendar"])
        assert.equal((await store("GET", `/bookings/${wrong}${path}`)).status, 404, wrong);
    const { hash } = await service.database.read.one<{ hash: Buffer }>(
      "SELECT guest_token_hash AS hash FROM bookings WHERE location_id = $1",
      [locationId],
    );
    assert.equal(hash.length, 32);
  });

  test("what is refused names nobody else's booking, and tokens of partners' searches are not the store's (rules/bookings 14.4)", async () => {
    const locationId = await location(tablesOfFour(3));
    await connect(service.database, app, locationId);
    assert.equal((await book(locationId)).status, 201);
    const again = await book(locationId, { ...ada, first_name: "Eve" });
    assert.deepEqual([again.status, again.body.code], [409, "overlapping_booking"]);
    assert.equal(/bkg_/.test(again.text), false);
    const window = `start=${dateIn(2)}T18:00&end=${dateIn(2)}T23:00&party_size=2`;
    const path = `/v1/locations/${locationId}/booking_availability?${window}`;
    const [slot] = (await service.call("GET", path, { key: app.key })).body.data;
    const foreign = await store("POST", "/booking_holds", { slot_token: slot.slot_token });
    assert.deepEqual([foreign.status, foreign.body.code], [400, "invalid_slot_token"]);
  });

  test("a location of live is booked in live, on the same surface", async () => {
    assert.ok(service.live !== null);
    const locationId = await createBookableLocation(service.live, tablesOfFour(1), here);
    const made = await book(locationId);
    assert.deepEqual([made.status, made.body.livemode], [201, true], made.text);
    assert.equal((await store("GET", `/bookings/${made.body.token}`)).body.livemode, true);
  });

  test("an address cannot hold a whole evening (rules/bookings 14.6)", async () => {
    const locationId = await location(tablesOfFour(30));
    const slot_token = await slotOf(locationId);
    const statuses: number[] = [];
    for (let times = 0; times < 21; times++)
      statuses.push((await store("POST", "/booking_holds", { slot_token })).status);
    assert.deepEqual([statuses.filter((each) => each === 201).length, statuses.at(-1)], [20, 429]);
  });
});
