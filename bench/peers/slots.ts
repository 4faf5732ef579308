/**
 * npm run bench:peers:slots: the starts for a party of two over 1, 7 and 31 days at a restaurant of 120 tables, two
 * thirds of them taken in the evening. Maple's search is measured beside a scan of sorted intervals and beside sscheduler
 * 1.3.2, which answers for one resource and is therefore asked for each table. All three must name the same starts. It
 * has no bar: it is a comparison. `npm run bench:peers:install` comes first.
 */
import { isRefusal } from "../../src/kernel/refusal.ts";
import { newId } from "../../src/kernel/id.ts";
import { searchAvailability, type SlotQuery } from "../../src/bookings/search/availability.ts";
import type { Claim } from "../../src/bookings/tables/claim.ts";
import { parseConfiguration } from "../../src/bookings/venue/parse-configuration.ts";
import { compileVenue, type Venue } from "../../src/bookings/venue/venue.ts";
import { drawBusyWeeks, largeConfiguration, scanForSlots } from "../bookings-venue.ts";

interface Scheduler {
  getAvailability(asked: unknown): Readonly<Record<string, readonly { time: string; available: boolean }[]>>;
}

const dayMs = 24 * 3_600_000;
const minuteMs = 60_000;
const now = Date.UTC(2027, 3, 1, 8);
const start = Date.UTC(2027, 3, 2);
const partySize = 2;
const stayMinutes = 90;
const secondsEach = 3;

// Without a zone in its question the scheduler answers in the zone of the process.
process.env["TZ"] = "UTC";
const installed = new URL("sscheduler/node_modules/@ssense/sscheduler/dist/index.js", import.meta.url);
const { Scheduler: MadeScheduler } = (await import(installed.href)) as { readonly Scheduler: new () => Scheduler };
const scheduler = new MadeScheduler();
const venue = venueInOneDay();
const claims = drawBusyWeeks(venue, 1, start, 32);
const opening = { from: "12:00", to: "22:00", unavailability: [{ from: "15:30", to: "18:00" }] };
const week = Object.fromEntries(
  ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map((day) => [day, opening]),
);

console.log("  days   starts   Maple, ms   interval scan, ms   sscheduler, ms   x Maple");
for (const days of [1, 7, 31]) {
  const query: SlotQuery = { start, end: start + days * dayMs, partySize, experience: null, areaId: null };
  const ofWindow = claims.filter(({ from }) => from < query.end);
  const schedules = schedulesOf(ofWindow);
  const starts = startsOfMaple(ofWindow, query);
  assertSame("the scan", startsOfScan(ofWindow, query), starts);
  assertSame("sscheduler", startsOfScheduler(schedules, query), starts);
  const maple = measure(() => startsOfMaple(ofWindow, query));
  const scan = measure(() => startsOfScan(ofWindow, query));
  const other = measure(() => startsOfScheduler(schedules, query));
  console.log(
    `${String(days).padStart(6)}${String(starts.length).padStart(9)}${maple.toFixed(3).padStart(12)}` +
      `${scan.toFixed(3).padStart(20)}${other.toFixed(1).padStart(17)}${Math.round(other / maple)
        .toString()
        .padStart(10)}`,
  );
}

/** The large restaurant with a dinner that ends early: the scheduler takes a stay that ends after midnight for a free one. */
function venueInOneDay(): Venue {
  const given = largeConfiguration();
  const services = given.services.map((service) =>
    service.serviceId === "dinner" ? { ...service, closes: "22:00", lastSeating: "20:30" } : service,
  );
  const configuration = parseConfiguration({ ...given, services });
  if (isRefusal(configuration)) throw new Error(configuration.message);
  return compileVenue({
    locationId: newId("str"),
    timeZone: "UTC",
    revision: 1,
    configuration,
    blackouts: [],
    blackoutsRevision: 0,
  });
}

/** What the scheduler is told of each table; making it is not measured. */
function schedulesOf(ofWindow: readonly Claim[]): readonly unknown[] {
  const byTable = Map.groupBy(ofWindow, ({ unitId }) => unitId);
  const tables = largeConfiguration().areas.flatMap(({ units }) => units.map(({ unitId }) => unitId));
  return tables.map((unitId) => ({
    ...week,
    allocated: (byTable.get(unitId) ?? []).map(({ from, until }) => ({
      from: new Date(from).toISOString().slice(0, 16).replace("T", " "),
      duration: (until - from) / minuteMs,
    })),
  }));
}

function startsOfMaple(ofWindow: readonly Claim[], query: SlotQuery): readonly number[] {
  const found = searchAvailability(venue, ofWindow, query, now);
  if (isRefusal(found)) throw new Error(found.message);
  return unique(found.map(({ startsAt }) => startsAt));
}

function startsOfScan(ofWindow: readonly Claim[], query: SlotQuery): readonly number[] {
  return unique(scanForSlots(venue, ofWindow, query, now).map(({ startsAt }) => startsAt));
}

function startsOfScheduler(schedules: readonly unknown[], query: SlotQuery): readonly number[] {
  const [from, to] = [query.start, query.end].map((at) => new Date(at).toISOString().slice(0, 10));
  const found = schedules.flatMap((schedule) => {
    const days = scheduler.getAvailability({ from, to, duration: stayMinutes, interval: 15, schedule });
    return Object.entries(days).flatMap(([date, times]) =>
      times.filter(({ available }) => available).map(({ time }) => Date.parse(`${date}T${time}:00Z`)),
    );
  });
  return unique(found);
}

function unique(starts: readonly number[]): readonly number[] {
  return [...new Set(starts)].toSorted((a, b) => a - b);
}

function assertSame(who: string, found: readonly number[], wanted: readonly number[]): void {
  if (found.join() === wanted.join()) return;
  const odd = found.filter((at) => !wanted.includes(at)).concat(wanted.filter((at) => !found.includes(at)));
  throw new Error(
    `${who} names other starts: ${odd
      .slice(0, 5)
      .map((at) => new Date(at).toISOString())
      .join(", ")}`,
  );
}

/** The middle time of a call in milliseconds, of as many as fit into three seconds, one at least. */
function measure(run: () => unknown): number {
  const times: number[] = [];
  const began = performance.now();
  do {
    const at = performance.now();
    run();
    times.push(performance.now() - at);
  } while (performance.now() - began < secondsEach * 1000);
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
