/** Bodies that the API description shows. A test checks them against the schemas. */
export const slotTokenExample =
  "WyJhcHBfMDFrMHczZ3o1ZDhqNG4ydjdtOXE2dDFzYmMiLCJzdHJfMDFrMHczZ3pxNHcxZDhuNXY3ajJtNnQ5a2UiXQ.q9XyT0m2VbW7rKc1LhJd8ZsN4uFgAeR3";

export const holdExample = {
  object: "booking_hold",
  id: "bkh_01k0w3h7d2n8v4q1s6y9t5m3cx",
  livemode: false,
  created: 1_772_366_400,
  location_id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke",
  status: "live",
  party_size: 2,
  starts_at: "2026-03-06T18:30:00.000Z",
  ends_at: "2026-03-06T20:00:00.000Z",
  local_start: "2026-03-06T19:30:00+01:00",
  local_end: "2026-03-06T21:00:00+01:00",
  expires_at: "2026-03-01T12:05:00.000Z",
  area: { area_id: "main", name: "Dining room" },
  experience: null,
  payment: null,
  booking_id: null,
};

export const bookingExample = {
  object: "booking",
  id: "bkg_01k0w3h8r6w2f9k4x1p7z5b0da",
  livemode: false,
  created: 1_772_366_460,
  updated_at: "2026-03-01T12:01:00.000Z",
  version: 1,
  location_id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke",
  status: "confirmed",
  pending_reason: null,
  decline_reason: null,
  source: "partner",
  confirmation_code: "7KQ4MXRT",
  starts_at: "2026-03-06T18:30:00.000Z",
  ends_at: "2026-03-06T20:00:00.000Z",
  time_zone: "Europe/Paris",
  local_start: "2026-03-06T19:30:00+01:00",
  local_end: "2026-03-06T21:00:00+01:00",
  party_size: 2,
  table: { area_id: "main", area_name: "Dining room", unit_ids: ["t4"] },
  experience: null,
  guest: {
    first_name: "Ada",
    last_name: "Byron",
    phone: "+33142600143",
    phone_last_four: "0143",
    email: null,
  },
  language: null,
  notes: "A quiet corner, please",
  venue_notes: null,
  changeable_until: "2026-03-06T16:30:00.000Z",
  cancellable_until: "2026-03-06T16:30:00.000Z",
  late_until: null,
  seated_at: null,
  completed_at: null,
  cancellation: null,
  waitlist_entry_id: null,
  payment: null,
  updated_by: "partner",
};

/** A booking whose deposit is paid. */
export const paidExample = {
  ...bookingExample,
  version: 2,
  updated_at: "2026-03-01T12:03:00.000Z",
  payment: {
    kind: "deposit",
    status: "paid",
    amount: 2_000,
    currency: "EUR",
    refunded: 0,
    due_at: null,
    payment_link_url: null,
  },
  updated_by: "service",
};

export const seatedExample = {
  ...bookingExample,
  status: "in_service",
  version: 2,
  updated_at: "2026-03-06T18:34:00.000Z",
  seated_at: "2026-03-06T18:34:00.000Z",
};

export const cancelledExample = (actor: "guest" | "venue") => ({
  ...bookingExample,
  status: `cancelled_by_${actor}`,
  version: 2,
  updated_at: "2026-03-02T09:00:00.000Z",
  cancellation: { actor, reason: "Plans changed", cancelled_at: "2026-03-02T09:00:00.000Z" },
});
