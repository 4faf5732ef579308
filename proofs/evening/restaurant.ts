/** The restaurant of the proof: 60 tables in three areas, open for one long evening. Pure. */
import type { GivenConfiguration } from "../../src/bookings/venue/configuration.schemas.ts";

export const minuteMs = 60_000;
/** After each stay. */
export const bufferMs = 5 * minuteMs;
const turns = [
  { minPartySize: 1, maxPartySize: 2, minutes: 75 },
  { minPartySize: 3, maxPartySize: 4, minutes: 90 },
  { minPartySize: 5, maxPartySize: 8, minutes: 105 },
];

export interface Table {
  readonly unitId: string;
  readonly areaId: string;
  readonly minSeats: number;
  readonly maxSeats: number;
}

/** Every table; the last two of each area are not offered online. */
export const tables: readonly Table[] = [0, 1, 2].flatMap((area) =>
  Array.from({ length: 20 }, (_, index) => {
    const maxSeats = [2, 4, 4, 6][index % 4] ?? 4;
    return { unitId: `${"abc"[area]}${index + 1}`, areaId: `area${area}`, minSeats: 1, maxSeats };
  }),
);

/** How long a party stays, in milliseconds, without the buffer. */
export function turnMs(partySize: number): number {
  return (turns.find(({ maxPartySize }) => partySize <= maxPartySize)?.minutes ?? 105) * minuteMs;
}

/** What is published at the start. */
export const configuration: GivenConfiguration = {
  slotIntervalMinutes: 15,
  partySize: { min: 1, max: 8 },
  leadTime: { minMinutes: 15, maxDays: 30 },
  holdSeconds: 300,
  contactRequired: "none",
  cancellation: { guestWindowMinutes: 60 },
  durations: turns,
  bufferMinutes: bufferMs / minuteMs,
  repair: true,
  // No multiple of the steps of the evening: nobody expires while hosts act.
  waitlist: { enabled: true, maxPartySize: 8, notifyExpiryMinutes: 12 },
  services: [
    {
      serviceId: "dinner",
      name: "Dinner",
      days: [0, 1, 2, 3, 4, 5, 6],
      opens: "17:00",
      closes: "01:00",
      lastSeating: "22:30",
    },
  ],
  areas: [0, 1, 2].map((area) => {
    const ours = tables.filter(({ areaId }) => areaId === `area${area}`);
    const [first, second] = ours.filter(({ maxSeats }) => maxSeats === 4).map(({ unitId }) => unitId);
    return {
      areaId: `area${area}`,
      poolId: area,
      name: `Area ${area + 1}`,
      units: ours.map(({ unitId, minSeats, maxSeats }, index) => ({
        unitId,
        name: unitId.toUpperCase(),
        minSeats,
        maxSeats,
        listed: index < 18,
      })),
      combinations: [{ unitIds: [first ?? "", second ?? ""], minSeats: 5, maxSeats: 8 }],
    };
  }),
  experiences: [],
};
