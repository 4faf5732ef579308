import { isRefusal } from "../../kernel/refusal.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "../../kernel/id.ts";
import { localTimeOf } from "../../kernel/wall-time.ts";
import { searchAvailability } from "../search/availability.ts";
import type { GivenConfiguration } from "./configuration.schemas.ts";
import { parseConfiguration } from "./parse-configuration.ts";
import { serviceDayEnd, serviceDayOf, startsOn } from "./service-days.ts";
import { smallConfiguration } from "../api/setup-examples.ts";
import { compileVenue, type Venue } from "./venue.ts";

const everyDay = [0, 1, 2, 3, 4, 5, 6];
type Given = GivenConfiguration["services"][number];

function venueAt(timeZone: string, services: readonly Partial<Given>[], interval: 15 | 30 | 60 = 30): Venue {
  const configuration = parseConfiguration({
    ...smallConfiguration,
    slotIntervalMinutes: interval,
    leadTime: { minMinutes: 0, maxDays: 60 },
    exceptions: [{ date: "2026-06-02", closed: true }],
    experiences: [],
    services: services.map((service, index) => ({
      serviceId: `s${index}`,
      name: "Service",
      days: everyDay,
      opens: "18:00",
      closes: "23:00",
      ...service,
    })),
  });
  if (isRefusal(configuration)) throw new Error(configuration.message);
  return compileVenue({
    locationId: newId("str"),
    timeZone,
    revision: 1,
    configuration,
    blackouts: [],
    blackoutsRevision: 0,
  });
}

function localStarts(venue: Venue, date: string): string[] {
  return startsOn(venue, date).map(({ startsAt }) => localTimeOf(venue.timeZone, startsAt).slice(8));
}

describe("the starts of a service", () => {
  test("lie at opens and every interval after it, until the last seating (rules/bookings 1.8)", () => {
    const venue = venueAt("UTC", [{ opens: "18:10", lastSeating: "19:20" }]);
    assert.deepEqual(localStarts(venue, "2026-06-01"), ["01T18:10:00+00:00", "01T18:40:00+00:00", "01T19:10:00+00:00"]);
    assert.deepEqual(localStarts(venue, "2026-06-02"), []);
  });

  test("in spring the hour that is skipped has none, in autumn the hour that comes twice has two (rules/bookings 15.2, 15.3)", () => {
    const venue = venueAt("Europe/Paris", [{ opens: "01:00", closes: "06:00", lastSeating: "04:00" }], 60);
    assert.deepEqual(localStarts(venue, "2026-03-29"), ["29T01:00:00+01:00", "29T03:00:00+02:00", "29T04:00:00+02:00"]);
    const autumn = localStarts(venue, "2026-10-25").toSorted();
    assert.deepEqual(autumn, [
      "25T01:00:00+02:00",
      "25T02:00:00+01:00",
      "25T02:00:00+02:00",
      "25T03:00:00+01:00",
      "25T04:00:00+01:00",
    ]);
  });

  test("stays are elapsed time: through the repeated hour, and until a closing time that comes twice (rules/bookings 1.11)", () => {
    const venue = venueAt("Europe/Paris", [{ opens: "23:00", closes: "02:30" }]);
    const night = { start: Date.UTC(2026, 9, 24, 22), end: Date.UTC(2026, 9, 25, 12) };
    const query = { ...night, partySize: 2, experience: null, areaId: null };
    const found = searchAvailability(venue, [], query, Date.UTC(2026, 9, 20));
    assert.ok(Array.isArray(found));
    const last = found.at(-1);
    // 02:30 comes at 00:30Z and at 01:30Z; the stay of 90 minutes ends at the later one.
    assert.deepEqual([last?.startsAt, last?.endsAt], [Date.UTC(2026, 9, 25, 0), Date.UTC(2026, 9, 25, 1, 30)]);
  });
});

describe("a window in the hour that comes twice", () => {
  const venue = venueAt("Europe/Paris", [{ opens: "01:00", closes: "06:00", lastSeating: "04:00" }], 15);
  const found = (start: string, end: string): readonly string[] => {
    const wall = (time: string): number => Date.parse(`2026-10-25T${time}:00Z`);
    const query = { start: wall(start), end: wall(end), partySize: 2, experience: null, areaId: null };
    const slots = searchAvailability(venue, [], query, Date.UTC(2026, 9, 20));
    assert.ok(Array.isArray(slots));
    return slots.map(({ startsAt }) => localTimeOf("Europe/Paris", startsAt).slice(11, 22));
  };

  test("has the times from its start until before its end, of both passes", () => {
    assert.deepEqual(found("02:30", "02:45"), ["02:30:00+02", "02:30:00+01"]);
    assert.deepEqual(found("02:00", "02:30"), ["02:00:00+02", "02:15:00+02", "02:00:00+01", "02:15:00+01"]);
    assert.deepEqual(found("01:45", "02:15"), ["01:45:00+02", "02:00:00+02", "02:00:00+01"]);
    assert.deepEqual(found("02:45", "03:15"), ["02:45:00+02", "02:45:00+01", "03:00:00+01"]);
  });

  test("has no time twice or never when windows follow each other", () => {
    const bounds = ["01:00", "02:00", "02:15", "02:30", "03:00", "04:15"];
    const parts = bounds.slice(1).flatMap((end, index) => found(bounds[index] ?? "", end));
    assert.deepEqual(parts.toSorted(), found("01:00", "04:15").toSorted());
  });
});

describe("the service day", () => {
  const late = venueAt("Europe/Paris", [
    { opens: "18:00", closes: "02:00", days: [5] },
    { opens: "12:00", closes: "15:00", days: [0, 1, 2, 3, 4, 6] },
  ]);
  const at = (iso: string): number => Date.parse(`${iso}:00+02:00`);

  test("of a service that passes midnight is the day on which it opened (rules/bookings 1.9)", () => {
    assert.equal(serviceDayOf(late, at("2026-06-06T01:59")), "2026-06-05");
    assert.equal(serviceDayOf(late, at("2026-06-06T02:00")), "2026-06-06");
  });

  test("ends when the last service closes, or at four without one (rules/bookings 1.9)", () => {
    assert.equal(serviceDayEnd(late, "2026-06-05"), at("2026-06-06T02:00"));
    assert.equal(serviceDayEnd(late, "2026-06-06"), at("2026-06-06T15:00"));
    assert.equal(serviceDayEnd(late, "2026-06-02"), at("2026-06-03T04:00"));
    assert.equal(serviceDayOf(late, at("2026-06-03T03:59")), "2026-06-02");
    assert.equal(serviceDayOf(late, at("2026-06-03T04:00")), "2026-06-03");
    assert.equal(serviceDayOf(late, at("2026-06-07T00:30")), "2026-06-07");
  });

  test("without services ends when a service opens before four on the next morning (rules/bookings 1.9)", () => {
    const night = venueAt("Europe/Paris", [{ opens: "01:00", closes: "23:00" }]);
    assert.equal(serviceDayEnd(night, "2026-06-02"), at("2026-06-03T01:00"));
    assert.equal(serviceDayOf(night, at("2026-06-03T00:59")), "2026-06-02");
    assert.equal(serviceDayOf(night, at("2026-06-03T01:00")), "2026-06-03");
    for (const { startsAt, date } of startsOn(night, "2026-06-03"))
      assert.equal(serviceDayOf(night, startsAt), date, localTimeOf("Europe/Paris", startsAt));
  });
});
