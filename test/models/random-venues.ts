/** Random venues, claims and searches for the property tests of seating: small, full and unusual. */
import type { Blackout } from "../../src/bookings/venue/blackouts.ts";
import { claimKinds, type Claim } from "../../src/bookings/tables/claim.ts";
import type {
  Area,
  BookingConfiguration,
  Experience,
  Service,
  ServiceException,
  TurnTime,
} from "../../src/bookings/venue/configuration.ts";
import { slotIntervals } from "../../src/bookings/venue/configuration.ts";
import { compileVenue, type Venue } from "../../src/bookings/venue/venue.ts";
import { newId } from "../../src/kernel/id.ts";

export interface Draw {
  /** An integer from low to high, both inclusive. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Each element with the probability. */
  some<T>(list: readonly T[], probability: number): T[];
}

/** A repeatable source of chance (mulberry32). */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    integer,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]): T => {
      const found = list[integer(0, list.length - 1)];
      if (found === undefined) throw new Error("nothing to pick from");
      return found;
    },
    some: (list, probability) => list.filter(() => next() < probability),
  };
}

/** Zones with the nights on which their clocks change, and an ordinary one. */
const nights: readonly (readonly [timeZone: string, dates: readonly string[]])[] = [
  ["Europe/Paris", ["2026-03-29", "2026-10-25", "2026-07-14"]],
  ["America/New_York", ["2026-03-08", "2026-11-01"]],
  ["Australia/Lord_Howe", ["2026-04-05", "2026-10-04"]],
  ["America/Santiago", ["2026-04-05", "2026-09-06"]],
  ["Africa/Cairo", ["2026-04-24", "2026-10-30"]],
  ["Antarctica/Troll", ["2026-03-29", "2026-10-25"]],
  ["Asia/Beirut", ["2026-03-29", "2026-10-25"]],
  ["Asia/Kathmandu", ["2026-06-01"]],
  ["UTC", ["2026-02-28"]],
];

export interface RandomCase {
  readonly venue: Venue;
  readonly claims: readonly Claim[];
  /** Venue-local bounds of a search, "YYYY-MM-DDTHH:MM". */
  readonly start: string;
  readonly end: string;
  readonly partySize: number;
  readonly experience: Experience | null;
  readonly areaId: string | null;
  readonly now: number;
  /** All starts and stays are multiples of it, in minutes. */
  readonly grain: number;
}

/** A case that is always the same for the same seed. */
export function drawCase(seed: number): RandomCase {
  const draw = drawFrom(seed);
  const grain = draw.chance(0.1) ? 1 : 5;
  const [timeZone, dates] = draw.pick(nights);
  const date = draw.pick(dates);
  const configuration = drawConfiguration(draw, date, grain);
  const venue = compileVenue({
    locationId: newId("str"),
    timeZone,
    revision: 1,
    configuration,
    blackouts: draw.chance(0.4) ? drawBlackouts(draw, date, configuration) : [],
    blackoutsRevision: 0,
  });
  const from = Date.parse(`${date}T00:00:00Z`) + draw.integer(-14, 10) * 3_600_000;
  const start = from + draw.integer(0, 11) * 5 * 60_000;
  const end = start + draw.integer(1, 30) * 3_600_000;
  const text = (wall: number): string => new Date(wall).toISOString().slice(0, 16);
  return {
    venue,
    claims: drawClaims(draw, venue, start),
    start: text(start),
    end: text(end),
    partySize: draw.integer(1, 9),
    experience: draw.chance(0.2) && configuration.experiences.length > 0 ? draw.pick(configuration.experiences) : null,
    areaId: draw.chance(0.15) ? draw.pick(configuration.areas).areaId : null,
    now: start + draw.integer(-60, 6) * 3_600_000 + draw.integer(0, 59_999),
    grain,
  };
}

const clock = (minutes: number): string => {
  const day = ((minutes % 1440) + 1440) % 1440;
  return `${String(Math.floor(day / 60)).padStart(2, "0")}:${String(day % 60).padStart(2, "0")}`;
};

function drawConfiguration(draw: Draw, date: string, grain: number): BookingConfiguration {
  const areas = Array.from({ length: draw.integer(1, 3) }, (_, index) => drawArea(draw, index));
  const areaIds = areas.map(({ areaId }) => areaId);
  const services = Array.from({ length: draw.integer(1, 3) }, (_, index) => drawService(draw, index, areaIds, grain));
  const closed = draw.chance(0.3);
  const exceptions: ServiceException[] = draw.chance(0.2)
    ? [{ date, closed, services: closed ? [] : [drawService(draw, 9, areaIds, grain)] }]
    : [];
  const max = draw.integer(4, 9);
  return {
    slotIntervalMinutes: draw.pick(slotIntervals),
    partySize: { min: draw.integer(1, 2), max },
    largePartyThreshold: draw.chance(0.2) ? draw.integer(3, max) : null,
    leadTime: { minMinutes: draw.pick([0, 30, 120]), maxDays: draw.pick([0, 1, 30, 30, 30]) },
    holdSeconds: 300,
    waitlist: { enabled: false, maxPartySize: 8, notifyExpiryMinutes: 10, maxEntries: null },
    contactRequired: "none",
    cancellation: { guestWindowMinutes: 0, policyText: null },
    durations: drawDurations(draw, max, grain),
    bufferMinutes: draw.pick([0, 0, 15, grain]),
    services: services.map((service) => ({ ...service, days: draw.some([0, 1, 2, 3, 4, 5, 6], 0.9) })),
    exceptions,
    areas,
    experiences: Array.from({ length: draw.integer(0, 2) }, (_, index) => drawExperience(draw, index, areas)),
    payments: [],
    tableAlerts: { enabled: false, offerMinutes: 15 },
    repair: false,
  };
}

