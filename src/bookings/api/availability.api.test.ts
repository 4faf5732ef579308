import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { configureBookings, createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { connect, createApp, createLocation, type TestApp } from "../../../test/harness/factories.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { addDays } from "../venue/service-days.ts";
import { smallConfiguration } from "./setup-examples.ts";

let service: TestService;
let app: TestApp;
let locationId: Id<"str">;
/** A day on which everything is open, well within the booking window. */
const inTenDays = addDays(localDate("Europe/Paris", Date.now()), 10);
const day = inTenDays === "2027-12-25" ? addDays(inTenDays, 1) : inTenDays;

before(async () => {
  service = await startService();
  app = await createApp(service.database);
  locationId = await granted(await createBookableLocation(service.database));
});
after(() => service.stop());

async function granted(id: Id<"str">): Promise<Id<"str">> {
  await connect(service.database, app, id);
  return id;
}

function search(query: Readonly<Record<string, string | number>>, at: string = locationId) {
  const values = { start: `${day}T12:00`, end: `${day}T15:00`, party_size: 2, ...query };
  const text = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();
  return service.call("GET", `/v1/locations/${at}/booking_availability?${text}`, { key: app.key });
}

const times = (answer: { body: { data: { local_start: string }[] } }) =>
  answer.body.data.map(({ local_start }) => local_start.slice(11, 16));

test("the free slots of a window, in order, with everything that a slot says (rules/bookings 3.2)", async () => {
  const answer = await search({});
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(times(answer), ["12:00", "12:15", "12:30", "12:45", "13:00", "13:15", "13:30", "13:45"]);
  const [slot] = answer.body.data;
  const { slot_token, token_expires_at, ...rest } = slot;
  assert.equal(typeof slot_token, "string");
  const left = Date.parse(token_expires_at) - Date.now();
  assert.ok(left > 590_000 && left <= 600_000, `${left} ms left`);
  assert.deepEqual(
    { ...rest, starts_at: "", ends_at: "", local_start: "", local_end: "" },
    {
      object: "booking_slot",
      livemode: false,
      location_id: locationId,
      starts_at: "",
      ends_at: "",
      local_start: "",
      local_end: "",
      duration_minutes: 90,
      party_size: 2,
      area: { area_id: "room", name: "Dining room" },
      experience: null,
      payment: null,
    },
  );
  assert.equal(Date.parse(slot.starts_at), Date.parse(slot.local_start));
  assert.equal(Date.parse(slot.ends_at), Date.parse(slot.local_end));
  assert.equal(Date.parse(slot.ends_at) - Date.parse(slot.starts_at), 90 * 60_000);
});

test("the end is exclusive, experiences stand after the standard slot of the same start, and both can be narrowed (rules/bookings 3.1, 3.2)", async () => {
  assert.deepEqual(times(await search({ end: `${day}T12:15` })), ["12:00"]);
  assert.deepEqual(times(await search({ start: `${day}T09:00`, end: `${day}T11:00` })), []);
  const dinner = { start: `${day}T18:00`, end: `${day}T18:30` };
  const both = await search(dinner);
  assert.deepEqual(
    both.body.data.map((slot: { experience: { id: string } | null }) => slot.experience?.id ?? null),
    [null, "tasting", null, "tasting"],
  );
  const tasting = await search({ ...dinner, experience_id: "tasting" });
  assert.deepEqual(
    tasting.body.data.map((slot: { duration_minutes: number }) => slot.duration_minutes),
    [150, 150],
  );
  const terrace = await search({ ...dinner, area_id: "terrace" });
  assert.deepEqual(
    terrace.body.data.map((slot: { area: { area_id: string } }) => slot.area.area_id),
    ["terrace", "terrace"],
  );
});

describe("what can never be offered", () => {
  const refusals: readonly (readonly [string, Readonly<Record<string, string | number>>, number, string])[] = [
    ["a party too large", { party_size: 13 }, 422, "party_size_out_of_bounds"],
    ["a party far too large", { party_size: 1001 }, 422, "party_size_out_of_bounds"],
    ["more than live", { party_size: Number.MAX_SAFE_INTEGER }, 422, "party_size_out_of_bounds"],
    ["more than can be counted", { party_size: "9007199254740993" }, 400, "invalid_request"],
    ["a misspelled field", { Area_id: "zzz" }, 400, "invalid_request"],
    ["a party for the venue itself", { party_size: 9 }, 422, "large_party_inquiry_required"],
    [
      "a party too small for the experience",
      { party_size: 1, experience_id: "tasting" },
      422,
      "party_size_out_of_bounds",
    ],
    ["the past", { start: "2020-01-01T12:00", end: "2020-01-02T12:00" }, 422, "outside_booking_window"],
    ["too far ahead", { start: "2199-01-01T12:00", end: "2199-01-02T12:00" }, 422, "outside_booking_window"],
    ["the end before the start", { end: `${day}T11:00` }, 400, "invalid_window"],
    ["an empty window", { end: `${day}T12:00` }, 400, "invalid_window"],
    ["more than 31 days", { end: `${addDays(day, 31)}T12:01` }, 400, "invalid_window"],
    ["an offset", { start: `${day}T12:00Z` }, 400, "invalid_window"],
    ["no such day", { start: "2027-02-30T12:00" }, 400, "invalid_window"],
    ["no such hour", { start: `${day}T24:00` }, 400, "invalid_window"],
    ["a party that is no number", { party_size: "two" }, 400, "invalid_request"],
    ["nobody", { party_size: 0 }, 400, "invalid_request"],
    ["an unknown experience", { experience_id: "none" }, 400, "invalid_request"],
    ["an unknown area", { area_id: "cellar" }, 400, "invalid_request"],
    ["an unknown booking", { booking_id: newId("bkg") }, 404, "not_found"],
    ["a malformed booking", { booking_id: "bkg_1" }, 400, "invalid_request"],
  ];
  for (const [name, query, status, code] of refusals) {
    test(`${name}: ${status} ${code} (rules/bookings 3.1, 3.3 and 3.6)`, async () => {
      const answer = await search(query);
      assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text);
    });
  }
});

