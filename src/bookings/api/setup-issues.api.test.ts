import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { connect, createApp, createLocation, type TestApp } from "../../../test/harness/factories.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";
import { smallConfiguration } from "./setup-examples.ts";

let service: TestService;
let app: TestApp;
let bare: Id<"str">;
let bookable: Id<"str">;
before(async () => {
  service = await startService();
  app = await createApp(service.database);
  bare = await createLocation(service.database);
  bookable = await createBookableLocation(service.database);
  for (const locationId of [bare, bookable]) await connect(service.database, app, locationId);
});
after(() => service.stop());

async function pathsFrom(locationId: string, what: string, body: unknown, code: string): Promise<string[]> {
  const answer = await service.call("PUT", `/v1/locations/${locationId}/${what}`, { key: app.key, body });
  assert.deepEqual([answer.status, answer.body.code], [400, code], answer.text);
  const issues: readonly { readonly path: string }[] = answer.body.details.issues;
  return issues
    .map(({ path }) => path.replace("body.configuration.", "").replace("body.blackout_dates", ""))
    .toSorted();
}

const publish = (configuration: unknown, more: object = {}) =>
  pathsFrom(bare, "booking_configuration", { configuration, ...more }, "invalid_request");
const block = (blackouts: readonly unknown[], more: object = {}, code = "invalid_blackout_dates") =>
  pathsFrom(bookable, "booking_blackouts", { expected_revision: 0, blackout_dates: blackouts, ...more }, code);

test("every contradiction of the durations is named, also beside others that are turned around (rules/bookings 1.4)", async () => {
  const durations = [
    { minPartySize: 4, maxPartySize: 3, minutes: 90 },
    { minPartySize: 3, maxPartySize: 4, minutes: 90 },
    { minPartySize: 9, maxPartySize: 5, minutes: 90 },
    { minPartySize: 4, maxPartySize: 6, minutes: 90 },
    { minPartySize: 8, maxPartySize: 9, minutes: 90 },
  ];
  assert.deepEqual(await publish({ ...smallConfiguration, durations }), [
    "durations",
    "durations[0].maxPartySize",
    "durations[1].minPartySize",
    "durations[2].maxPartySize",
    "durations[3].minPartySize",
    "durations[4].minPartySize",
  ]);
  const reversed = [
    { minPartySize: 4, maxPartySize: 1, minutes: 90 },
    { minPartySize: 12, maxPartySize: 5, minutes: 90 },
  ];
  assert.deepEqual(await publish({ ...smallConfiguration, durations: reversed }), [
    "durations",
    "durations[0].maxPartySize",
    "durations[1].maxPartySize",
  ]);
});

test("of what may be null, only the mistakes inside are named, and what to send", async () => {
  const configuration = {
    ...smallConfiguration,
    waitlist: { enabled: true },
    services: [{ ...smallConfiguration.services[0], opens: "7:00", pacing: { maxParties: "3" } }],
    experiences: [{ ...smallConfiguration.experiences[0], unitIds: "t1" }],
  };
  const path = `/v1/locations/${bare}/booking_configuration`;
  const { body } = await service.call("PUT", path, { key: app.key, body: { configuration } });
  const issues: readonly { readonly path: string; readonly message: string }[] = body.details.issues;
  assert.deepEqual(
    issues.map(({ path, message }) => `${path.slice("body.configuration.".length)} ${message}`).toSorted(),
    [
      "experiences[0].unitIds must be an array or null, not a string",
      "services[0].opens must be a time of the day HH:MM, such as 07:00",
      "services[0].pacing.maxParties must be an integer or null, not a string",
      "waitlist.maxPartySize is required",
    ],
  );
});

