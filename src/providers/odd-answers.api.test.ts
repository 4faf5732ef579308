/** Answers of a provider that no database can keep as they are. The write they answer is settled all the same. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { BookingPartner } from "../../test/harness/booking-partner.ts";
import type { KeptBooking } from "../../test/stand-ins/booking-server-book.ts";
import { startFaultyProvider, type FaultyProvider } from "./faulty-provider.fixture.ts";

let at: FaultyProvider;
let partner: BookingPartner;
before(async () => {
  at = await startFaultyProvider();
  ({ partner } = at);
});
after(() => at.stop());

for (const [what, description] of [
  ["U+0000", "no\u0000table"],
  ["a character that the longest text cuts", `${"x".repeat(499)}🍁`],
  ["half a character", "no \ud83c table"],
] as const)
  test(`a refusal that is told with ${what} is final (rules/providers 3.1)`, async () => {
    const locationId = await at.providerLocation();
    const body = await at.bodyFor(locationId, `odd-${what.length}`);
    at.next = [{ kind: "refuse", cause: "UNKNOWN_CAUSE", description }];
    const answer = await at.book(body);
    assert.deepEqual([answer.status, answer.body.code], [422, "provider_rejected"], answer.text);
  });

test("a booking that is shown with what no slot can be is as it was asked for", async () => {
  const locationId = await at.providerLocation();
  const slot = await partner.slot(locationId, 2, { days: 3, from: "19:00" });
  const start_sec = "999999999999999";
  const resources = { party_size: 3_000_000_000 };
  at.next = [{ kind: "misreport", booking: { slot: { start_sec, duration_sec: start_sec, resources } } }];
  const made = await at.book({ slot_token: slot.slot_token, guest: at.guest() });
  assert.deepEqual(
    [made.status, made.body.starts_at, made.body.ends_at, made.body.party_size],
    [201, slot.starts_at, slot.ends_at, 2],
    made.text,
  );
});

test("a look-up finds a guest whose name has U+0000 and no end", async () => {
  const locationId = await at.providerLocation();
  const made = (await at.confirmed(locationId)).body;
  const [kept] = [...at.theirs.bookings.values()].filter(
    (one) => one.user_information["telephone"] === made.guest.phone,
  );
  assert.ok(kept !== undefined);
  const start_sec = String(Number(kept.slot.start_sec) + 86_400);
  const user_information = { ...kept.user_information, given_name: "A\u0000da", family_name: "🍁".repeat(5_000) };
  const other: KeptBooking = { ...kept, booking_id: "elsewhere", slot: { ...kept.slot, start_sec }, user_information };
  (at.theirs.bookings as Map<string, KeptBooking>).set(other.booking_id, other);
  const phone = encodeURIComponent(made.guest.phone);
  const found = await partner.call("GET", `/v1/bookings?location_id=${locationId}&phone=${phone}`);
  assert.equal(found.status, 200, found.text);
  assert.deepEqual(
    found.body.data.map((one: { guest: { first_name: string; last_name: string } }) => [
      one.guest.first_name,
      one.guest.last_name.length,
    ]),
    [
      ["Ada", 5],
      ["A\ufffdda", 200],
    ],
  );
});
