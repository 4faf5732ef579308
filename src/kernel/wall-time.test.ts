import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseAvailability } from "./parse-availability.ts";
import { isOpenAt, isTimeZone, localDate, nextOpening, openUntil, type Availability } from "./wall-time.ts";

const at = (iso: string) => Date.parse(iso);
const newYork = "America/New_York";
// 2026-03-08 clocks in New York jump 02:00 -> 03:00; 2026-11-01 they fall 02:00 -> 01:00.

// oxfmt-ignore
const cases: [name: string, availability: Availability, zone: string, instant: string, open: boolean][] = [
  ["start is inclusive", { windows: [{ dayOfWeek: 1, startTime: "09:00", endTime: "17:00" }] }, "UTC", "2026-01-05T09:00:00Z", true],
  ["end is exclusive", { windows: [{ dayOfWeek: 1, startTime: "09:00", endTime: "17:00" }] }, "UTC", "2026-01-05T17:00:00Z", false],
  ["a millisecond before the end", { windows: [{ dayOfWeek: 1, startTime: "09:00", endTime: "17:00" }] }, "UTC", "2026-01-05T16:59:59.999Z", true],
  ["another day", { windows: [{ dayOfWeek: 1, startTime: "09:00", endTime: "17:00" }] }, "UTC", "2026-01-06T10:00:00Z", false],
  ["Sunday is 0", { windows: [{ dayOfWeek: 0, startTime: "09:00", endTime: "17:00" }] }, "UTC", "2026-01-04T10:00:00Z", true],
  ["Saturday is 6", { windows: [{ dayOfWeek: 6, startTime: "09:00", endTime: "17:00" }] }, "UTC", "2026-01-03T10:00:00Z", true],
  ["the zone decides the day", { windows: [{ dayOfWeek: 0, startTime: "20:00", endTime: "23:00" }] }, newYork, "2026-01-05T02:00:00Z", true],
  ["past midnight, after midnight", { windows: [{ dayOfWeek: 5, startTime: "18:00", endTime: "02:00" }] }, "UTC", "2026-01-03T01:59:00Z", true],
  ["past midnight, at the end", { windows: [{ dayOfWeek: 5, startTime: "18:00", endTime: "02:00" }] }, "UTC", "2026-01-03T02:00:00Z", false],
  ["past midnight, not on the morning of its own day", { windows: [{ dayOfWeek: 5, startTime: "18:00", endTime: "02:00" }] }, "UTC", "2026-01-02T01:00:00Z", false],
  ["until midnight", { windows: [{ dayOfWeek: 5, startTime: "18:00", endTime: "00:00" }] }, "UTC", "2026-01-02T23:59:59Z", true],
  ["equal times are a whole day", { windows: [{ dayOfWeek: 5, startTime: "00:00", endTime: "00:00" }] }, "UTC", "2026-01-02T23:59:59Z", true],
  ["equal times end after a day", { windows: [{ dayOfWeek: 5, startTime: "06:00", endTime: "06:00" }] }, "UTC", "2026-01-03T06:00:00Z", false],
  ["no windows, never open", { windows: [] }, "UTC", "2026-01-03T06:00:00Z", false],
  ["a closed exception", { windows: [{ dayOfWeek: 5, startTime: "09:00", endTime: "17:00" }], exceptions: [{ date: "2026-01-02", closed: true }] }, "UTC", "2026-01-02T10:00:00Z", false],
  ["an exception replaces", { windows: [{ dayOfWeek: 5, startTime: "09:00", endTime: "17:00" }], exceptions: [{ date: "2026-01-02", windows: [{ startTime: "20:00", endTime: "21:00" }] }] }, "UTC", "2026-01-02T20:30:00Z", true],
  ["an exception does not close last night's window", { windows: [{ dayOfWeek: 5, startTime: "18:00", endTime: "02:00" }], exceptions: [{ date: "2026-01-03", closed: true }] }, "UTC", "2026-01-03T01:00:00Z", true],
  ["a closed date closes its window past midnight", { windows: [{ dayOfWeek: 5, startTime: "18:00", endTime: "02:00" }], exceptions: [{ date: "2026-01-02", closed: true }] }, "UTC", "2026-01-03T01:00:00Z", false],
  ["spring: a start in the gap opens at the change", { windows: [{ dayOfWeek: 0, startTime: "02:30", endTime: "05:00" }] }, newYork, "2026-03-08T07:00:00Z", true],
  ["spring: not before the change", { windows: [{ dayOfWeek: 0, startTime: "02:30", endTime: "05:00" }] }, newYork, "2026-03-08T06:59:00Z", false],
  ["spring: an end in the gap closes at the change", { windows: [{ dayOfWeek: 6, startTime: "22:00", endTime: "02:30" }] }, newYork, "2026-03-08T07:00:00Z", false],
  ["spring: a window inside the gap never opens", { windows: [{ dayOfWeek: 0, startTime: "02:10", endTime: "02:50" }] }, newYork, "2026-03-08T07:15:00Z", false],
  ["autumn: an end that comes twice is the later", { windows: [{ dayOfWeek: 6, startTime: "22:00", endTime: "01:30" }] }, newYork, "2026-11-01T06:29:00Z", true],
  ["autumn: and closes then", { windows: [{ dayOfWeek: 6, startTime: "22:00", endTime: "01:30" }] }, newYork, "2026-11-01T06:30:00Z", false],
  ["autumn: a start that comes twice is the earlier", { windows: [{ dayOfWeek: 0, startTime: "01:30", endTime: "04:00" }] }, newYork, "2026-11-01T05:30:00Z", true],
  ["a change at midnight: Santiago opens at the change", { windows: [{ dayOfWeek: 0, startTime: "00:00", endTime: "10:00" }] }, "America/Santiago", "2026-09-06T04:00:00Z", true],
];

