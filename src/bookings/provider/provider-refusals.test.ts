import assert from "node:assert/strict";
import { test } from "node:test";
import { refusalKind } from "../../platform/http/refusals/refusal-catalogue.ts";
import { refusalOf, type OperationKind } from "./provider-refusals.ts";

const kinds: readonly OperationKind[] = ["hold", "book", "change", "cancel"];

/** The native codes (rules/providers 3.1 to 3.5) and the causes of the booking server v3 contract. */
const cases: readonly (readonly [OperationKind, string, string, number, unknown])[] = [
  ["book", "TOO_NEAR", "outside_booking_window", 422, { reason: "inside_min_lead" }],
  ["change", "TOO_NEAR", "outside_booking_window", 422, { reason: "inside_min_lead" }],
  ["change", "ALREADY_STARTED", "not_changeable", 409, { reason: "outside_policy_window" }],
  ["cancel", "ALREADY_STARTED", "not_cancellable", 409, { reason: "outside_policy_window" }],
  ["cancel", "OUTSIDE_CANCELLATION_WINDOW", "not_cancellable", 409, { reason: "outside_policy_window" }],
  ["change", "OUTSIDE_CANCELLATION_WINDOW", "not_changeable", 409, { reason: "outside_policy_window" }],
  ["cancel", "BOOKING_NOT_CANCELLABLE", "not_cancellable", 409, { reason: "outside_policy_window" }],
  ["change", "BOOKING_ALREADY_CANCELLED", "not_changeable", 409, { reason: "terminal_state" }],
  ["book", "CARD_NEEDED", "payment_instrument_required", 422, undefined],
  ["book", "PAYMENT_ERROR_CARD_DECLINED", "payment_instrument_required", 422, undefined],
  ["book", "PAYMENT_REQUIRES_3DS1", "payment_instrument_required", 422, undefined],
  ["book", "USER_CANNOT_USE_PAYMENT_OPTION", "payment_instrument_required", 422, undefined],
  ["hold", "SLOT_UNAVAILABLE", "slot_unavailable", 409, undefined],
  ["book", "SLOT_ALREADY_BOOKED_BY_USER", "overlapping_booking", 409, undefined],
  ["book", "OVERLAPPING_RESERVATION", "overlapping_booking", 409, undefined],
  ["book", "LEASE_EXPIRED", "hold_expired", 409, undefined],
  ["book", "PARTY_SIZE", "party_size_out_of_bounds", 422, undefined],
  ["book", "CAUSE_UNSPECIFIED", "provider_rejected", 422, undefined],
  ["book", "BANNED_USER", "provider_rejected", 422, undefined],
  ["book", "USER_OVER_BOOKING_LIMIT", "provider_rejected", 422, undefined],
  ["book", "HTTP_400", "provider_rejected", 422, undefined],
  ["book", "OUTSIDE_CANCELLATION_WINDOW", "provider_rejected", 422, undefined],
  ["cancel", "something new", "provider_rejected", 422, undefined],
];

for (const [kind, cause, code, status, details] of cases) {
  test(`${kind}: ${cause} is ${code} (rules/providers 3.1 to 3.5)`, () => {
    const refusal = refusalOf(kind, cause);
    assert.deepEqual([refusal.code, refusalKind(refusal.code).status, refusal.details], [code, status, details]);
  });
}

test("names of objects are causes like any other", () => {
  for (const kind of kinds) {
    for (const cause of ["constructor", "__proto__", "toString"])
      assert.equal(refusalOf(kind, cause).code, "provider_rejected");
  }
});