test("a malformed part hides no contradiction of the others", async () => {
  const [first] = smallConfiguration.durations;
  assert.deepEqual(await publish({ ...smallConfiguration, slotIntervalMinutes: 7, durations: [first] }), [
    "durations",
    "slotIntervalMinutes",
  ]);
  const { areas } = smallConfiguration;
  const many = {
    ...smallConfiguration,
    partySize: { min: 9, max: 2 },
    durations: [first, { minPartySize: 2, maxPartySize: 3, minutes: "90" }, { ...first, maxPartySize: 0 }],
    services: [{ ...smallConfiguration.services[0], lastSeating: "23:00", areas: ["cellar"] }, 5],
    exceptions: [{ date: "2027-02-30", closed: true }, { date: 5 }],
    areas: [areas[0], { ...areas[0], poolId: 7 }],
    experiences: [{ ...smallConfiguration.experiences[0], services: ["brunch"], unitIds: ["zz"] }],
    waiting: 1,
  };
  assert.deepEqual(
    await publish(many, { expected_revision: "1" }),
    [
      ...(areas[0]?.units ?? []).map((_, index) => `areas[1].units[${index}].unitId`).toSorted(),
      "areas[1].areaId",
      "body.expected_revision",
      "durations[1].minutes",
      "durations[2].maxPartySize",
      "exceptions[0].date",
      "exceptions[1].date",
      // What services there are is not known, so that a reference to one is not judged.
      "experiences[0].unitIds[0]",
      "partySize.max",
      "services[0].areas[0]",
      "services[0].lastSeating",
      "services[1]",
      "waiting",
    ].toSorted(),
  );
});

test("payments name what there is, once, in a currency (rules/bookings 17.1)", async () => {
  const payment = {
    paymentId: "deposit",
    kind: "deposit",
    amount: { amount: 0, currency: "EUR" },
    per: "person",
    refundUntilMinutes: 60,
  };
  const sound = { ...payment, amount: { amount: 1_000, currency: "XQX" } };
  const payments = [payment, { ...sound, services: ["brunch"], experienceIds: ["none"], days: [1, 1] }, sound];
  assert.deepEqual(await publish({ ...smallConfiguration, payments }), [
    "payments[0].amount.amount",
    "payments[1].amount.currency",
    "payments[1].days",
    "payments[1].experienceIds[0]",
    "payments[1].services[0]",
    "payments[2].amount.currency",
    "payments[2].paymentId",
  ]);
});

test("nor does a malformed unit or combination hide what the rest of its area contradicts", async () => {
  const [unit] = smallConfiguration.areas[0]?.units ?? [];
  const area = {
    areaId: "hall",
    poolId: 1,
    name: 5,
    units: [unit, { ...unit, minSeats: "2", unitId: "t2" }, { ...unit, minSeats: 4, maxSeats: 2 }],
    combinations: [
      { unitIds: ["t1", "t1"], minSeats: 3, maxSeats: 2 },
      { unitIds: ["t1"], minSeats: 1, maxSeats: 2 },
      { unitIds: ["t1", "t1"], minSeats: 1, maxSeats: 2 },
    ],
  };
  const services = smallConfiguration.services.map((service) => ({ ...service, areas: ["cellar"] }));
  const experiences = [{ ...smallConfiguration.experiences[0], unitIds: ["t9"] }];
  const configuration = { ...smallConfiguration, services, areas: [area], experiences };
  assert.deepEqual(await publish(configuration), [
    "areas[0].combinations[0].maxSeats",
    "areas[0].combinations[0].unitIds",
    "areas[0].combinations[1].unitIds",
    "areas[0].combinations[2].unitIds",
    "areas[0].combinations[2].unitIds",
    "areas[0].name",
    "areas[0].units[1].minSeats",
    "areas[0].units[2].maxSeats",
    "areas[0].units[2].unitId",
    "services[0].areas[0]",
    "services[1].areas[0]",
  ]);
});

test("nothing is said of what a missing or malformed part would have had to hold", async () => {
  const { partySize, areas, ...rest } = smallConfiguration;
  assert.deepEqual(await publish(rest), ["areas", "partySize"]);
  assert.deepEqual(await publish({ ...smallConfiguration, partySize: 5, areas: {} }), ["areas", "partySize"]);
  assert.deepEqual([partySize.min, areas.length], [1, 2]);
  for (const nothing of [null, [], "x", 5]) assert.deepEqual(await publish(nothing), ["body.configuration"]);
});

