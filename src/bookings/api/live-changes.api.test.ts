import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  guest,
  startBookingPartner,
  tablesOfFour,
  type BookingPartner,
} from "../../../test/harness/booking-partner.ts";
import type { Id } from "../../kernel/id.ts";

let partner: BookingPartner;
let location: Id<"str">;
before(async () => {
  partner = await startBookingPartner();
  location = await partner.location(tablesOfFour(3));
});
after(() => partner.service.stop());

let seen = 0;
/** The topics of what was recorded since the last look, and the kind of thing each is about. */
async function news(): Promise<readonly string[]> {
  const rows = await partner.service.database.read.rows<{ sequence: number; topic: string; resource_id: string }>(
    "SELECT sequence, topic, resource_id FROM live_changes WHERE location_id = $1 AND sequence > $2 ORDER BY sequence",
    [location, seen],
  );
  seen = rows.at(-1)?.sequence ?? seen;
  return rows.map(({ topic, resource_id: id }) => `${topic} ${id.slice(0, 3)}`);
}
async function done(
  method: string,
  path: string,
  body?: unknown,
): Promise<Awaited<ReturnType<BookingPartner["call"]>>> {
  const answer = await partner.call(method, path, body);
  assert.ok(answer.status < 300, answer.text);
  return answer;
}

test("a booking, a hold, the line and the settings of bookings are numbered as they change (rules/board 1.7)", async () => {
  const at = `/v1/locations/${location}`;
  assert.deepEqual(await news(), ["settings str"], "the configuration was published");
  const [slot] = await partner.search(location, 2);
  const { body: hold } = await done("POST", "/v1/booking_holds", { slot_token: slot?.slot_token });
  assert.deepEqual(await news(), ["floor str"]);
  const { body: booking } = await done("POST", "/v1/bookings", { hold_id: hold.id, guest });
  assert.deepEqual(await news(), ["bookings bkg", "floor str"]);
  await done("POST", `/v1/bookings/${booking.id}/venue_cancel`, {});
  assert.deepEqual(await news(), ["bookings bkg"]);
  const { body: other } = await done("POST", "/v1/booking_holds", {
    slot_token: (await partner.slot(location, 2)).slot_token,
  });
  await done("DELETE", `/v1/booking_holds/${other.id}`);
  assert.deepEqual(await news(), ["floor str", "floor str"]);
  const party = { party_size: 2, guest: { first_name: "Grace" }, idempotency_key: "join" };
  const { body: entry } = await done("POST", `${at}/waitlist_entries`, party);
  assert.deepEqual(await news(), ["waitlist str"]);
  await done("POST", `/v1/waitlist_entries/${entry.id}/seat`, {});
  assert.deepEqual(await news(), ["waitlist str", "bookings bkg"]);
  await done("POST", `${at}/waitlist/open`);
  assert.deepEqual(await news(), ["waitlist str"]);
  await done("PUT", `${at}/booking_configuration`, { configuration: tablesOfFour(2) });
  await done("PUT", `${at}/booking_blackouts`, { expected_revision: 0, blackout_dates: [] });
  assert.deepEqual(await news(), ["settings str", "settings str"]);
  const short = { unit_ids: ["t9"], idempotency_key: "walk-in", party_size: 2 };
  assert.equal((await partner.call("POST", `${at}/walk_ins`, short)).status, 400);
  assert.deepEqual(await news(), [], "what is refused is not told");
});
