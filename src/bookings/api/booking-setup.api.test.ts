import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { connect, createApp, createLocation, type TestApp } from "../../../test/harness/factories.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";
import { smallConfiguration } from "./setup-examples.ts";

let service: TestService;
let app: TestApp;
before(async () => {
  service = await startService();
  app = await createApp(service.database);
});
after(() => service.stop());

const get = (locationId: string, what: string) =>
  service.call("GET", `/v1/locations/${locationId}/${what}`, { key: app.key });
const put = (locationId: string, what: string, body: unknown) =>
  service.call("PUT", `/v1/locations/${locationId}/${what}`, { key: app.key, body });
const pathsOf = (answer: { body: { details: { issues: { path: string }[] } } }) =>
  answer.body.details.issues.map(({ path }) => path);

async function plainLocation(): Promise<Id<"str">> {
  const locationId = await createLocation(service.database);
  await connect(service.database, app, locationId);
  return locationId;
}

async function bookableLocation(): Promise<Id<"str">> {
  const locationId = await createBookableLocation(service.database);
  await connect(service.database, app, locationId);
  return locationId;
}

test("a configuration is published, read back, sent back as it was read, and guarded by its revision (rules/bookings 1.1, 1.2)", async () => {
  const locationId = await plainLocation();
  const none = await get(locationId, "booking_configuration");
  assert.deepEqual([none.status, none.body.revision, none.body.configuration], [200, null, null]);
  const stale = await put(locationId, "booking_configuration", {
    configuration: smallConfiguration,
    expected_revision: 1,
  });
  assert.deepEqual(
    [stale.status, stale.body.code, stale.body.details],
    [409, "stale_configuration", { expected: 1, actual: null }],
  );
  const first = await put(locationId, "booking_configuration", {
    configuration: smallConfiguration,
    expected_revision: null,
  });
  assert.deepEqual([first.status, first.body.revision, first.body.warnings], [200, 1, []]);
  assert.equal(first.body.configuration.areas[0].units[0].outOfService, false);
  const read = await get(locationId, "booking_configuration");
  const { warnings, ...published } = first.body;
  assert.deepEqual([read.body, warnings], [published, []]);
  const again = await put(locationId, "booking_configuration", {
    configuration: read.body.configuration,
    expected_revision: 1,
  });
  assert.equal(again.body.revision, 2);
  assert.deepEqual(again.body.configuration, read.body.configuration);
  const late = await put(locationId, "booking_configuration", {
    configuration: smallConfiguration,
    expected_revision: 1,
  });
  assert.deepEqual([late.status, late.body.details], [409, { expected: 1, actual: 2 }]);
  const free = await put(locationId, "booking_configuration", { configuration: smallConfiguration });
  assert.equal(free.body.revision, 3);
});

