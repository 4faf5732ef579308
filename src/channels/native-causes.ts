/** Translates our refusals into the causes that a booking channel reads. `provider-refusals.ts` does the reverse. Pure. */
import type { Refusal } from "../kernel/refusal.ts";

const causes: Readonly<Record<string, string>> = {
  slot_unavailable: "SLOT_UNAVAILABLE",
  overlapping_booking: "OVERLAPPING_RESERVATION",
  hold_expired: "LEASE_EXPIRED",
  hold_consumed: "LEASE_EXPIRED",
  payment_instrument_required: "CARD_NEEDED",
  party_size_out_of_bounds: "PARTY_SIZE",
  large_party_inquiry_required: "PARTY_SIZE",
  date_blocked: "SLOT_UNAVAILABLE",
  bookings_not_enabled: "SLOT_UNAVAILABLE",
  configuration_missing: "SLOT_UNAVAILABLE",
  capability_unsupported: "SLOT_UNAVAILABLE",
  expired_slot_token: "SLOT_UNAVAILABLE",
  invalid_phone: "UNSUPPORTED_PHONE_NUMBER",
};

/** The cause of a refusal of ours. */
export function causeOf(refusal: Refusal): string {
  const reason = refusal.details?.["reason"];
  switch (refusal.code) {
    case "outside_booking_window":
      return reason === "inside_min_lead" ? "TOO_NEAR" : "SLOT_UNAVAILABLE";
    case "not_changeable":
    case "not_cancellable":
      return reason === "terminal_state"
        ? "BOOKING_ALREADY_CANCELLED"
        : reason === "in_service"
          ? "ALREADY_STARTED"
          : "OUTSIDE_CANCELLATION_WINDOW";
    default:
      return causes[refusal.code] ?? "CAUSE_UNSPECIFIED";
  }
}