for (const [name, availability, zone, instant, open] of cases) {
  test(`isOpenAt: ${name} (rules/menus 3.1, 3.2 and 3.4)`, () =>
    assert.equal(isOpenAt(availability, zone, at(instant)), open));
}

test("nextOpening: now when open, the next start when closed, null when never", () => {
  const weekdays = { windows: [{ dayOfWeek: 1, startTime: "09:00", endTime: "17:00" }] };
  assert.equal(nextOpening(weekdays, "UTC", at("2026-01-05T10:00:00Z")), at("2026-01-05T10:00:00Z"));
  assert.equal(nextOpening(weekdays, "UTC", at("2026-01-05T17:00:00Z")), at("2026-01-12T09:00:00Z"));
  assert.equal(nextOpening({ windows: [] }, "UTC", at("2026-01-05T17:00:00Z")), null);
});

test("openUntil: the end of what is open without a break, null when closed and when it never closes", () => {
  const evening = { dayOfWeek: 1, startTime: "17:00", endTime: "01:00" };
  const monday = { windows: [{ dayOfWeek: 1, startTime: "11:00", endTime: "17:00" }, evening] };
  assert.equal(openUntil(monday, "UTC", at("2026-01-05T12:00:00Z")), at("2026-01-06T01:00:00Z"));
  assert.equal(openUntil(monday, "UTC", at("2026-01-06T00:30:00Z")), at("2026-01-06T01:00:00Z"));
  assert.equal(openUntil(monday, "UTC", at("2026-01-06T01:00:00Z")), null);
  const always = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: "00:00", endTime: "00:00" }));
  assert.equal(openUntil({ windows: always }, "UTC", at("2026-01-05T12:00:00Z")), null);
  const holiday = [{ date: "2026-01-08", closed: true as const }];
  assert.equal(
    openUntil({ windows: always, exceptions: holiday }, "UTC", at("2026-01-05T12:00:00Z")),
    at("2026-01-08T00:00:00Z"),
  );
});

