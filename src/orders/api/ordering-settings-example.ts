/** The ordering settings of a location, for the documentation. */
export const orderingSettingsExample = {
  object: "ordering_settings" as const,
  location_id: "str_01k7zfmt64eads0t9pbhwrr3ek",
  livemode: false,
  version: 7,
  accepting_orders: true,
  ordering_paused_until: "2026-11-21T19:30:00.000Z",
  pause_reason: "The oven is broken",
  busy_delay_minutes: 15,
  busy_until: "2026-11-21T20:00:00.000Z",
  preparation_minutes: 20,
  opening_hours: { windows: [{ dayOfWeek: 6, startTime: "11:30", endTime: "22:00" }] },
  updated_at: "2026-11-21T18:42:10.000Z",
  updated_by: "partner" as const,
};
