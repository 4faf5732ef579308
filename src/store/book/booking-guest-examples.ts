/** Bodies of the guest's side of bookings that the API description shows. A test checks them against the schemas. */
import { slotTokenExample } from "../../bookings/api/booking-examples.ts";

const location = {
  id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke",
  name: "Bistro Maple",
  phone: "+33142600142",
  address: "12 Rue des Érables, 75003 Paris",
};
const holdToken = "bkh_01k0w3h7d2n8v4q1s6y9t5m3cx.mZ2l0cXJzdHV2d3h5ejAxMjM0NTY3ODlhYmNkZWZnaGk";
const bookingToken = "Q2hpcHMgYW5kIGNyeXN0YWxzIGdsb3cgaW4gdGhlIGR";

export const guestProfileExample = {
  object: "guest_booking_profile",
  livemode: false,
  location,
  bookable: true,
  reason: null,
  time_zone: "Europe/Paris",
  party_size: { min: 1, max: 12 },
  large_party_threshold: 8,
  first_date: "2026-03-01",
  last_date: "2026-04-30",
  holds: true,
  hold_seconds: 300,
  contact_required: "phone",
  cancellation: { guest_window_minutes: 120, policy_text: "Free of charge until two hours before." },
  areas: [{ area_id: "main", name: "Dining room" }],
  experiences: [],
};

export const bookingDaysExample = {
  object: "list",
  has_more: false,
  next_cursor: null,
  data: [
    { object: "booking_day", date: "2026-03-06", state: "open", times: 14 },
    { object: "booking_day", date: "2026-03-07", state: "full", times: 0 },
  ],
};

export const guestSlotExample = {
  object: "list",
  has_more: false,
  next_cursor: null,
  data: [
    {
      object: "booking_slot",
      livemode: false,
      location_id: location.id,
      starts_at: "2026-03-06T18:30:00.000Z",
      ends_at: "2026-03-06T20:00:00.000Z",
      local_start: "2026-03-06T19:30:00+01:00",
      local_end: "2026-03-06T21:00:00+01:00",
      duration_minutes: 90,
      party_size: 2,
      area: { area_id: "main", name: "Dining room" },
      experience: null,
      payment: null,
      slot_token: slotTokenExample,
      token_expires_at: "2026-03-01T12:10:00.000Z",
    },
  ],
};

export const guestHoldExample = {
  object: "guest_booking_hold",
  livemode: false,
  created: 1_772_366_400,
  location_id: location.id,
  status: "live",
  party_size: 2,
  starts_at: "2026-03-06T18:30:00.000Z",
  ends_at: "2026-03-06T20:00:00.000Z",
  expires_at: "2026-03-01T12:05:00.000Z",
  area: { area_id: "main", name: "Dining room" },
  experience: null,
  payment: null,
  token: holdToken,
};

export const bookRequestExample = {
  hold_token: holdToken,
  guest: { first_name: "Ada", last_name: "Byron", phone: "01 42 60 01 43" },
  notes: "A quiet corner, please",
};

export const guestBookingExample = {
  object: "guest_booking",
  livemode: false,
  location,
  status: "confirmed",
  pending_reason: null,
  decline_reason: null,
  confirmation_code: "7KQ4MXRT",
  version: 1,
  starts_at: "2026-03-06T18:30:00.000Z",
  ends_at: "2026-03-06T20:00:00.000Z",
  local_start: "2026-03-06T19:30:00+01:00",
  time_zone: "Europe/Paris",
  party_size: 2,
  area: { area_id: "main", name: "Dining room" },
  experience: null,
  guest: { first_name: "Ada", last_name: "Byron", phone: "+33142600143", email: null },
  notes: "A quiet corner, please",
  payment: null,
  can_change: true,
  changeable_until: "2026-03-06T16:30:00.000Z",
  can_cancel: true,
  cancellable_until: "2026-03-06T16:30:00.000Z",
  policy_text: "Free of charge until two hours before.",
  cancelled_at: null,
  page_url: `https://maple.example/booking/${bookingToken}`,
  token: bookingToken,
};

export const cancelledGuestBookingExample = {
  ...guestBookingExample,
  status: "cancelled_by_guest",
  version: 2,
  can_change: false,
  can_cancel: false,
  cancelled_at: "2026-03-02T09:00:00.000Z",
};
