import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { parseConfiguration } from "../bookings/venue/parse-configuration.ts";
import { serviceDayOf, servicesOn, startsOn } from "../bookings/venue/service-days.ts";
import { compileVenue } from "../bookings/venue/venue.ts";
import { newId } from "../kernel/id.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { comingDays, tonight, walkIns } from "./demo-evening.ts";
import { configurationAt, demoPlan } from "./demo-room.ts";
import { pastParties } from "./past/past-parties.ts";
import { planOrders } from "./past/plan-orders.ts";
import { restaurantOrders } from "./demo-locations.ts";

const timeZone = "Europe/Paris";
const venueAt = (now: number) => {
  const configuration = parseConfiguration(configurationAt(now, timeZone));
  assert.ok(!isRefusal(configuration), JSON.stringify(configuration));
  const source = { locationId: newId("str"), timeZone, revision: 1, blackouts: [], blackoutsRevision: 0 };
  return compileVenue({ ...source, configuration });
};

describe("the demonstration restaurant (rules/operating 9.3)", () => {
  test("is in the middle of a service whenever somebody starts it, also on nights when the clock changes", () => {
    const year = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) });
    const nights = fc
      .integer({ min: -6 * 60, max: 6 * 60 })
      .map((minutes) => Date.UTC(2026, 9, 25, 1) + minutes * 60_000);
    fc.assert(
      fc.property(fc.oneof(year, nights), (now) => {
        const venue = venueAt(now);
        const day = serviceDayOf(venue, now);
        assert.deepEqual(
          servicesOn(venue, day).map(({ serviceId }) => serviceId),
          ["today"],
        );
        const starts = startsOn(venue, day).map(({ startsAt }) => startsAt);
        assert.ok(
          Math.min(...starts) <= now - 3_600_000 && Math.max(...starts) >= now + 3_600_000,
          new Date(now).toISOString(),
        );
      }),
      { numRuns: 200 },
    );
  });

  test("has every table on its plan once, and nobody at a table that it lacks", () => {
    const units = [...venueAt(Date.UTC(2026, 5, 1, 12)).units.keys()];
    assert.deepEqual(demoPlan.units.map(({ unit_id }) => unit_id).toSorted(), units.toSorted());
    for (const { table } of [...tonight, ...comingDays, ...walkIns, ...pastParties("2026-11-22")])
      assert.ok(units.includes(table), table);
  });

  test("had no two parties at one table at a time in the weeks before", () => {
    for (const [, parties] of Map.groupBy(pastParties("2026-11-22"), ({ daysAgo, table }) => `${daysAgo} ${table}`)) {
      const inOrder = parties.toSorted((a, b) => a.at - b.at);
      for (const [index, party] of inOrder.entries())
        assert.ok((inOrder[index + 1]?.at ?? Infinity) >= party.at + party.minutes, JSON.stringify(party));
    }
  });

  test("had the same orders on the same day whenever it is started, and all of them are over", () => {
    const habits = { ...restaurantOrders, timeZone, delivers: true };
    const planned = (now: number) => planOrders(now, habits).map(({ at, fate, customer }) => ({ at, fate, customer }));
    const now = Date.UTC(2026, 10, 22, 16);
    const later = now + 30 * 3_600_000;
    const both = (at: number): boolean => at > now - 20 * 86_400_000 && at < now - 90 * 60_000;
    assert.deepEqual(
      planned(now).filter(({ at }) => both(at)),
      planned(later).filter(({ at }) => both(at)),
    );
    assert.ok(planned(now).every(({ at }) => at < now - 90 * 60_000));
    const fates = Map.groupBy(planned(now), ({ fate }) => fate.kind);
    assert.deepEqual(
      [...fates.keys()].toSorted((a, b) => a.localeCompare(b, "en")),
      ["cancelled_by_diner", "cancelled_by_store", "denied", "fulfilled", "undecided", "unpaid"],
    );
  });
});
