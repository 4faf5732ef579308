import assert from "node:assert/strict";
import { test } from "node:test";
import type { Blackout } from "../../bookings/venue/blackouts.ts";
import { dateAfter } from "../../kernel/day-span.ts";
import { isOpenAt, type Availability } from "../../kernel/wall-time.ts";
import { smallConfiguration } from "../../bookings/api/setup-examples.ts";
import { parseConfiguration } from "../../bookings/venue/parse-configuration.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import * as days from "./closed-days.ts";

const configuration = parseConfiguration(smallConfiguration);
if (isRefusal(configuration)) throw new Error(configuration.message);
const everyDay = {
  services: configuration.services.map((one) => ({ ...one, days: [0, 1, 2, 3, 4, 5, 6] as const })),
  exceptions: [],
};
const blackout = (from: string, to: string, more: Partial<Blackout> = {}): Blackout => ({
  start_date: from,
  end_date: to,
  start_time: null,
  end_time: null,
  area_id: null,
  reason: null,
  ...more,
});
/** A Monday. */
const today = "2026-12-21";
const christmas = days.datesBetween("2026-12-24", "2026-12-26");

test("days that are closed for the same are one span, from today on", () => {
  const hours = days.closeHours(null, ["2026-12-01", ...christmas]);
  const exceptions = days.closeBookings([], ["2026-12-25", "2026-12-26", "2026-12-31"]);
  const found = days.listClosedDays({ hours, configuration: { ...everyDay, exceptions }, blackouts: [] }, today);
  assert.deepEqual(
    found.map(({ from, to, orders, bookings }) => [from, to, orders, bookings]),
    [
      ["2026-12-24", "2026-12-24", true, false],
      ["2026-12-25", "2026-12-26", true, true],
      ["2026-12-31", "2026-12-31", false, true],
    ],
  );
});

test("what no week offers on a day is not missed on it, and no closed weekday is a closed day", () => {
  const friday = { dayOfWeek: 5, startTime: "11:00", endTime: "22:00" };
  const weekly: Availability = { windows: [friday] };
  const exceptions = days.closeBookings([], ["2026-12-24"]);
  const closings = { hours: weekly, configuration: { ...everyDay, exceptions }, blackouts: [] };
  const [only, ...others] = days.listClosedDays(closings, today);
  assert.deepEqual([only?.from, only?.orders, only?.bookings, others], ["2026-12-24", true, true, []]);
  const alone = { hours: days.closeHours(null, ["2026-12-24"]), configuration: null, blackouts: [] };
  assert.equal(days.listClosedDays(alone, today)[0]?.bookings, true, "no bookings are set up");
});

test("a blackout of whole days and the whole location closes; one of an hour or an area does not", () => {
  const blackouts = [
    blackout("2026-12-01", "2026-12-22"),
    blackout("2026-12-24", "2026-12-24", { start_time: "18:00", end_time: "19:00" }),
    blackout("2026-12-27", "2027-03-31", { area_id: "terrace" }),
  ];
  const found = days.listClosedDays({ hours: null, configuration: everyDay, blackouts }, today);
  const expected = { from: today, to: "2026-12-22", orders: false, bookings: true, canRestore: false };
  assert.deepEqual(found, [expected]);
});

test("closing keeps the week and other dates, and opening again gives back what was there", () => {
  const evening = { date: "2026-12-31", windows: [{ startTime: "18:00", endTime: "02:00" }] };
  const hours: Availability = {
    windows: [{ dayOfWeek: 4, startTime: "11:00", endTime: "22:00" }],
    exceptions: [evening],
  };
  const closed = days.closeHours(hours, christmas);
  assert.deepEqual(
    closed.exceptions?.map(({ date }) => date),
    [...christmas, "2026-12-31"],
  );
  assert.deepEqual(days.restoreHours(closed, christmas), hours);
  const always = days.closeHours(null, ["2026-12-25"]);
  assert.equal(isOpenAt(always, "Europe/Paris", Date.parse("2026-12-24T22:59:59Z")), true);
  assert.equal(isOpenAt(always, "Europe/Paris", Date.parse("2026-12-24T23:00:00Z")), false);
  assert.equal(isOpenAt(always, "Europe/Paris", Date.parse("2026-12-25T23:00:00Z")), true);
  assert.equal(days.restoreHours(always, ["2026-12-25"]), null);
  assert.deepEqual(days.restoreHours(closed, ["2026-12-31"]), closed, "hours of a date stay");
  const party = { date: "2026-12-31", closed: false, services: everyDay.services };
  const both = days.closeBookings([party], christmas);
  assert.deepEqual(days.restoreBookings(both, [...christmas, "2026-12-31"]), [party]);
});

test("the most that may be closed is found quickly", () => {
  const all = days.datesBetween(today, dateAfter(today, days.daysAhead));
  const blackouts = all.slice(0, 366).map((date) => blackout(date, date));
  const hours = days.closeHours(null, all);
  const found = days.listClosedDays({ hours, configuration: everyDay, blackouts }, today);
  assert.deepEqual([found[0]?.from, found.at(-1)?.to], [today, all.at(-1)]);
});
