/** The money of bookings: booking, ledger, report and file say the same (rules/console 2.4). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { formBrowser } from "../../../test/harness/form-browser.ts";
import { asking, payingGuests } from "../../../test/harness/paid-bookings.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { dateAfter } from "../../kernel/day-span.ts";
import { localDate } from "../../kernel/wall-time.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const { post, bookAt, paidAt, read } = payingGuests(() => partner);

test("deposits that are kept, given back, given back in part and never paid add up everywhere", async () => {
  const location = await partner.location(asking());
  const { service } = partner;
  const kept = await paidAt(location);
  const early = await paidAt(location, 3);
  const venue = await paidAt(location);
  const late = await paidAt(location, 4);
  assert.equal((await post(`/v1/bookings/${early.id}/cancel`)).status, 200);
  assert.equal((await post(`/v1/bookings/${venue.id}/venue_cancel`)).status, 200);
  const unpaid = await bookAt(location);
  const hours = Math.floor((Date.parse(late.starts_at) - service.database.clock.now()) / 3_600_000);
  await partner.advance(location, (hours - 2) * 3_600);
  assert.equal((await post(`/v1/bookings/${late.id}/cancel`)).status, 200);
  await service.runDue();
  const all = await Promise.all([kept, early, venue, late, unpaid].map(({ id }) => read(id)));
  assert.deepEqual(
    all.map(({ status, payment }) => [status, payment.amount, payment.refunded]),
    [
      ["confirmed", 2_000, 0],
      ["cancelled_by_guest", 3_000, 3_000],
      ["cancelled_by_venue", 2_000, 2_000],
      ["cancelled_by_guest", 4_000, 1_200],
      ["declined", 2_000, 0],
    ],
  );
  const { token } = await createPerson(service.database, [{ role: "accountant", at: location }]);
  const today = localDate("Europe/Paris", service.database.clock.now());
  const span = `from=${dateAfter(today, -1)}&to=${dateAfter(today, 1)}`;
  const report = async (name: string) =>
    (await service.call("GET", `/console/v1/locations/${location}/reports/${name}?${span}`, { key: token })).body;
  assert.deepEqual((await report("payments")).totals, [{ currency: "EUR", values: [11_000, 4, 6_200] }]);
  assert.deepEqual((await report("refunds")).totals, [{ currency: "EUR", values: [6_200, 3, 0] }]);
  const pages = formBrowser(service, { token });
  const file = (await pages.send(`/console/${location}/money/csv?${span}`)).text;
  const shown = (await pages.send(`/console/${location}/money?${span}`)).text;
  const lines = file.split("\r\n").slice(1, -1);
  for (const { id, payment, status, confirmation_code: code } of all) {
    const own = lines.map((line) => line.split(",")).filter((cells) => cells[5] === id);
    const sum = (kind: string): number =>
      own.filter((cells) => cells[2] === kind).reduce((cents, cells) => cents + Math.round(Number(cells[8]) * 100), 0);
    assert.equal(sum("charge"), status === "declined" ? 0 : payment.amount, id);
    assert.deepEqual([sum("refund_requested"), sum("refund_settled")], [payment.refunded, payment.refunded], id);
    assert.ok(own.every((cells) => cells.at(-1) === code));
    assert.equal(shown.includes(`<td>Booking ${code}</td>`), own.length > 0, `the page names ${code}`);
    assert.ok(own.every((cells) => cells.includes("bookings") || cells[2] === "refund_settled"));
  }
});