function drawDurations(draw: Draw, max: number, grain: number): TurnTime[] {
  const small = draw.integer(1, max - 1);
  const minutes = (): number => draw.integer(6, 36) * 5 + (grain === 1 ? draw.integer(0, 4) : 0);
  return [
    { minPartySize: 1, maxPartySize: small, minutes: minutes() },
    { minPartySize: small + 1, maxPartySize: max, minutes: minutes() },
  ];
}

function drawService(draw: Draw, index: number, areaIds: readonly string[], grain: number): Service {
  const opens = draw.pick([0, 60, 90, 125, 690, 1080, 1200, 1380]) + (grain === 1 ? draw.integer(0, 7) : 0);
  const length = draw.pick([90, 180, 300, 480, 1440]);
  const only = draw.some(areaIds, 0.6);
  return {
    serviceId: `s${index}`,
    name: `Service ${index}`,
    opens: clock(opens),
    closes: clock(opens + length),
    lastSeating: draw.chance(0.4) ? clock(opens + draw.integer(0, Math.min(length, 1435) / 5) * 5) : null,
    areas: draw.chance(0.3) && only.length > 0 ? only : null,
    pacing: draw.chance(0.4)
      ? {
          maxParties: draw.chance(0.7) ? draw.integer(0, 3) : null,
          maxCovers: draw.chance(0.5) ? draw.integer(2, 12) : null,
        }
      : null,
  };
}

function drawArea(draw: Draw, index: number): Area {
  const units = Array.from({ length: draw.integer(1, 5) }, (_, at) => {
    const minSeats = draw.integer(1, 3);
    return {
      unitId: `u${index}${at}`,
      name: `Table ${at}`,
      minSeats,
      maxSeats: minSeats + draw.integer(0, 3),
      listed: draw.chance(0.85),
      outOfService: draw.chance(0.1),
    };
  });
  const ids = units.map(({ unitId }) => unitId);
  const sets = Array.from({ length: draw.integer(0, 3) }, () => draw.some(ids, 0.6)).filter((set) => set.length > 1);
  return {
    areaId: `a${index}`,
    poolId: 10 - index,
    name: `Area ${index}`,
    units,
    combinations: [...new Map(sets.map((set) => [set.join(), set])).values()].map((unitIds) => ({
      unitIds,
      minSeats: draw.integer(1, 5),
      maxSeats: draw.integer(5, 10),
      priority: draw.chance(0.5) ? draw.integer(1, 3) : null,
    })),
  };
}

function drawExperience(draw: Draw, index: number, areas: readonly Area[]): Experience {
  const units = draw.some(
    areas.flatMap((area) => area.units.map(({ unitId }) => unitId)),
    0.5,
  );
  return {
    experienceId: `e${index}`,
    name: `Experience ${index}`,
    description: null,
    prepaymentRequired: false,
    minPartySize: draw.chance(0.3) ? draw.integer(1, 4) : null,
    maxPartySize: draw.chance(0.3) ? draw.integer(4, 8) : null,
    durationMinutes: draw.chance(0.5) ? draw.integer(6, 40) * 5 : null,
    services: draw.chance(0.4) ? ["s0"] : null,
    unitIds: draw.chance(0.5) && units.length > 0 ? units : null,
  };
}

function drawBlackouts(draw: Draw, date: string, { areas }: BookingConfiguration): Blackout[] {
  const from = draw.integer(0, 22);
  const times = draw.chance(0.6);
  return [
    {
      start_date: date,
      end_date: date,
      start_time: times ? clock(from * 60) : null,
      end_time: times ? clock(from * 60 + draw.integer(1, 23 - from) * 60) : null,
      area_id: draw.chance(0.4) ? draw.pick(areas).areaId : null,
      reason: null,
    },
  ];
}

/** Claims of which no two overlap on a unit; some at the exact minute, some anywhere. */
function drawClaims(draw: Draw, venue: Venue, around: number): Claim[] {
  const claims: Claim[] = [];
  const places = [
    ...[...venue.units.keys()].map((unitId) => [unitId]),
    ...venue.configuration.areas.flatMap((area) => area.combinations.map(({ unitIds }) => unitIds)),
  ];
  for (let count = draw.integer(0, 25); count > 0; count--) {
    const exact = draw.chance(0.8);
    const startsAt = around + draw.integer(-200, 500) * 300_000 + (exact ? 0 : draw.integer(1, 299_999));
    const until = startsAt + draw.integer(3, 40) * 300_000;
    const owner = { kind: draw.pick(claimKinds), ownerId: `owner${count}`, startsAt, partySize: draw.integer(1, 8) };
    const unitIds = draw.pick(places);
    const clash = claims.some((one) => unitIds.includes(one.unitId) && one.from < until && startsAt < one.until);
    if (!clash) claims.push(...unitIds.map((unitId) => ({ ...owner, unitId, from: startsAt, until })));
  }
  return claims;
}
