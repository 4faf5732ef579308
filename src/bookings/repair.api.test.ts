import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { guest, startBookingPartner, tablesOfFour, type BookingPartner } from "../../test/booking-partner.ts";
import type { Id } from "../kernel/id.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

/** Tables for two, three and four, one booking on each, of which the first is cancelled; and a token for four. */
async function fragmented(repair: boolean) {
  const base = tablesOfFour(3, { repair });
  const [area] = base.areas;
  assert.ok(area !== undefined);
  const units = area.units.map((unit, index) => ({ ...unit, maxSeats: index + 2 }));
  const location = await partner.location({ ...base, areas: [{ ...area, units }] });
  const { slot_token: forFour } = await partner.slot(location, 4);
  const made = [];
  for (const [index, partySize] of [2, 2, 3].entries()) made.push(await book(location, partySize, index));
  assert.deepEqual(
    made.map((booking) => booking.table.unit_ids),
    [["t1"], ["t2"], ["t3"]],
  );
  await partner.call("POST", `/v1/bookings/${made[0].id}/cancel`);
  return { location, forFour, made };
}

async function book(location: Id<"str">, partySize: number, index: number) {
  const { slot_token } = await partner.slot(location, partySize);
  const answer = await partner.call("POST", "/v1/bookings", {
    slot_token,
    guest: { ...guest, phone: `+3314260010${index}` },
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

test("when no table fits, expected parties move within their area and show their new tables, nothing else", async () => {
  const { forFour, made } = await fragmented(true);
  const held = await partner.call("POST", "/v1/booking_holds", { slot_token: forFour });
  assert.equal(held.status, 201, held.text);
  for (const [index, unit] of [
    [1, "t1"],
    [2, "t2"],
  ] as const) {
    const before = made[index];
    const { body } = await partner.call("GET", `/v1/bookings/${before.id}`);
    assert.deepEqual(body, {
      ...before,
      table: { ...before.table, unit_ids: [unit] },
      version: 2,
      updated_at: body.updated_at,
    });
    assert.equal((await partner.events(before.id)).at(-1)?.event_type, "booking.changed");
  }
  const claims = await partner.service.database.read.rows<{ unit_id: string; owner_id: string }>(
    "SELECT unit_id, owner_id FROM claims WHERE owner_id = ANY ($1) ORDER BY unit_id",
    [[held.body.id, made[1].id, made[2].id]],
  );
  assert.deepEqual(claims, [
    { unit_id: "t1", owner_id: made[1].id },
    { unit_id: "t2", owner_id: made[2].id },
    { unit_id: "t3", owner_id: held.body.id },
  ]);
});

test("switched off, nobody is moved", async () => {
  const { forFour, made } = await fragmented(false);
  const held = await partner.call("POST", "/v1/booking_holds", { slot_token: forFour });
  assert.deepEqual([held.status, held.body.code], [409, "slot_unavailable"]);
  assert.deepEqual((await partner.call("GET", `/v1/bookings/${made[1].id}`)).body, made[1]);
});

test("a party that sits is not moved", async () => {
  const { location, forFour, made } = await fragmented(true);
  const seated = await partner.call("POST", `/v1/bookings/${made[2].id}/seat`);
  // Seated two days early at its own table; at the time wanted it no longer has it.
  assert.equal(seated.status, 200, seated.text);
  assert.equal((await partner.call("POST", "/v1/booking_holds", { slot_token: forFour })).status, 201);
  assert.deepEqual((await partner.call("GET", `/v1/bookings/${made[2].id}`)).body.table, seated.body.table);
  assert.ok(location.startsWith("str_"));
});
