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

test("when no table fits, expected parties move within their area and show their new tables, nothing else (rules/bookings 6.4)", async () => {
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
      updated_by: "service",
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

test("a party that sits is not moved (rules/bookings 6.4)", async () => {
  const { location, made } = await fragmented(true);
  await partner.advance(location, Math.ceil((Date.parse(made[2].starts_at) - Date.now()) / 1000));
  const seated = await partner.call("POST", `/v1/bookings/${made[2].id}/seat`);
  assert.deepEqual([seated.status, seated.body.table.unit_ids], [200, ["t3"]], seated.text);
  const four = { party_size: 4, idempotency_key: `four-${location}` };
  const walkIn = await partner.call("POST", `/v1/locations/${location}/walk_ins`, four);
  assert.deepEqual([walkIn.status, walkIn.body.code], [409, "slot_unavailable"]);
  assert.deepEqual((await partner.call("GET", `/v1/bookings/${made[2].id}`)).body, seated.body);
});

test("a repair makes no version stale that a partner has read, any other change does (rules/bookings 6.5 and 10.7)", async () => {
  const { forFour, made } = await fragmented(true);
  const [, second, third] = made;
  assert.equal((await partner.call("POST", "/v1/booking_holds", { slot_token: forFour })).status, 201);
  const change = (body: object) => partner.call("POST", `/v1/bookings/${second.id}/change`, body);
  const told = (await partner.events(second.id)).at(-1);
  assert.deepEqual(
    [told?.event_type, told?.data.version, told?.data.cause, told?.data.actor, told?.data.changed, told?.data.previous],
    ["booking.changed", 2, "repair", "service", ["table"], { table: second.table }],
  );
  for (const wrong of [3, 4]) {
    const refused = await change({ notes: "a", expected_version: wrong });
    assert.deepEqual([refused.status, refused.body.details], [409, { expected: wrong, actual: 2 }]);
  }
  const noted = await change({ notes: "A window seat", expected_version: 1 });
  assert.deepEqual([noted.status, noted.body.version, noted.body.notes], [200, 3, "A window seat"], noted.text);
  for (const passed of [1, 2]) {
    const refused = await change({ notes: "b", expected_version: passed });
    assert.deepEqual([refused.status, refused.body.code], [409, "stale_version"], String(passed));
  }
  const cancelled = await partner.call("POST", `/v1/bookings/${third.id}/venue_cancel`, { expected_version: 1 });
  assert.deepEqual([cancelled.status, cancelled.body.version], [200, 3], cancelled.text);
});

/** One table for two and one for four; a party of two that is expected in half an hour has the larger one. */
async function largeTableExpected(repair: boolean, minutesBefore = 30) {
  const base = tablesOfFour(2, { repair });
  const [area] = base.areas;
  assert.ok(area !== undefined);
  const units = area.units.map((unit, index) => ({ ...unit, maxSeats: index === 0 ? 2 : 4 }));
  const location = await partner.location({ ...base, areas: [{ ...area, units }] });
  const first = await book(location, 2, 1);
  const second = await book(location, 2, 2);
  assert.deepEqual([first.table.unit_ids, second.table.unit_ids], [["t1"], ["t2"]]);
  await partner.call("POST", `/v1/bookings/${first.id}/cancel`);
  const wait = Math.floor((Date.parse(second.starts_at) - Date.now()) / 1000) - minutesBefore * 60;
  const moved = await partner.call("POST", `/v1/sandbox/locations/${location}/clock`, { advance_seconds: wait });
  assert.equal(moved.status, 200, moved.text);
  return { location, second };
}

test("a walk-in of four gets the table of an expected party of two, which moves to the small one", async () => {
  const { location, second } = await largeTableExpected(true);
  const walkIn = { party_size: 4, idempotency_key: `walk-${location}` };
  const seated = await partner.call("POST", `/v1/locations/${location}/walk_ins`, walkIn);
  assert.equal(seated.status, 201, seated.text);
  assert.deepEqual(seated.body.table.unit_ids, ["t2"]);
  const { body } = await partner.call("GET", `/v1/bookings/${second.id}`);
  assert.deepEqual([body.table.unit_ids, body.starts_at, body.status], [["t1"], second.starts_at, "confirmed"]);
});

test("a walk-in moves nobody where repair is off, and never for a table chosen by hand", async () => {
  const off = await largeTableExpected(false);
  const refused = await partner.call("POST", `/v1/locations/${off.location}/walk_ins`, {
    party_size: 4,
    idempotency_key: `walk-${off.location}`,
  });
  assert.deepEqual([refused.status, refused.body.code], [409, "slot_unavailable"]);
  const on = await largeTableExpected(true);
  const byHand = await partner.call("POST", `/v1/locations/${on.location}/walk_ins`, {
    party_size: 4,
    unit_ids: ["t2"],
    idempotency_key: `hand-${on.location}`,
  });
  assert.deepEqual([byHand.status, byHand.body.code], [409, "slot_unavailable"]);
  assert.deepEqual((await partner.call("GET", `/v1/bookings/${on.second.id}`)).body.table.unit_ids, ["t2"]);
});

test("a party that comes early and finds its table promised is seated by moving the one that is expected on it", async () => {
  const { location, second } = await largeTableExpected(true, 20);
  const { slot_token } = await partner.slot(location, 4, { days: 0, from: "19:30" });
  const later = await partner.call("POST", "/v1/bookings", {
    slot_token,
    guest: { ...guest, phone: "+33142600109" },
  });
  assert.equal(later.status, 201, later.text);
  assert.deepEqual(later.body.table.unit_ids, ["t2"]);
  const early = await partner.call("POST", `/v1/bookings/${later.body.id}/seat`);
  assert.equal(early.status, 200, early.text);
  assert.deepEqual(early.body.table.unit_ids, ["t2"]);
  assert.deepEqual((await partner.call("GET", `/v1/bookings/${second.id}`)).body.table.unit_ids, ["t1"]);
});
