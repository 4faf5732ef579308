/**
 * Turns a provider's refusal into a partner's (rules/providers 3): the native code for a known reason, else
 * `provider_rejected`. All of them are final. The causes are those of the booking server v3 contract
 * (`BookingFailure.cause`), and a few of our own for reasons that the contract cannot say. Pure.
 */
import { refuse, type Refusal } from "../../kernel/refusal.ts";

export type OperationKind = "hold" | "book" | "change" | "cancel";

export type ProviderRefusalCode =
  | "slot_unavailable"
  | "overlapping_booking"
  | "hold_expired"
  | "outside_booking_window"
  | "payment_instrument_required"
  | "party_size_out_of_bounds"
  | "not_changeable"
  | "not_cancellable"
  | "provider_rejected";

/** A code, or the code of a booking that can no longer be moved with its reason. */
type Meaning = Exclude<ProviderRefusalCode, "not_changeable" | "not_cancellable"> | { readonly closed: string };

const table: Readonly<Record<string, Meaning>> = {
  SLOT_UNAVAILABLE: "slot_unavailable",
  SLOT_ALREADY_BOOKED_BY_USER: "overlapping_booking",
  OVERLAPPING_RESERVATION: "overlapping_booking",
  LEASE_EXPIRED: "hold_expired",
  OUTSIDE_CANCELLATION_WINDOW: { closed: "outside_policy_window" },
  BOOKING_NOT_CANCELLABLE: { closed: "outside_policy_window" },
  BOOKING_ALREADY_CANCELLED: { closed: "terminal_state" },
  PAYMENT_ERROR: "payment_instrument_required",
  PAYMENT_ERROR_CARD_DECLINED: "payment_instrument_required",
  PAYMENT_ERROR_CARD_TYPE_REJECTED: "payment_instrument_required",
  PAYMENT_OPTION_NOT_VALID: "payment_instrument_required",
  PAYMENT_REQUIRES_3DS1: "payment_instrument_required",
  USER_CANNOT_USE_PAYMENT_OPTION: "payment_instrument_required",
  // Of our own: what our booking server says in `description`.
  TOO_NEAR: "outside_booking_window",
  ALREADY_STARTED: { closed: "outside_policy_window" },
  PARTY_SIZE: "party_size_out_of_bounds",
  CARD_NEEDED: "payment_instrument_required",
};

/** Causes that a description may name more exactly than the contract's own. */
export const describedCauses: readonly string[] = ["TOO_NEAR", "ALREADY_STARTED", "PARTY_SIZE", "CARD_NEEDED"];

/** What the partner is told of a provider's refusal of an operation. */
export function refusalOf(kind: OperationKind, cause: string): Refusal<ProviderRefusalCode> {
  // The cause is a peer's word: names that every object has are none of the table's.
  const meaning = (Object.hasOwn(table, cause) ? table[cause] : undefined) ?? "provider_rejected";
  if (typeof meaning === "object") return closedRefusal(kind, meaning.closed);
  if (meaning === "outside_booking_window") {
    return refuse(meaning, "the provider takes no booking this shortly before", { reason: "inside_min_lead" });
  }
  return refuse(meaning, messages[meaning]);
}

const messages: Readonly<Record<Exclude<Meaning, object>, string>> = {
  slot_unavailable: "the provider has no table any more for this party at this time",
  overlapping_booking: "the provider has a booking of this guest at an overlapping time",
  hold_expired: "the provider no longer keeps the slot; search again and hold it anew",
  outside_booking_window: "the provider takes no booking this shortly before",
  payment_instrument_required: "the provider wants a card for this, which cannot be taken here",
  party_size_out_of_bounds: "the provider takes no party of this size",
  provider_rejected: "the provider refused and nothing changed; trying again gives the same answer",
};

function closedRefusal(kind: OperationKind, reason: string): Refusal<ProviderRefusalCode> {
  if (kind === "change") return refuse("not_changeable", "the provider no longer changes this booking", { reason });
  if (kind === "cancel") return refuse("not_cancellable", "the provider no longer cancels this booking", { reason });
  return refuse("provider_rejected", messages.provider_rejected);
}
