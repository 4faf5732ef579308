/** Refusals about bookings: search, holds, guests, changes, and what a provider says. */
import type { RefusalKind } from "./refusal-kind.ts";

export const bookingRefusals = {
  invalid_slot_token: {
    status: 400,
    advice: "Search availability again and use a token exactly as it was given, with the same app and location.",
  },
  expired_slot_token: { status: 400, advice: "Search availability again and use a fresh token." },
  invalid_window: {
    status: 400,
    advice: "Send both ends of a window of at most 31 days, the end after the start.",
  },
  invalid_phone: {
    status: 400,
    advice: "Send the phone with its country code, for example +12175550142.",
    details: ["issues"],
  },
  location_required: {
    status: 400,
    advice: "Name the location: look-ups by phone or confirmation code need location_id.",
  },
  invalid_blackout_dates: {
    status: 400,
    advice: "Correct every range listed and send the whole list again.",
    details: ["issues"],
  },
  stale_blackout_dates: {
    status: 409,
    advice: "Read the profile again, carry your change over, and send its present blackout_dates_revision.",
    details: ["expected", "actual"],
  },
  overlapping_booking: {
    status: 409,
    advice: "This guest has a booking that overlaps; change or cancel that one.",
    details: ["booking_id"],
  },
  undo_expired: {
    status: 409,
    advice: "It is too late to take this back; make the change that is wanted instead.",
    details: ["until"],
  },
  slot_unavailable: {
    status: 409,
    advice: "The table has gone; search availability again and offer another time.",
    details: ["conflicts"],
  },
  hold_expired: { status: 409, advice: "Search availability again and hold another slot." },
  hold_consumed: { status: 409, advice: "The hold has become a booking; read or cancel the booking." },
  not_changeable: {
    status: 409,
    advice: "The booking can no longer be changed here; ask the venue.",
    details: ["reason"],
  },
  not_cancellable: {
    status: 409,
    advice: "The booking can no longer be cancelled here; ask the venue.",
    details: ["reason"],
  },
  bookings_not_enabled: { status: 422, advice: "The venue has not switched bookings on; managers do so themselves." },
  party_size_out_of_bounds: {
    status: 422,
    advice:
      "Ask for a party size within the bounds of the booking profile; a larger group asks the venue at `inquiry_url`, where there is one.",
    details: ["min", "max", "inquiry_url"],
  },
  large_party_inquiry_required: {
    status: 422,
    advice:
      "Parties of this size are agreed with the venue directly: send the guest to `inquiry_url`, or ask by phone.",
    details: ["threshold", "inquiry_url"],
  },
  outside_booking_window: {
    status: 422,
    advice: "Choose a time within the booking window of the booking profile.",
    details: ["reason"],
  },
  date_blocked: { status: 422, advice: "The venue takes no reservations then; choose another time." },
  guest_contact_required: {
    status: 422,
    advice: "Add the guest's contact that the message names.",
    details: ["required"],
  },
  payment_instrument_required: {
    status: 422,
    advice: "This needs a card, which cannot be taken here; book it with the venue.",
  },
  provider_rejected: {
    status: 422,
    advice: "The provider refused and nothing changed; trying again gives the same answer.",
  },
  hold_limit_reached: { status: 429, advice: "Release a hold, or wait the seconds in Retry-After." },
} as const satisfies Record<string, RefusalKind>;
