/** What a restaurant has kept of a payment stays kept, whatever a guest changes afterwards (rules/bookings 17.5). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, type BookingPartner, type SearchOptions } from "../../../test/harness/booking-partner.ts";
import { asking, deposit, payingGuests } from "../../../test/harness/paid-bookings.ts";
import { verifyMoney } from "../../orders/decide/verify-money.query.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(async () => {
  const broken = (await verifyMoney(partner.service.database.read)).filter(({ violations }) => violations > 0);
  await partner.service.stop();
  assert.deepEqual(broken, []);
});

const { post, paidAt, read } = payingGuests(() => partner);

test("of a party that became smaller late, half goes back for each guest, once (rules/bookings 17.5)", async () => {
  const late = { ...deposit, refundUntilMinutes: 30 * 24 * 60, refundPercentAfter: 50 };
  const location = await partner.location(asking({ payments: [late] }));
  const { id } = await paidAt(location, 4, { days: 6 });
  const refunded = async (): Promise<number> => {
    await partner.advance(location, 1);
    return (await read(id)).payment.refunded;
  };
  const change = async (size: number, options: SearchOptions): Promise<number> => {
    const { slot_token } = await partner.slot(location, size, { ...options, query: `&booking_id=${id}` });
    const changed = await post(`/v1/bookings/${id}/change`, { slot_token });
    assert.deepEqual([changed.status, changed.body.party_size], [200, size], changed.text);
    return refunded();
  };
  assert.equal(await change(3, { days: 6 }), 500);
  // Another time keeps the payment.
  assert.equal(await change(3, { days: 7 }), 500);
  assert.equal(await change(3, { days: 6 }), 500);
  assert.equal(await change(2, { days: 6 }), 1_000);
  // Half of forty in all, of a guest who gives up two seats and then the rest.
  assert.equal((await post(`/v1/bookings/${id}/cancel`)).status, 200);
  assert.equal(await refunded(), 2_000);
});
