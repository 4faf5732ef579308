/** A large restaurant for the benches of bookings, its bookings, and a search by scanning intervals to compare with. */
import { isRefusal } from "../src/kernel/refusal.ts";
import type { SlotQuery } from "../src/bookings/search/availability.ts";
import type { Claim } from "../src/bookings/tables/claim.ts";
import type { GivenConfiguration } from "../src/bookings/venue/configuration.schemas.ts";
import { parseConfiguration } from "../src/bookings/venue/parse-configuration.ts";
import { fits, seatParty } from "../src/bookings/tables/seating.ts";
import { addDays, startsOn } from "../src/bookings/venue/service-days.ts";
import { bookingWindow, offersStay } from "../src/bookings/search/start-rules.ts";
import { stayMinutes } from "../src/bookings/tables/stay.ts";
import { compileVenue, type Venue } from "../src/bookings/venue/venue.ts";
import { newId } from "../src/kernel/id.ts";
import { instantOf } from "../src/kernel/wall-time.ts";
import { drawFrom } from "../test/models/random-venues.ts";

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const minuteMs = 60_000;

/** 120 tables in three areas and 80 combinations of two or three neighbours. */
export function largeConfiguration(): GivenConfiguration {
  const areas = [0, 1, 2].map((area) => ({
    areaId: `area${area}`,
    poolId: area,
    name: `Area ${area}`,
    units: Array.from({ length: 40 }, (_, index) => ({
      unitId: `${area}-${index}`,
      name: `Table ${index}`,
      minSeats: index % 4 === 3 ? 2 : 1,
      maxSeats: [2, 4, 4, 6][index % 4] ?? 4,
      listed: true,
    })),
    combinations: Array.from({ length: area === 0 ? 28 : 26 }, (_, index) => {
      const unitIds = Array.from({ length: index % 3 === 2 ? 3 : 2 }, (__, at) => `${area}-${index + at}`);
      return { unitIds, minSeats: 5, maxSeats: unitIds.length * 4, priority: index };
    }),
  }));
  return {
    slotIntervalMinutes: 15,
    partySize: { min: 1, max: 12 },
    leadTime: { minMinutes: 30, maxDays: 60 },
    contactRequired: "none",
    cancellation: { guestWindowMinutes: 60 },
    durations: [
      { minPartySize: 1, maxPartySize: 2, minutes: 90 },
      { minPartySize: 3, maxPartySize: 6, minutes: 120 },
      { minPartySize: 7, maxPartySize: 12, minutes: 150 },
    ],
    services: [
      { serviceId: "lunch", name: "Lunch", days: everyDay, opens: "12:00", closes: "15:30", lastSeating: "14:00" },
      { serviceId: "dinner", name: "Dinner", days: everyDay, opens: "18:00", closes: "01:00", lastSeating: "22:00" },
    ],
    areas,
  };
}

export function drawLargeVenue(seed: number): Venue {
  const configuration = parseConfiguration(largeConfiguration());
  if (isRefusal(configuration)) throw new Error(configuration.message);
  const timeZone = ["Europe/Paris", "America/Chicago", "Asia/Tokyo"][seed % 3] ?? "UTC";
  return compileVenue({
    locationId: newId("str"),
    timeZone,
    revision: 1,
    configuration,
    blackouts: [],
    blackoutsRevision: 0,
  });
}

/** Bookings by the rule itself, from a local midnight on: about two thirds of the tables in the evening. */
export function drawBusyWeeks(venue: Venue, seed: number, midnight: number, days: number): Claim[] {
  const draw = drawFrom(seed);
  const claims: Claim[] = [];
  const first = new Date(midnight).toISOString().slice(0, 10);
  for (let day = 0; day < days; day++) {
    const ofDay: Claim[] = [];
    const starts = startsOn(venue, addDays(first, day));
    for (let party = 0; party < 190; party++) {
      const { startsAt } = draw.pick(starts);
      const partySize = draw.pick([1, 2, 2, 2, 3, 4, 4, 5, 6, 8]);
      const until = startsAt + stayMinutes(venue, partySize, null) * minuteMs;
      const seating = seatParty(venue, ofDay, { partySize, from: startsAt, until, offer: "online" });
      const ownerId = `${day}-${party}`;
      for (const unitId of seating?.unitIds ?? [])
        ofDay.push({ unitId, from: startsAt, until, kind: "booking", ownerId, startsAt, partySize });
    }
    claims.push(...ofDay);
  }
  return claims;
}

/** Standard slots, found by looking for every start through the tables in order, each with its sorted claims. */
export function scanForSlots(
  venue: Venue,
  claims: readonly Claim[],
  query: SlotQuery,
  now: number,
): { startsAt: number; areaId: string }[] {
  const { partySize } = query;
  const stay = stayMinutes(venue, partySize, null);
  const window = bookingWindow(venue, now);
  const from = Math.max(window.from, instantOf(venue.timeZone, query.start, "earlier"));
  const until = Math.min(window.until, instantOf(venue.timeZone, query.end, "later"));
  const byUnit = Map.groupBy(claims, ({ unitId }) => unitId);
  for (const own of byUnit.values()) own.sort((a, b) => a.from - b.from);
  const isFree = (unitId: string, begin: number, end: number): boolean => {
    const own = byUnit.get(unitId) ?? [];
    let [low, high] = [0, own.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((own[middle]?.until ?? 0) <= begin) low = middle + 1;
      else high = middle;
    }
    return (own[low]?.from ?? Infinity) >= end;
  };
  const areas = venue.areas.map(({ areaId, options }) => ({
    areaId,
    options: options.filter((option) => fits(option, { partySize, offer: "online" })),
  }));
  const found: { startsAt: number; areaId: string }[] = [];
  const last = new Date(query.end).toISOString().slice(0, 10);
  let date = addDays(new Date(query.start).toISOString().slice(0, 10), -1);
  for (; date <= last; date = addDays(date, 1)) {
    for (const start of startsOn(venue, date)) {
      const { startsAt } = start;
      if (startsAt < from || startsAt >= until || !offersStay(start, stay, null)) continue;
      const end = startsAt + stay * minuteMs;
      const area = areas.find(({ options }) =>
        options.some(({ unitIds }) => unitIds.every((unitId) => isFree(unitId, startsAt, end))),
      );
      if (area !== undefined) found.push({ startsAt, areaId: area.areaId });
    }
  }
  return found;
}
