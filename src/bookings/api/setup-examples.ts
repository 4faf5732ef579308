/** A small restaurant's booking setup: the examples of the interface description, and the sandbox's own. */
import type { GivenConfiguration } from "../venue/configuration.schemas.ts";

const unit = (unitId: string, name: string, minSeats: number, maxSeats: number) => ({
  unitId,
  name,
  minSeats,
  maxSeats,
  listed: true,
});

/** Two areas, eleven tables, lunch and dinner every day, and a tasting menu on five evenings. */
export const smallConfiguration = {
  slotIntervalMinutes: 15,
  partySize: { min: 1, max: 12 },
  largePartyThreshold: 8,
  leadTime: { minMinutes: 30, maxDays: 60 },
  holdSeconds: 300,
  waitlist: { enabled: true, maxPartySize: 8, notifyExpiryMinutes: 10, maxEntries: 40 },
  contactRequired: "phone",
  cancellation: { guestWindowMinutes: 120, policyText: "Free of charge until two hours before." },
  durations: [
    { minPartySize: 1, maxPartySize: 2, minutes: 90 },
    { minPartySize: 3, maxPartySize: 6, minutes: 120 },
    { minPartySize: 7, maxPartySize: 12, minutes: 150 },
  ],
  bufferMinutes: 0,
  services: [
    {
      serviceId: "lunch",
      name: "Lunch",
      days: [0, 1, 2, 3, 4, 5, 6],
      opens: "12:00",
      closes: "15:00",
      lastSeating: "13:45",
    },
    {
      serviceId: "dinner",
      name: "Dinner",
      days: [0, 1, 2, 3, 4, 5, 6],
      opens: "18:00",
      closes: "00:00",
      lastSeating: "21:30",
      pacing: { maxParties: 6, maxCovers: 24 },
    },
  ],
  exceptions: [{ date: "2027-12-25", closed: true }],
  areas: [
    {
      areaId: "room",
      poolId: 1,
      name: "Dining room",
      units: [
        unit("t1", "Table 1", 1, 2),
        unit("t2", "Table 2", 1, 2),
        unit("t3", "Table 3", 1, 2),
        unit("t4", "Table 4", 2, 4),
        unit("t5", "Table 5", 2, 4),
        unit("t6", "Table 6", 2, 4),
        unit("t7", "Round table", 4, 6),
      ],
      combinations: [
        { unitIds: ["t4", "t5"], minSeats: 5, maxSeats: 8, priority: 1 },
        { unitIds: ["t5", "t6"], minSeats: 5, maxSeats: 8, priority: 2 },
        { unitIds: ["t4", "t5", "t6"], minSeats: 9, maxSeats: 12 },
      ],
    },
    {
      areaId: "terrace",
      poolId: 2,
      name: "Terrace",
      units: [
        unit("g1", "Garden 1", 1, 4),
        unit("g2", "Garden 2", 1, 4),
        unit("g3", "Garden 3", 1, 4),
        { ...unit("g4", "Bench", 1, 2), listed: false },
      ],
      combinations: [{ unitIds: ["g1", "g2"], minSeats: 5, maxSeats: 8 }],
    },
  ],
  experiences: [
    {
      experienceId: "tasting",
      name: "Tasting menu",
      description: "Seven courses; the whole table takes part.",
      prepaymentRequired: false,
      minPartySize: 2,
      maxPartySize: 6,
      durationMinutes: 150,
      services: ["dinner"],
      unitIds: ["t4", "t5", "t6", "t7"],
    },
  ],
  repair: true,
} satisfies GivenConfiguration;

/** The same with one table, so that the description stays short. */
const shownConfiguration = {
  ...smallConfiguration,
  services: smallConfiguration.services.slice(1),
  areas: smallConfiguration.areas.slice(0, 1).map((area) => ({
    ...area,
    units: area.units.slice(3, 4),
    combinations: [],
  })),
  experiences: [],
};

const locationId = "str_01kb2m3n4p5q6r7s8t9v0w1x2y";

export const configurationExample = {
  object: "booking_configuration",
  location_id: locationId,
  livemode: false,
  revision: 2,
  published_at: "2026-11-20T09:30:00.000Z",
  configuration: shownConfiguration,
};

const blackout = {
  start_date: "2026-12-24",
  end_date: "2026-12-24",
  start_time: "18:00",
  end_time: "23:00",
  area_id: "terrace",
  reason: "Private party",
};

export const blackoutsExample = {
  object: "booking_blackouts",
  location_id: locationId,
  blackout_dates: [blackout],
  blackout_dates_revision: 2,
};

export const experienceExample = {
  id: "tasting",
  name: "Tasting menu",
  description: "Seven courses; the whole table takes part.",
  photo_url: null,
  prepayment_required: false,
};

export const profileExample = {
  object: "booking_profile",
  location_id: locationId,
  livemode: false,
  enabled: true,
  management: "native",
  provider: null,
  time_zone: "Europe/Paris",
  party_size: { min: 1, max: 12 },
  large_party_threshold: 8,
  booking_window: { min_lead_minutes: 30, max_days: 60 },
  cancellation: { guest_window_minutes: 120, policy_text: "Free of charge until two hours before." },
  slot_interval_minutes: 15,
  areas: [
    { area_id: "room", name: "Dining room" },
    { area_id: "terrace", name: "Terrace" },
  ],
  experiences: [experienceExample],
  capabilities: {
    availability: true,
    holds: true,
    bookings: true,
    change: true,
    cancel: true,
    experiences: true,
    floor: true,
    waitlist: true,
    walk_ins: true,
    venue_cancel: true,
    guest_messaging: false,
  },
  blackout_dates: [blackout],
  blackout_dates_revision: 2,
  configuration_revision: 2,
  published_at: "2026-11-20T09:30:00.000Z",
};

export const slotExample = {
  object: "booking_slot",
  livemode: false,
  location_id: locationId,
  starts_at: "2026-11-27T18:00:00.000Z",
  ends_at: "2026-11-27T19:30:00.000Z",
  local_start: "2026-11-27T19:00:00+01:00",
  local_end: "2026-11-27T20:30:00+01:00",
  duration_minutes: 90,
  party_size: 2,
  area: { area_id: "room", name: "Dining room" },
  experience: null,
  payment: null,
  slot_token: "WyJhcHBfMDFrYjJtM240cDVxNnI3czh0OXYwdzF4MnkiXQ.b2Zfb25lX3NlYWxfYW5kX25vdGhpbmc",
  token_expires_at: "2026-11-21T16:10:00.000Z",
};