test("the message of a bound says what is wrong with it", async () => {
  const cases = [
    ["2026-02-30T18:00", /^query\.start names 2026-02-30, a date that does not exist$/],
    [`${day}T24:00`, /^query\.start names 24:00, a time of the day that does not exist/],
    [`${day}T12:00Z`, /^query\.start must be a venue-local time YYYY-MM-DDTHH:MM, .* without seconds or an offset$/],
    [day, /^query\.start must be a venue-local time YYYY-MM-DDTHH:MM/],
  ] as const;
  for (const [start, message] of cases) assert.match((await search({ start })).body.message, message);
});

test("31 days are allowed, and half a window outside of the booking window is only left out (rules/bookings 3.1)", async () => {
  assert.equal((await search({ end: `${addDays(day, 31)}T12:00` })).status, 200);
  const past = await search({ start: `${addDays(day, -20)}T00:00`, end: `${addDays(day, -9)}T23:59` });
  assert.equal(past.status, 200);
  const soon = Date.now() + 30 * 60_000 - 1_000;
  assert.ok(past.body.data.every(({ starts_at }: { starts_at: string }) => Date.parse(starts_at) >= soon));
});

test("a blocked area falls to the next; a blocked window is refused; a half-blocked one is not (rules/bookings 2.6, 3.7)", async () => {
  const at = await granted(await createBookableLocation(service.database));
  const block = async (revision: number, blackout_dates: unknown[]) => {
    const path = `/v1/locations/${at}/booking_blackouts`;
    const answer = await service.call("PUT", path, {
      key: app.key,
      body: { expected_revision: revision, blackout_dates },
    });
    assert.equal(answer.status, 200, answer.text);
  };
  const lunch = { start_date: day, end_date: day, start_time: "12:00", end_time: "13:00" };
  await block(0, [lunch]);
  assert.deepEqual(times(await search({}, at)), ["13:00", "13:15", "13:30", "13:45"]);
  await block(1, [{ ...lunch, end_time: "14:00", area_id: "room" }]);
  const areas = (await search({}, at)).body.data.map((slot: { area: { area_id: string } }) => slot.area.area_id);
  assert.deepEqual([...new Set(areas)], ["terrace"]);
  assert.equal((await search({ area_id: "room" }, at)).body.code, "date_blocked");
  await block(2, [{ start_date: day, end_date: addDays(day, 1) }]);
  assert.equal((await search({}, at)).body.code, "date_blocked");
  assert.equal((await search({ end: `${addDays(day, 2)}T13:00` }, at)).status, 200);
});

test("not enabled, not configured, without a zone, managed elsewhere, not granted (rules/bookings 1.3, 1.12)", async () => {
  const off = await granted(
    await createBookableLocation(service.database, smallConfiguration, { bookings_enabled: false }),
  );
  assert.equal((await search({}, off)).body.code, "bookings_not_enabled");
  const bare = await granted(await createLocation(service.database, { bookings_enabled: true }));
  assert.equal((await search({}, bare)).body.code, "configuration_missing");
  const nowhere = await granted(await createLocation(service.database, { bookings_enabled: true, timezone: null }));
  await configureBookings(service.database, nowhere);
  assert.equal((await search({}, nowhere)).body.code, "configuration_missing");
  const provided = await granted(
    await createBookableLocation(service.database, smallConfiguration, { booking_mode: "provider" }),
  );
  assert.equal((await search({}, provided)).body.code, "capability_unsupported");
  assert.equal((await search({}, await createBookableLocation(service.database))).status, 404);
});

test("a new configuration is searched at once", async () => {
  const at = await granted(await createBookableLocation(service.database));
  assert.equal((await search({}, at)).body.data.length, 8);
  await configureBookings(service.database, at, { ...smallConfiguration, slotIntervalMinutes: 60 });
  assert.deepEqual(times(await search({}, at)), ["12:00", "13:00"]);
});

test("a party that has the table is seen by the search, and can be left out of it (rules/bookings 3.1)", async () => {
  const [one] = smallConfiguration.areas;
  const at = await granted(
    await createBookableLocation(service.database, {
      ...smallConfiguration,
      contactRequired: "none",
      areas: [{ areaId: "room", poolId: 1, name: "Room", units: (one?.units ?? []).slice(0, 1) }],
      experiences: [],
    }),
  );
  const [first] = (await search({}, at)).body.data;
  const booked = await service.call("POST", "/v1/bookings", {
    key: app.key,
    body: { slot_token: first.slot_token, guest: { first_name: "Dana", last_name: "Diner" } },
  });
  assert.equal(booked.status, 201, booked.text);
  assert.deepEqual(times(await search({}, at)), ["13:30", "13:45"]);
  assert.equal(times(await search({ booking_id: booked.body.id }, at)).length, 8);
  assert.equal((await search({ booking_id: booked.body.id })).status, 404);
});
