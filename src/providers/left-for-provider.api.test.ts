/** Bookings of our own book at a location that a provider manages since: the restaurant and the guest still act on them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../test/harness/booking-partner.ts";
import { operatorToken } from "../../test/harness/service.ts";
import type { Id } from "../kernel/id.ts";

let partner: BookingPartner;
let here: Id<"str">;

before(async () => {
  partner = await startBookingPartner();
  here = await partner.location(tablesOfFour(9));
});
after(() => partner.service.stop());

async function bookedBefore(): Promise<string> {
  const { slot_token } = await partner.slot(here, 2);
  const guest = { first_name: "Ottokar", last_name: "Gneis" };
  const made = await partner.call("POST", "/v1/bookings", { slot_token, guest });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

test("the restaurant and the guest act on what was booked before (rules/providers 1.13)", async () => {
  const [first, second, third] = [await bookedBefore(), await bookedBefore(), await bookedBefore()];
  const taken = await partner.service.call("PATCH", `/operator/v1/test/locations/${here}`, {
    key: operatorToken,
    body: { booking_mode: "provider", booking_provider: { adapter: "simulated" } },
  });
  assert.equal(taken.status, 200, taken.text);
  const cancelled = await partner.call("POST", `/v1/bookings/${first}/venue_cancel`, { reason: "We moved" });
  assert.deepEqual([cancelled.status, cancelled.body.status], [200, "cancelled_by_venue"], cancelled.text);
  const byGuest = await partner.call("POST", `/v1/bookings/${second}/cancel`, {});
  assert.deepEqual([byGuest.status, byGuest.body.status], [200, "cancelled_by_guest"], byGuest.text);
  const changed = await partner.call("POST", `/v1/bookings/${third}/change`, { notes: "By the window" });
  assert.deepEqual([changed.status, changed.body.notes], [200, "By the window"], changed.text);
  const early = await partner.call("POST", `/v1/bookings/${third}/no_show`, {});
  assert.deepEqual([early.status, early.body.code], [409, "illegal_transition"], early.text);
});
