/** Links that are asked for while the guest is erased: none is sent to them (rules/messages-and-privacy 3.1, 4.6). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  guest,
  startBookingPartner,
  tablesOfFour,
  type BookingPartner,
} from "../../../test/harness/booking-partner.ts";
import { untilSomebodyWaits } from "../../../test/harness/held-lock.ts";
import { eraseGuest } from "../../bookings/aftercare/erase-guest.command.ts";
import { sendLinks } from "./send-links.command.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

test("a booking whose guest was erased since it was found is told to nobody", async () => {
  const { database } = partner.service;
  const here = await partner.location(tablesOfFour(1), { messaging: true });
  const { slot_token } = await partner.slot(here, 2);
  const booked = await partner.call("POST", "/v1/bookings", { slot_token, guest });
  assert.equal(booked.status, 201, booked.text);
  const contact = { kind: "phone", typed: guest.phone } as const;
  const { sent } = await database.transaction(async (tx) => {
    await eraseGuest(tx, { phone: guest.phone, email: null }, { actor: "test", requestId: null });
    const sending = sendLinks(database, { contact, address: "192.0.2.7", country: "FR", language: "en" });
    await untilSomebodyWaits(tx);
    return { sent: sending };
  });
  assert.equal(await sent, undefined);
  const left = await database.read.rows(
    `SELECT kind FROM messages WHERE phone IS NOT NULL OR kind = 'find_links'
     UNION ALL SELECT 'link' FROM guest_links`,
  );
  assert.deepEqual(left, []);
});
