/** The first configuration of a location that has none: one area with a few tables, open every day. Pure. */
import type { BookingConfiguration } from "../../bookings/venue/configuration.ts";

const table = (number: number, minSeats: number, maxSeats: number, name: string) => ({
  unitId: `table-${number}`,
  name: `${name} ${number}`,
  minSeats,
  maxSeats,
  listed: true,
  outOfService: false,
});

/** The names are in the language of whoever begins. */
export function starterConfiguration(names: {
  readonly area: string;
  readonly table: string;
  readonly service: string;
}): BookingConfiguration {
  return {
    slotIntervalMinutes: 15,
    partySize: { min: 1, max: 8 },
    largePartyThreshold: null,
    leadTime: { minMinutes: 60, maxDays: 60 },
    holdSeconds: 300,
    waitlist: { enabled: true, maxPartySize: 8, notifyExpiryMinutes: 10, maxEntries: null },
    contactRequired: "phone",
    cancellation: { guestWindowMinutes: 120, policyText: null },
    durations: [
      { minPartySize: 1, maxPartySize: 2, minutes: 90 },
      { minPartySize: 3, maxPartySize: 8, minutes: 120 },
    ],
    bufferMinutes: 0,
    services: [
      {
        serviceId: "service-1",
        name: names.service,
        days: [0, 1, 2, 3, 4, 5, 6],
        opens: "12:00",
        closes: "22:00",
        lastSeating: null,
        areas: null,
        pacing: null,
      },
    ],
    exceptions: [],
    areas: [
      {
        areaId: "area-1",
        poolId: 1,
        name: names.area,
        units: [
          table(1, 1, 2, names.table),
          table(2, 1, 2, names.table),
          table(3, 2, 4, names.table),
          table(4, 2, 4, names.table),
        ],
        combinations: [{ unitIds: ["table-3", "table-4"], minSeats: 5, maxSeats: 8, priority: null }],
      },
    ],
    experiences: [],
    payments: [],
    tableAlerts: { enabled: true, offerMinutes: 15 },
    repair: true,
  };
}
