/** The three invented restaurants at which waits are measured: tables, guests, their stays, their reservations. */
import { isRefusal } from "../src/kernel/refusal.ts";
import { parseConfiguration } from "../src/bookings/venue/parse-configuration.ts";
import type { GivenConfiguration } from "../src/bookings/venue/configuration.schemas.ts";
import { compileVenue, type Venue } from "../src/bookings/venue/venue.ts";
import { newId } from "../src/kernel/id.ts";

export interface Restaurant {
  readonly name: string;
  readonly venue: Venue;
  readonly evenings: number;
  /** Share of all parties by size, from 1 on. */
  readonly sizes: readonly number[];
  /** Walk-ins an hour at an ordinary evening's height. */
  readonly walkInsPerHour: number;
  /** Reservations an evening. */
  readonly reservations: number;
  /** The median stay of a party, in minutes; nobody tells the estimate. */
  stayOf(partySize: number): number;
  readonly spread: number;
}

type Unit = GivenConfiguration["areas"][number]["units"][number];

const tables = (count: number, prefix: string, minSeats: number, maxSeats: number): Unit[] =>
  Array.from({ length: count }, (_, index) => ({
    unitId: `${prefix}${index + 1}`,
    name: `${prefix}${index + 1}`,
    minSeats,
    maxSeats,
    listed: true,
  }));

function venueOf(units: readonly Unit[], turns: readonly number[]): Venue {
  const parsed = parseConfiguration({
    slotIntervalMinutes: 15,
    partySize: { min: 1, max: 8 },
    leadTime: { minMinutes: 0, maxDays: 60 },
    contactRequired: "none",
    cancellation: { guestWindowMinutes: 0 },
    waitlist: { enabled: true, maxPartySize: 8 },
    durations: turns.map((minutes, at) => ({ minPartySize: 2 * at + 1, maxPartySize: 2 * at + 2, minutes })),
    services: [{ serviceId: "dinner", name: "Dinner", days: [0, 1, 2, 3, 4, 5, 6], opens: "17:00", closes: "22:00" }],
    areas: [
      {
        areaId: "room",
        poolId: 1,
        name: "Room",
        units: [...units],
        combinations: [],
      },
    ],
    experiences: [],
  });
  if (isRefusal(parsed)) throw new Error(parsed.message);
  return compileVenue({
    locationId: newId("str"),
    timeZone: "UTC",
    revision: 1,
    configuration: parsed,
    blackouts: [],
    blackoutsRevision: 0,
  });
}

/** Near the party sizes of the Recruit restaurant data. */
const mixedSizes = [0.05, 0.44, 0.14, 0.22, 0.06, 0.06, 0.015, 0.015];

export const restaurants: readonly Restaurant[] = [
  {
    name: "made-up restaurant: 20 tables, no reservations",
    venue: venueOf(
      [...tables(8, "a", 1, 2), ...tables(8, "b", 1, 4), ...tables(3, "c", 1, 6), ...tables(1, "d", 1, 8)],
      [55, 70, 80, 90],
    ),
    evenings: 150,
    sizes: mixedSizes,
    walkInsPerHour: 25,
    reservations: 0,
    stayOf: (partySize) => 42 + 6 * partySize,
    spread: 0.28,
  },
  {
    name: "small bistro: 10 tables, long turns",
    venue: venueOf([...tables(5, "a", 1, 2), ...tables(4, "b", 2, 4), ...tables(1, "c", 3, 6)], [90, 110, 120, 130]),
    evenings: 400,
    sizes: [0.06, 0.56, 0.13, 0.21, 0.02, 0.02],
    walkInsPerHour: 5.5,
    reservations: 0,
    stayOf: (partySize) => 80 + 9 * partySize,
    spread: 0.3,
  },
  {
    name: "large room: 60 tables, half of the evening reserved",
    venue: venueOf(
      [...tables(22, "a", 1, 2), ...tables(26, "b", 1, 4), ...tables(9, "c", 3, 6), ...tables(3, "d", 5, 8)],
      [75, 90, 105, 120],
    ),
    evenings: 60,
    sizes: mixedSizes,
    walkInsPerHour: 42,
    reservations: 75,
    stayOf: (partySize) => 58 + 7 * partySize,
    spread: 0.28,
  },
];