const day = (date: string, more: object = {}) => ({ start_date: date, end_date: date, ...more });

test("blackouts that overlap are named beside every other failure (rules/bookings 2.4)", async () => {
  const blackouts = [
    day("2027-01-01"),
    { start_date: "2027-01-01", end_date: "2027-01-02" },
    day("2027-02-30"),
    day("2027-03-01", { area_id: "cellar" }),
    day("2027-03-01"),
    { start_date: 5, end_date: "2027-01-01" },
    day("2027-04-01", { start_time: "10:00" }),
    { start_date: "2027-06-02", end_date: "2027-06-01" },
  ];
  const paths = [
    "[1]",
    "[2].end_date",
    "[2].start_date",
    "[3].area_id",
    "[4]",
    "[5].start_date",
    "[6].end_time",
    "[7].end_date",
  ];
  assert.deepEqual(await block(blackouts), paths);
  assert.deepEqual(await block(blackouts, { expectedRevision: 1 }, "invalid_request"), [
    ...paths,
    "body.expectedRevision",
  ]);
  for (const nothing of [null, {}, "x"])
    assert.equal(
      (
        await pathsFrom(
          bookable,
          "booking_blackouts",
          { expected_revision: 0, blackout_dates: nothing },
          "invalid_blackout_dates",
        )
      ).length,
      1,
    );
});

test("a list that is far too long is refused in an answer of reasonable size", async () => {
  const { status, text } = await service.call("PUT", `/v1/locations/${bookable}/booking_blackouts`, {
    key: app.key,
    body: { expected_revision: 0, blackout_dates: Array.from({ length: 10_000 }, () => day("2027-01-01")) },
  });
  assert.equal(status, 400);
  assert.match(text, /"body\.blackout_dates"/);
  assert.ok(text.length < 100_000, `${text.length} characters`);
});

test("a location without areas has none that could be blocked", async () => {
  const body = { expected_revision: 0, blackout_dates: [day("2027-01-01", { area_id: "room" }), day("2027-02-01")] };
  assert.deepEqual(await pathsFrom(bare, "booking_blackouts", body, "invalid_blackout_dates"), ["[0].area_id"]);
  const answer = await service.call("PUT", `/v1/locations/${bare}/booking_blackouts`, {
    key: app.key,
    body: { expected_revision: 0, blackout_dates: [day("2027-02-01")] },
  });
  assert.equal(answer.status, 200, answer.text);
});

test("a large configuration, which a thread reads, is published or judged like a small one (rules/http 4.14)", async () => {
  const day = (index: number) => new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10);
  const gala = { serviceId: "gala", name: "Gala ".repeat(40).trim(), opens: "18:00", closes: "23:00" };
  const exceptions = Array.from({ length: 300 }, (_, index) => ({ date: day(index), services: [gala] }));
  const large = { ...smallConfiguration, exceptions };
  assert.ok(JSON.stringify(large).length > 64 * 1024);
  const body = { configuration: large, expected_revision: null };
  const path = `/v1/locations/${bare}/booking_configuration`;
  const published = await service.call("PUT", path, { key: app.key, body });
  assert.deepEqual([published.status, published.body.revision], [200, 1], published.text);
  assert.equal(published.body.configuration.exceptions.length, 300);
  const wrong = exceptions.with(299, { date: day(299), services: [{ ...gala, closes: "noon" }] });
  assert.deepEqual(await publish({ ...large, exceptions: wrong }), ["exceptions[299].services[0].closes"]);
  const useless = await service.call("PUT", path, {
    key: app.key,
    body: { configuration: { ...large, areas: [], experiences: [] } },
  });
  assert.deepEqual([useless.status, useless.body.code], [422, "configuration_rejected"], useless.text);
  const twice = JSON.stringify(body).replace('"expected_revision":null', '"expected_revision":1,"expected_revision":1');
  const malformed = await service.call("PUT", path, { key: app.key, raw: twice });
  assert.deepEqual([malformed.status, malformed.body.code], [400, "invalid_request"], malformed.text);
});
