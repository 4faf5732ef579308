/** A guest who sends the form of an alert again while they are erased is answered, and waits anew (rules/bookings 19.1). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { untilSomebodyWaits } from "../../../test/harness/held-lock.ts";
import { eraseAlertsOf } from "../../bookings/alerts/erase-alerts.command.ts";
import { waitingGuests } from "./alerts.fixture.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const { openFull, fieldsFor, formOf, send, statuses } = waitingGuests(() => partner);

test("the same form during the erasure is another alert", async () => {
  const place = await openFull();
  const fields = await fieldsFor(place);
  assert.equal((await send(formOf(place), fields)).status, 303);
  const { answer } = await partner.service.database.transaction(async (tx) => {
    await eraseAlertsOf(tx, { phone: fields["phone"] ?? "", email: null });
    const sending = send(formOf(place), fields);
    await untilSomebodyWaits(tx);
    return { answer: sending };
  });
  const again = await answer;
  assert.equal(again.status, 303, again.text);
  assert.deepEqual(
    (await statuses(place)).map(({ status }) => status),
    ["waiting"],
  );
});
