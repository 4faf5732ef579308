import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { isOpenAt } from "../../kernel/wall-time.ts";
import { checkTime } from "./order-gate.ts";
import { dueAt, earliestReady, intervalOf, inWords, nextPossibleTime, type OrderingClock } from "./order-times.ts";

const noon = Date.parse("2026-03-02T12:00:00Z");
const minute = 60_000;

function clock(fields: Partial<OrderingClock> = {}): OrderingClock {
  return {
    now: noon,
    timezone: "UTC",
    opening_hours: null,
    ordering_paused_until: null,
    preparation_minutes: 0,
    busy_delay_minutes: 0,
    order_capacity: null,
    ...fields,
  };
}
const daily = (startTime: string, endTime: string) => ({
  windows: [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime, endTime })),
});
const none = (): number => 0;
const at = (time: string): number => Date.parse(`2026-03-02T${time}:00Z`);
const capacity = (interval_minutes: 5 | 10 | 15 | 20 | 30 | 60, max_orders: number) => ({
  interval_minutes,
  max_orders,
});

describe("the earliest time", () => {
  test("is preparation and busy delay from now, or from the end of a pause (rules/ordering 7.3)", () => {
    assert.equal(earliestReady(clock({ preparation_minutes: 20, busy_delay_minutes: 10 })), at("12:30"));
    const paused = clock({ preparation_minutes: 20, ordering_paused_until: at("13:00") });
    assert.equal(earliestReady(paused), at("13:20"));
    assert.equal(earliestReady(clock({ ordering_paused_until: at("11:00") })), noon);
    assert.equal(dueAt(clock({ preparation_minutes: 20 }), null), at("12:20"));
    assert.equal(dueAt(clock({ preparation_minutes: 20 }), at("18:00")), at("18:00"));
  });

  test("an order for a time before it is told the time; a pause covers what is made in it, not next Saturday (rules/ordering 7.2, 7.3)", () => {
    const location = { ...clock({ preparation_minutes: 30 }), name: "Bistro" };
    const [soon] = checkTime(location, { scheduledFor: at("12:10") });
    assert.deepEqual(
      [soon?.code, soon?.path, soon?.message],
      ["too_soon", "/scheduled_for", "The kitchen needs until 12:30; choose that time or a later one."],
    );
    const paused = { ...location, ordering_paused_until: at("13:00") };
    assert.deepEqual(checkTime(paused, { scheduledFor: null })[0]?.code, "location_paused");
    assert.deepEqual(checkTime(paused, { scheduledFor: at("13:29") })[0]?.code, "location_paused");
    assert.deepEqual(checkTime(paused, { scheduledFor: at("13:30") }), []);
    assert.deepEqual(checkTime(paused, { scheduledFor: Date.parse("2026-03-07T18:00:00Z") }), []);
  });
});

describe("the next possible time", () => {
  test("is a round one, within hours, in an interval that has a place", () => {
    assert.equal(nextPossibleTime(clock(), at("12:03"), none), at("12:05"));
    const evening = clock({ opening_hours: daily("18:00", "22:00") });
    assert.equal(nextPossibleTime(evening, at("12:00"), none), at("18:00"));
    const counted = clock({ opening_hours: daily("18:00", "22:00"), order_capacity: capacity(30, 2) });
    const full = (from: number): number => (from < at("19:00") ? 2 : 1);
    assert.equal(nextPossibleTime(counted, at("12:00"), full), at("19:00"));
  });

  test("is none when it never opens, or two weeks are full (rules/ordering 7.6)", () => {
    assert.equal(nextPossibleTime(clock({ opening_hours: { windows: [] } }), noon, none), null);
    assert.equal(
      nextPossibleTime(clock({ order_capacity: capacity(60, 1) }), noon, () => 1),
      null,
    );
  });

  test("whatever hours and orders there are, it is open, has a place, and nothing round before it has both", () => {
    const hour = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, "0")}:00`);
    const world = fc.record({
      start: hour,
      end: hour,
      minutes: fc.constantFrom(15 as const, 30 as const, 60 as const),
      full: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      zone: fc.constantFrom("UTC", "Asia/Kolkata", "America/Chicago"),
      wait: fc.integer({ min: 0, max: 300 }),
    });
    fc.assert(
      fc.property(world, ({ start, end, minutes, full, zone, wait }) => {
        const location = clock({
          timezone: zone,
          opening_hours: daily(start, end),
          order_capacity: capacity(minutes, 1),
        });
        const dueIn = (from: number): number => (full[Math.floor(from / (minutes * minute)) % 8] === true ? 1 : 0);
        const isFree = (time: number): boolean =>
          isOpenAt(daily(start, end), zone, time) && dueIn(intervalOf(location, capacity(minutes, 1), time).from) === 0;
        const after = noon + wait * minute;
        const found = nextPossibleTime(location, after, dueIn);
        const first = Math.ceil(after / (5 * minute)) * 5 * minute;
        const until = found ?? after + 2 * 24 * 60 * minute;
        if (found !== null) assert.ok(isFree(found));
        for (let time = first; time < until; time += 5 * minute) assert.ok(!isFree(time), new Date(time).toISOString());
      }),
      { numRuns: 150 },
    );
  });
});

test("intervals begin at midnight of the location's clocks, also where the zone is off by half an hour (rules/ordering 7.4)", () => {
  const kolkata = intervalOf({ timezone: "Asia/Kolkata" }, capacity(60, 1), Date.parse("2026-03-02T12:40:00Z"));
  assert.equal(kolkata.from, Date.parse("2026-03-02T12:30:00Z"));
  assert.equal(kolkata.until - kolkata.from, 60 * minute);
});

test("times are read as people say them", () => {
  const location = { timezone: "Europe/Paris", now: noon };
  assert.equal(inWords(location, at("17:30")), "18:30");
  assert.equal(inWords(location, at("23:30")), "tomorrow at 00:30");
  assert.equal(inWords(location, Date.parse("2026-03-09T17:00:00Z")), "Monday 9 March at 18:00");
});
