/** The codes by which a call with a slot token may refuse (`SlotRefusal`, `StartRefusal`). Pure. */
export const slotRefusals = [
  "not_found",
  "invalid_slot_token",
  "expired_slot_token",
  "slot_unavailable",
  "party_size_out_of_bounds",
  "large_party_inquiry_required",
  "outside_booking_window",
  "date_blocked",
  "bookings_not_enabled",
  "configuration_missing",
  "capability_unsupported",
] as const;
