/** What a channel says of a slot and of a guest, and what we cannot take from it (rules/providers 6). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../test/harness/booking-partner.ts";
import { operatorToken, type CallAnswer } from "../../test/harness/service.ts";
import type { Id } from "../kernel/id.ts";
import { basic, createBodyAt, newUser, slotAt, type Channel } from "./channel.fixture.ts";

let partner: BookingPartner;
let here: Id<"str">;
let there: Id<"str">;
let channel: Channel;
let start: number;

before(async () => {
  partner = await startBookingPartner();
  here = await partner.location(tablesOfFour(4));
  there = await partner.location(tablesOfFour(4));
  const made = await partner.service.call("POST", "/operator/v1/test/booking_channels", {
    key: operatorToken,
    body: { name: "Maps", location_ids: [here, there] },
  });
  channel = made.body;
  start = Date.parse((await partner.slot(here, 2)).starts_at) / 1000;
});
after(() => partner.service.stop());

function reserve(method: string, body: unknown): Promise<CallAnswer> {
  return partner.service.call("POST", `/reserve/v3/${method}`, { headers: { authorization: basic(channel) }, body });
}

const statusOf = async (id: string) => (await partner.call("GET", `/v1/bookings/${id}`)).body;

describe("a slot of another service or merchant", () => {
  const massage = { ...slotAt("", 0), service_id: "massage" };

  test("is neither held nor booked: the look-up says that it is not available", async () => {
    const slot = { ...massage, merchant_id: here, start_sec: String(start) };
    const lease = await reserve("CreateLease", { lease: { slot, user_reference: "of-massage" } });
    assert.equal(lease.body.booking_failure?.cause, "SLOT_UNAVAILABLE", lease.text);
    const made = await reserve("CreateBooking", createBodyAt(here, start, "of-massage", { slot }));
    assert.equal(made.body.booking_failure?.cause, "SLOT_UNAVAILABLE", made.text);
    const none = { ...slot, service_id: "" };
    const plain = await reserve("CreateBooking", createBodyAt(here, start, "of-none", { slot: none }));
    assert.equal(plain.body.booking?.status, "CONFIRMED", plain.text);
  });

  test("moves no booking, and one of the same place does", async () => {
    const made = await reserve("CreateBooking", createBodyAt(here, start, "to-move"));
    const { booking_id: id } = made.body.booking;
    const later = String(start + 3_600);
    for (const slot of [
      { start_sec: later, merchant_id: there },
      { start_sec: later, service_id: "massage" },
    ]) {
      const moved = await reserve("UpdateBooking", { booking: { booking_id: id, slot } });
      assert.deepEqual([moved.status, moved.body.booking_failure?.cause], [200, "SLOT_UNAVAILABLE"], moved.text);
    }
    const before = await statusOf(id);
    assert.deepEqual([Date.parse(before.starts_at) / 1000, before.location_id, before.version], [start, here, 1]);
    const slot = { start_sec: later, merchant_id: here, service_id: "reservation" };
    const moved = await reserve("UpdateBooking", { booking: { booking_id: id, slot } });
    assert.equal(moved.body.booking?.slot.start_sec, later, moved.text);
  });
});

test("an e-mail address that is none is named, and an empty one counts as none", async () => {
  const wrong = { ...newUser(), email: "ada at example" };
  const refused = await reserve("CreateBooking", createBodyAt(here, start, "wrong-mail", { user_information: wrong }));
  assert.equal(refused.status, 400, refused.text);
  assert.match(refused.body.message, /^body\.user_information\.email must be an e-mail address/);
  for (const email of ["", "ada@example.com"]) {
    const user = { ...newUser(), email };
    const made = await reserve("CreateBooking", createBodyAt(here, start, `mail-${email}`, { user_information: user }));
    assert.equal(made.body.booking?.user_information.email ?? "", email, made.text);
  }
});
