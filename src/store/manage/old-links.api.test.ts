/** Links of guests that are opened after their day: the pages say what is true by then. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { alwaysOpen, openLine } from "../../../test/harness/waitlist-line.ts";
import { openStand } from "../../console/bookings/stand.fixture.ts";

const dayMs = 86_400_000;
let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

async function read(path: string): Promise<string> {
  return (await fetch(partner.service.url + path, { headers: { accept: "text/html" } })).text();
}

test("a booking that nobody has noted more of is over after its end, and leads to another one", async () => {
  const stand = await openStand(partner, undefined, { messaging: true });
  const booking = await stand.book(2);
  const sent = await partner.service.database.read.rows("SELECT * FROM messages WHERE location_id = $1", [
    stand.locationId,
  ]);
  const link = /\/g\/[\w-]{22}/.exec(JSON.stringify(sent))?.[0] ?? assert.fail("no link was sent");
  await stand.goTo(Date.parse(booking.starts_at) + 60_000);
  assert.match(await read(link), /<h1>Your table is booked/);
  await stand.goTo(Date.parse(booking.starts_at) + dayMs);
  const text = await read(link);
  assert.match(text, /<h1>This booking is over/);
  assert.match(text, /Its time has passed\./);
  assert.doesNotMatch(text, /We keep a table|Add to calendar|too close/);
  assert.match(text, new RegExp(`href="/book/${stand.locationId}"`));
  await stand.goTo(Date.parse(booking.starts_at) + 33 * dayMs);
  assert.match(await read(link), /This link has ended/);
});

test("a party that was never called reads that the waitlist has closed, and one that was that its place has lapsed", async () => {
  const line = await openLine(partner, alwaysOpen(1), { messaging: true });
  await partner.call("POST", `/v1/locations/${line.location}/waitlist/open`);
  const [called, other] = [
    await line.join({ guest: { first_name: "Ada", phone: "+33698765431" } }),
    await line.join({ guest: { first_name: "Bob" } }),
  ];
  assert.equal((await line.act(called.id, "notify")).status, 200);
  await partner.advance(line.location, dayMs / 1_000);
  const page = async (id: string): Promise<string> => {
    const { guest_token: token } = await partner.service.database.read.one<{ guest_token: string }>(
      "SELECT guest_token FROM waitlist_entries WHERE id = $1",
      [id],
    );
    return read(`/wait/${token}`);
  };
  assert.match(await page(called.id), /Your place has lapsed\./);
  const text = await page(other.id);
  assert.match(text, /The waitlist has closed\./);
  assert.doesNotMatch(text, /We kept your table/);
});
