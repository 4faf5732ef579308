/**
 * A buffer that reaches into the next date: freeing the tables also changes the version of that date, so its searches
 * notice.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  guest,
  startBookingPartner,
  tablesOfFour,
  type BookingPartner,
} from "../../../test/harness/booking-partner.ts";
import type { Id } from "../../kernel/id.ts";
import { localDate } from "../../kernel/wall-time.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

/** One table until two at night, and an hour to clear it after each party. */
async function lateVenue(): Promise<Id<"str">> {
  const base = tablesOfFour(1, { bufferMinutes: 60 });
  const services = base.services.map((service) => ({ ...service, closes: "02:00", lastSeating: "00:30" }));
  return partner.location({ ...base, services });
}

/** The starts after the midnight that ends the day after tomorrow. */
async function startsAfterMidnight(location: Id<"str">): Promise<readonly string[]> {
  const date = localDate("Europe/Paris", Date.now() + 3 * 86_400_000);
  const path = `/v1/locations/${location}/booking_availability?start=${date}T00:00&end=${date}T01:30&party_size=2`;
  const answer = await partner.call("GET", path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.map((slot: { local_start: string }) => slot.local_start.slice(11, 16));
}

const late = { from: "22:00", until: "22:30" };
const post = (path: string, body: unknown = {}) => partner.call("POST", path, body);

async function book(location: Id<"str">) {
  const { slot_token } = await partner.slot(location, 2, late);
  const made = await post("/v1/bookings", { slot_token, guest });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

async function goToStart(location: Id<"str">, booking: { readonly starts_at: string }): Promise<void> {
  await partner.advance(location, Math.ceil((Date.parse(booking.starts_at) - Date.now()) / 1000));
}

for (const action of ["cancel", "venue_cancel", "no_show", "change"]) {
  test(`${action}: the hour after midnight that the buffer took is found at once`, async () => {
    const location = await lateVenue();
    const { slot_token: early } = await partner.slot(location, 2);
    const booking = await book(location);
    assert.deepEqual(await startsAfterMidnight(location), ["00:30"]);
    if (action === "no_show") await goToStart(location, booking);
    const done = await post(`/v1/bookings/${booking.id}/${action}`, action === "change" ? { slot_token: early } : {});
    assert.equal(done.status, 200, done.text);
    assert.deepEqual(await startsAfterMidnight(location), ["00:00", "00:30"]);
  });
}

test("a released hold, and a change to the late table, are seen after midnight too", async () => {
  const location = await lateVenue();
  const { slot_token } = await partner.slot(location, 2, late);
  const held = await post("/v1/booking_holds", { slot_token });
  assert.deepEqual(await startsAfterMidnight(location), ["00:30"]);
  assert.equal((await partner.call("DELETE", `/v1/booking_holds/${held.body.id}`)).status, 200);
  assert.deepEqual(await startsAfterMidnight(location), ["00:00", "00:30"]);
  const { slot_token: early } = await partner.slot(location, 2);
  const made = await post("/v1/bookings", { slot_token: early, guest });
  assert.equal((await post(`/v1/bookings/${made.body.id}/change`, { slot_token })).status, 200);
  assert.deepEqual(await startsAfterMidnight(location), ["00:30"]);
});

test("complete: so is what the party's claim took beyond midnight", async () => {
  const location = await lateVenue();
  const booking = await book(location);
  await goToStart(location, booking);
  assert.equal((await post(`/v1/bookings/${booking.id}/seat`)).status, 200);
  // Seated a moment after 22:00, so the table is free a moment after 00:30.
  assert.deepEqual(await startsAfterMidnight(location), []);
  assert.equal((await post(`/v1/bookings/${booking.id}/complete`)).status, 200);
  assert.deepEqual(await startsAfterMidnight(location), ["00:00", "00:30"]);
});