test("of saves that expect the same revision, also the first, exactly one is taken (rules/bookings 1.2)", async () => {
  const locationId = await plainLocation();
  for (const expected of [null, 1]) {
    const body = { configuration: smallConfiguration, expected_revision: expected };
    const answers = await Promise.all(Array.from({ length: 8 }, () => put(locationId, "booking_configuration", body)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
  }
});

test("every failure of a configuration is named with its path (rules/bookings 1.4, 1.5)", async () => {
  const locationId = await plainLocation();
  const malformed = await put(locationId, "booking_configuration", {
    expectedRevision: 3,
    configuration: {
      ...smallConfiguration,
      slotIntervalMinutes: 7,
      holdSeconds: 30,
      services: [{ ...smallConfiguration.services[0], opens: "25:00", days: [7] }],
      areas: smallConfiguration.areas.map((area) => ({
        ...area,
        units: area.units.map((unit) => ({ ...unit, minSeats: "2" })),
      })),
    },
  });
  assert.deepEqual([malformed.status, malformed.body.code], [400, "invalid_request"]);
  assert.deepEqual(pathsOf(malformed).toSorted(), [
    ...smallConfiguration.areas.flatMap((area, at) =>
      area.units.map((_, index) => `body.configuration.areas[${at}].units[${index}].minSeats`),
    ),
    "body.configuration.holdSeconds",
    "body.configuration.services[0].days[0]",
    "body.configuration.services[0].opens",
    "body.configuration.slotIntervalMinutes",
    "body.expectedRevision",
  ]);
  const [room] = smallConfiguration.areas;
  const contradicting = await put(locationId, "booking_configuration", {
    configuration: {
      ...smallConfiguration,
      largePartyThreshold: 40,
      durations: [
        { minPartySize: 1, maxPartySize: 3, minutes: 90 },
        { minPartySize: 3, maxPartySize: 4, minutes: 90 },
        { minPartySize: 6, maxPartySize: 10, minutes: 90 },
      ],
      services: [{ ...smallConfiguration.services[0], lastSeating: "23:00", areas: ["cellar"] }],
      exceptions: [{ date: "2027-02-30", closed: true }, { date: "2027-03-01" }],
      areas: [room, { ...room, combinations: [{ unitIds: ["t1", "x"], minSeats: 4, maxSeats: 2 }] }],
      experiences: [{ ...smallConfiguration.experiences[0], services: ["brunch"], unitIds: ["t1", "zz"] }],
    },
  });
  assert.equal(contradicting.status, 400);
  assert.deepEqual(
    pathsOf(contradicting).map((path) => path.replace("body.configuration.", "")),
    [
      "largePartyThreshold",
      "durations[1].minPartySize",
      "durations[2].minPartySize",
      "durations",
      "services[0].lastSeating",
      "services[0].areas[0]",
      "exceptions[0].date",
      "exceptions[1].services",
      "areas[1].areaId",
      "areas[1].poolId",
      ...(room?.units ?? []).map((_, index) => `areas[1].units[${index}].unitId`),
      "areas[1].combinations[0].maxSeats",
      "areas[1].combinations[0].unitIds[1]",
      "experiences[0].services[0]",
      "experiences[0].unitIds[1]",
    ],
  );
  const useless = await put(locationId, "booking_configuration", {
    configuration: { ...smallConfiguration, areas: [], services: [], exceptions: [], experiences: [] },
  });
  assert.deepEqual([useless.status, useless.body.code], [422, "configuration_rejected"]);
  assert.equal(useless.body.details.reasons.length, 3);
  assert.equal((await get(locationId, "booking_configuration")).body.revision, null);
});

test("getBookingProfile says what the location offers, configured or not (rules/bookings 2.1)", async () => {
  const bare = (await get(await plainLocation(), "booking_profile")).body;
  assert.deepEqual(
    [bare.enabled, bare.management, bare.party_size, bare.configuration_revision],
    [false, "native", null, null],
  );
  assert.deepEqual([bare.blackout_dates, bare.blackout_dates_revision, bare.capabilities.availability], [[], 0, false]);
  const profile = (await get(await bookableLocation(), "booking_profile")).body;
  assert.equal(profile.enabled, true);
  assert.deepEqual(profile.areas, [
    { area_id: "room", name: "Dining room" },
    { area_id: "terrace", name: "Terrace" },
  ]);
  assert.deepEqual(profile.booking_window, { min_lead_minutes: 30, max_days: 60 });
  assert.deepEqual(profile.experiences[0].id, "tasting");
  assert.equal(profile.capabilities.experiences, true);
  assert.equal(profile.capabilities.guest_messaging, false);
});

test("blackout dates are replaced whole, guarded by their revision, and listed when wrong (rules/bookings 2.2, 2.4)", async () => {
  const locationId = await bookableLocation();
  const day = { start_date: "2027-01-01", end_date: "2027-01-01" };
  const first = await put(locationId, "booking_blackouts", {
    expected_revision: 0,
    blackout_dates: [{ ...day, reason: "Holiday" }],
  });
  assert.equal(first.status, 200, first.text);
  assert.deepEqual(first.body.blackout_dates, [
    { ...day, start_time: null, end_time: null, area_id: null, reason: "Holiday" },
  ]);
  assert.equal(first.body.blackout_dates_revision, 1);
  const stale = await put(locationId, "booking_blackouts", { expected_revision: 0, blackout_dates: [] });
  assert.deepEqual(
    [stale.status, stale.body.code, stale.body.details],
    [409, "stale_blackout_dates", { expected: 0, actual: 1 }],
  );
  const profile = (await get(locationId, "booking_profile")).body;
  assert.deepEqual([profile.blackout_dates, profile.blackout_dates_revision], [first.body.blackout_dates, 1]);
  const wrong = await put(locationId, "booking_blackouts", {
    expected_revision: 1,
    blackout_dates: [
      { start_date: "2027-02-29", end_date: "2027-03-01" },
      { start_date: "2027-03-02", end_date: "2027-03-01" },
      { ...day, start_time: "18:00" },
      { start_date: "2027-04-01", end_date: "2027-04-02", start_time: "10:00", end_time: "11:00" },
      { start_date: "2027-05-01", end_date: "2027-05-01", start_time: "11:00", end_time: "10:00" },
      { start_date: "2027-06-01", end_date: "2027-06-01", area_id: "cellar" },
    ],
  });
  assert.deepEqual([wrong.status, wrong.body.code], [400, "invalid_blackout_dates"]);
  assert.deepEqual(
    pathsOf(wrong).map((path) => path.replace("body.blackout_dates", "")),
    ["[0].start_date", "[1].end_date", "[2].end_time", "[3].start_time", "[4].end_time", "[5].area_id"],
  );
  const overlapping = await put(locationId, "booking_blackouts", {
    expected_revision: 1,
    blackout_dates: [
      { start_date: "2027-01-01", end_date: "2027-01-03" },
      { start_date: "2027-01-03", end_date: "2027-01-03", start_time: "10:00", end_time: "11:00", area_id: "room" },
      { start_date: "2027-01-04", end_date: "2027-01-04", area_id: "room" },
      { start_date: "2027-01-04", end_date: "2027-01-04", area_id: "terrace" },
    ],
  });
  assert.deepEqual(pathsOf(overlapping), ["body.blackout_dates[1]"]);
  const malformed = await put(locationId, "booking_blackouts", {
    expected_revision: 1,
    blackout_dates: [{ start_date: 5, end: "x" }],
  });
  assert.deepEqual([malformed.body.code, pathsOf(malformed).length], ["invalid_blackout_dates", 3]);
  const misspelled = await put(locationId, "booking_blackouts", { expectedRevision: 1, blackout_dates: [] });
  assert.deepEqual(
    [misspelled.body.code, pathsOf(misspelled).toSorted()],
    ["invalid_request", ["body.expectedRevision", "body.expected_revision"]],
  );
});

test("another app's location is not found, and configuring needs its own scope (rules/http 3.6, 3.9)", async () => {
  const locationId = await createBookableLocation(service.database);
  for (const what of ["booking_configuration", "booking_profile"])
    assert.equal((await get(locationId, what)).status, 404);
  assert.equal((await put(locationId, "booking_configuration", { configuration: smallConfiguration })).status, 404);
  const reader = await createApp(service.database, ["bookings:read"]);
  const own = await createBookableLocation(service.database);
  await connect(service.database, reader, own);
  const call = (method: string, what: string, body?: unknown) =>
    service.call(method, `/v1/locations/${own}/${what}`, { key: reader.key, ...(body === undefined ? {} : { body }) });
  assert.equal((await call("GET", "booking_profile")).status, 200);
  assert.equal((await call("GET", "booking_configuration")).status, 403);
  assert.equal((await call("PUT", "booking_blackouts", { expected_revision: 0, blackout_dates: [] })).status, 403);
});

test("texts in other languages, photos and prices are judged, kept, and read back as they were sent (rules/languages 2.2, 2.4)", async () => {
  const { areas, services, experiences, cancellation } = smallConfiguration;
  const shown = (more: object, texts: object) => ({
    ...smallConfiguration,
    areas: areas.map((area) => ({ ...area, ...more })),
    services: services.slice(1).map((service) => ({ ...service, translations: texts })),
    experiences: experiences.map((one) => ({ ...one, ...more })),
    cancellation: { ...cancellation, translations: { de: { policyText: "Bis zwei Stunden vorher." } } },
  });
  const wrong = { photoUrl: "ftp://example.com/a.png", pricePerPerson: { amount: 100, currency: "XXZ" } };
  const spelled = { "pt-br": { name: "Sala" }, "no language": { name: "Room" }, de: {}, fr: { policyText: "Non" } };
  const locationId = await plainLocation();
  const what = "booking_configuration";
  const refused = { ...shown({ ...wrong, translations: spelled }, spelled), areas: areas.slice(0, 1) };
  const found = pathsOf(await put(locationId, what, { configuration: refused }))
    .filter((path) => /translations|photo|price/.test(path))
    .toSorted();
  assert.deepEqual(
    found.map((path) => path.replace("body.configuration.", "")),
    [
      "experiences[0].photoUrl",
      "experiences[0].pricePerPerson.currency",
      "experiences[0].translations.de",
      "experiences[0].translations.fr.policyText",
      "experiences[0].translations.no language",
      "experiences[0].translations.pt-br",
      "services[0].translations.de",
      "services[0].translations.fr.policyText",
      "services[0].translations.no language",
      "services[0].translations.pt-br",
    ],
  );
  const right = {
    description: "Out in the garden.",
    photoUrl: "https://example.com/a.png",
    pricePerPerson: { amount: 4_500, currency: "EUR" },
    translations: { de: { name: "Garten", description: "Im Garten." } },
  };
  const configuration = shown(right, { de: { name: "Abend" } });
  const sent = await put(locationId, what, { configuration });
  assert.equal(sent.status, 200, sent.text);
  const { body } = await get(locationId, what);
  for (const { description, photoUrl, pricePerPerson, translations } of [
    ...body.configuration.areas,
    ...body.configuration.experiences,
  ])
    assert.deepEqual({ description, photoUrl, pricePerPerson, translations }, right);
  assert.deepEqual(body.configuration.services[0].translations, { de: { name: "Abend" } });
  assert.deepEqual(body.configuration.cancellation.translations.de, { policyText: "Bis zwei Stunden vorher." });
  const again = await put(locationId, what, { configuration: body.configuration });
  assert.equal(again.status, 200, again.text);
  const { areas: known, experiences: offered } = (await get(locationId, "booking_profile")).body;
  assert.deepEqual([known[0].name, offered[0].photo_url], ["Dining room", right.photoUrl]);
});