test("nextOpening looks past weeks of closed exceptions and finds a lone exception far away", () => {
  const mondays = ["2026-01-12", "2026-01-19", "2026-01-26"].map((date) => ({
    date,
    closed: true as const,
  }));
  const weekly = {
    windows: [{ dayOfWeek: 1, startTime: "09:00", endTime: "17:00" }],
    exceptions: mondays,
  };
  assert.equal(nextOpening(weekly, "UTC", at("2026-01-06T00:00:00Z")), at("2026-02-02T09:00:00Z"));
  const lone = {
    windows: [],
    exceptions: [{ date: "2031-05-05", windows: [{ startTime: "10:00", endTime: "11:00" }] }],
  };
  assert.equal(nextOpening(lone, "UTC", at("2026-01-06T00:00:00Z")), at("2031-05-05T10:00:00Z"));
});

const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, "0"));
const time = fc.tuple(twoDigits(23), twoDigits(59)).map(([hour, minute]) => `${hour}:${minute}`);
const plain = { noNullPrototype: true };
const availabilities = fc.record(
  {
    windows: fc.array(fc.record({ dayOfWeek: fc.integer({ min: 0, max: 6 }), startTime: time, endTime: time }, plain), {
      maxLength: 4,
    }),
  },
  plain,
);

test("property: the next opening is open, nothing before it is, and parsing gives the value back", () => {
  const zones = fc.constantFrom(
    "UTC",
    newYork,
    "Europe/Paris",
    "Australia/Lord_Howe",
    "America/Santiago",
    "Asia/Kolkata",
  );
  const instants = fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2027-01-01T00:00:00Z") });
  fc.assert(
    fc.property(
      availabilities,
      zones,
      instants,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (availability, zone, instant, share) => {
        assert.deepEqual(parseAvailability(availability, assert.fail), availability);
        const opening = nextOpening(availability, zone, instant);
        assert.equal(opening === instant, isOpenAt(availability, zone, instant));
        if (opening === null) return assert.equal(availability.windows.length, 0);
        assert.ok(isOpenAt(availability, zone, opening));
        const between = Math.floor(instant + share * (opening - instant));
        if (between < opening) assert.ok(!isOpenAt(availability, zone, between));
      },
    ),
  );
});

test("localDate and isTimeZone", () => {
  assert.equal(localDate(newYork, at("2026-01-05T02:00:00Z")), "2026-01-04");
  for (const good of ["UTC", "Europe/Paris", "Asia/Calcutta", "America/Argentina/Buenos_Aires"])
    assert.ok(isTimeZone(good), good);
  for (const bad of ["", "+02:00", "europe/paris", "Mars/Olympus", "Europe/Paris ", "u"])
    assert.ok(!isTimeZone(bad), bad);
});

test("parseAvailability names every issue and drops unknown fields", () => {
  const issues: string[] = [];
  const report = (path: string, code: string) => void issues.push(`${path} ${code}`);
  assert.equal(
    parseAvailability(
      {
        windows: [{ dayOfWeek: 7, startTime: "9:00", endTime: "24:00" }, 3, { dayOfWeek: 1.5 }],
        exceptions: [
          { date: "2026-02-30", closed: true },
          { date: "2026-02-01" },
          { date: "2026-02-01", closed: true },
          { date: 5, closed: true, windows: [] },
        ],
      },
      report,
    ),
    undefined,
  );
  assert.deepEqual(issues, [
    "/windows/0/dayOfWeek range",
    "/windows/0/startTime format",
    "/windows/0/endTime format",
    "/windows/1 type",
    "/windows/2/dayOfWeek type",
    "/windows/2/startTime required",
    "/windows/2/endTime required",
    "/exceptions/0/date format",
    "/exceptions/1 required",
    "/exceptions/2/date duplicate_value",
    "/exceptions/3/date type",
    "/exceptions/3 format",
  ]);
  issues.length = 0;
  assert.equal(parseAvailability([], report), undefined);
  assert.equal(parseAvailability({}, report), undefined);
  assert.deepEqual(issues, [" type", "/windows required"]);
  assert.deepEqual(parseAvailability({ windows: [], more: 1 }, report), { windows: [] });
});
